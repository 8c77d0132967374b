#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "tandem/wal/format/record_scanner.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {

/**
 * Walks over the records of one segment and checks each: length, sequence, checksum, and at each
 * mark the chain. It goes from segment to segment with its owner. One thread at a time.
 */
class RecordCursor : public RecordScanner {
 public:
  enum class Step {
    /** A record of a user. */
    RECORD,
    /** The mark that ends a segment. */
    ENDED,
    /** No valid record where one is expected. */
    BAD
  };

  /** What is wrong at a bad place. */
  struct Diagnosis {
    std::string expected;
    std::string found;
  };

  /**
   * @param expectedSequence of the first record; -1 takes what the first mark says
   */
  explicit RecordCursor(std::int64_t expectedSequence) : expected_(expectedSequence) {}

  /** Continues in a segment, from behind its header. */
  void enter(const SegmentImage& image);

  /**
   * Steps to the next record of a user. What was read in front of a writer may have changed, so a
   * bad place is looked at twice.
   */
  Step next();

  /** Whether the header at the bad place is that of the expected record or of a mark before it. */
  bool looksBegun();

  /** What is wrong at the bad place: what was expected, and what was found. */
  Diagnosis diagnosis();

  /** That the bad place is damage. */
  WalCorruptedException damage(const SegmentImage& image, const std::string& proof);

  // Where it stands.

  /** Sequence of the next record; -1 while unknown. */
  std::int64_t expected() const { return expected_; }
  /** Where the next record begins, or the bad place. */
  std::int64_t nextOffset() const { return next_; }
  /** Checksum of the last mark, as it is stored. */
  std::uint32_t chain() const { return chain_; }
  /** What the last mark was chained to. */
  std::uint32_t chainBefore() const { return chainBefore_; }
  /** Highest sequence that a mark says was synced. */
  std::int64_t synced() const { return synced_; }
  /** From where on nothing in this segment proves that it was synced. */
  std::int64_t unprovenOffset() const { return unproven_; }
  /** Records given, in all segments. */
  std::int64_t records() const { return records_; }
  /** Bytes of the records given, with their headers, in all segments. */
  std::int64_t recordBytes() const;
  /** Marks passed, in all segments. */
  std::int64_t marks() const { return marks_; }

  // The record that was found last.

  std::int64_t offset() const { return offset_; }
  std::int32_t length() const { return length_; }
  std::int64_t sequence() const { return sequence_; }
  std::int8_t type() const { return type_; }
  std::int64_t timestamp() const { return timestamp_; }
  /** Its body, as it was checked; valid until the next step. */
  Bytes body() const;

  /** The latest time of a mark or of the last record; the least number if there is none. */
  std::int64_t latestTimestamp() const;

 private:
  void lookAgain();
  bool nextOrPassed(Step& step);
  bool nextRecord();
  bool isSoundAt(std::int64_t at, std::int64_t end, std::uint64_t first, std::uint64_t second);
  bool nextOther(Step& step);
  void takeMark(std::int64_t at, std::int64_t found, std::uint32_t stored);

  std::int64_t next_ = SegmentHeader::BYTES;
  std::int64_t passedBytes_ = 0;
  std::int64_t expected_;

  std::uint32_t chain_ = 0;
  std::uint32_t chainBefore_ = 0;
  bool chainKnown_ = false;
  bool chainKnownBefore_ = false;
  /** Where the last mark is in this segment; -1 if none was found. */
  std::int64_t lastMark_ = -1;

  std::int64_t offset_ = 0;
  std::int32_t length_ = 0;
  std::int64_t sequence_ = -1;
  std::int8_t type_ = 0;
  std::int64_t timestamp_ = 0;
  const std::byte* copy_ = nullptr;

  std::int64_t synced_ = -1;
  std::int64_t unproven_ = SegmentHeader::BYTES;
  std::int64_t marks_ = 0;
  /** Of the marks, and of the last record of each segment before. */
  std::int64_t latestTimestamp_ = std::numeric_limits<std::int64_t>::min();
  /** There was a record in this segment. */
  bool hasRecord_ = false;
  std::int64_t records_ = 0;
};

}  // namespace tandem::wal
