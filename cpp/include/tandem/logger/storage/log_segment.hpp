#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "tandem/logger/format/segment_layout.hpp"
#include "tandem/logger/storage/segment_file.hpp"

namespace tandem::logger {

/**
 * A segment in memory: claims, writes and commits. A claim is one atomic addition to a word that
 * has the next free offset in its low bits and the number of claims in its high bits, and stands in
 * the file itself. So a reader of a crashed segment knows how many records were begun, and every
 * missing one is a hole.
 *
 * A claim is never rolled back. Exactly one claim begins within the segment and ends beyond it: its
 * thread closes the segment; later ones begin beyond it and only wait for the next segment.
 *
 * Whoever uses it holds it (SegmentHold), but for the thread that ends it.
 */
class LogSegment {
 public:
  explicit LogSegment(std::unique_ptr<SegmentFile> file);

  /** Counts the segments of a run, from 1. */
  std::int64_t number() const { return file_->number(); }
  SegmentFile& file() const { return *file_; }

  /** When it was put into use, in ns since 1970; 0 before. */
  std::int64_t began() const {
    return SegmentLayout::word<std::int64_t>(memory_ + SegmentLayout::BEGAN_AT)
        .load(std::memory_order_acquire);
  }

  /** Claims so many bytes, a multiple of 8; returns the claim word as it was before. */
  std::uint64_t claim(std::int64_t size) {
    return claims().fetch_add(SegmentLayout::ONE_CLAIM + static_cast<std::uint64_t>(size),
                              std::memory_order_acq_rel);
  }

  /**
   * Claims all that is left, and gives the claim word as it was before. A segment that a claim has
   * ended beyond is left alone: its word would wrap if it were added to again and again.
   *
   * @return false if another claim closes the segment
   */
  bool claimRest(std::uint64_t& word);

  /**
   * Whether a claim is known to have ended beyond the segment. Seen soon by all threads, so that no
   * more of them claim here than were about to: the claim word cannot come near to wrapping.
   */
  bool isOver() const { return over_.load(std::memory_order_relaxed); }
  void setOver() { over_.store(true, std::memory_order_relaxed); }

  /** Whether a claim is a place in this segment. */
  bool holds(std::uint64_t claimWord, std::int64_t size) const {
    return SegmentLayout::offsetOf(claimWord) + size <= capacity_;
  }

  /** Whether a claim that got no place in this segment has to close it. */
  bool closes(std::uint64_t claimWord) const {
    return SegmentLayout::offsetOf(claimWord) <= capacity_;
  }

  /** Writes down when the segment was put into use. */
  void begin();

  /** Writes down where the segment ends and how many claims it holds. */
  void close(std::uint64_t claimWord) {
    SegmentLayout::word<std::uint64_t>(memory_ + SegmentLayout::CLOSED_AT)
        .store(claimWord, std::memory_order_release);
  }

  /** The claim word at which the segment was closed; 0 while it is open. */
  std::uint64_t closedAcquire() const {
    return SegmentLayout::word<std::uint64_t>(memory_ + SegmentLayout::CLOSED_AT)
        .load(std::memory_order_acquire);
  }

  /** The claim word: that of the closing, where the segment is closed. */
  std::uint64_t claimWord() const;

  /** Where claims end at the moment. */
  std::int64_t claimed() const;

  /**
   * Writes a complete record to its claimed place, and commits it.
   *
   * @param bytes of the record, padded to a multiple of 8
   */
  void write(std::int64_t offset, const std::byte* bytes, std::int32_t length);

  /** Walks committed records from an offset on; returns the end of the last of them. */
  std::int64_t committedEnd(std::int64_t from) const;

  /** Of a list of segments, where it is in one. */
  LogSegment* next = nullptr;

 private:
  std::atomic_ref<std::uint64_t> claims() const {
    return SegmentLayout::word<std::uint64_t>(memory_ + SegmentLayout::CLAIM_AT);
  }

  const std::unique_ptr<SegmentFile> file_;
  std::byte* const memory_;
  const std::int64_t capacity_;
  const std::uint64_t fileId_;
  std::atomic<bool> over_{false};
};

}  // namespace tandem::logger
