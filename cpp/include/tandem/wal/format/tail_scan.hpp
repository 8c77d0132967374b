#pragma once

#include <cstdint>
#include <string>

#include "tandem/wal/format/segment_image.hpp"

namespace tandem::wal {

/**
 * Looks behind a bad place for what still bears this log's checksums: a mark that proves that the
 * place had been synced, or records that are dropped with it. One thread at a time.
 */
class TailScan {
 public:
  /**
   * @param expected sequence of the record that should be at the bad place; -1 if not known
   */
  explicit TailScan(std::int64_t expected) : expected_(expected) {}

  /** Looks through a segment from a place on. Throws UnreadableException. */
  void over(const SegmentImage& image, std::int64_t from);

  bool provesSynced() const { return !proof_.empty(); }
  /** In words; empty if there is none. */
  const std::string& proof() const { return proof_; }
  /**
   * Why what is dropped may have been acknowledged although nothing proves it: a log that syncs
   * only on request has written later batches whole, which follow a torn one only where the machine
   * lost its power. Empty if there is no such doubt.
   *
   * @param place header of the segment with the bad place
   */
  std::string doubt(const SegmentHeader& place) const;
  bool foundAny() const { return bytes_ > 0; }
  /** Highest sequence found; -1 if none. */
  std::int64_t lastSequence() const { return lastSequence_; }
  /** Bytes from the bad place, and from the beginning of later segments, to the last valid one. */
  std::int64_t bytes() const { return bytes_; }

 private:
  std::int64_t expected_;
  std::string proof_;
  std::int64_t lastSequence_ = -1;
  std::int64_t lastMark_ = -1;
  std::int64_t bytes_ = 0;
};

}  // namespace tandem::wal
