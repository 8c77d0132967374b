#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tandem/logger/format/segment_layout.hpp"
#include "tandem/logger/log_damage.hpp"
#include "tandem/logger/log_hole.hpp"
#include "tandem/logger/read/log_segment_image.hpp"

namespace tandem::logger {

/**
 * Walks the committed records of a segment in the order of their places. What lies between two of
 * them is a hole if its first word says that nothing was committed, and damage otherwise; the next
 * record is then the next bytes whose checksum fits this file and this place.
 */
class LogRecordCursor {
 public:
  /**
   * @param image outlives the cursor, or is replaced by proceed
   * @param from where a record may begin; behind the header, holes are counted by gaps alone
   */
  explicit LogRecordCursor(const LogSegmentImage& image,
                           std::int64_t from = SegmentLayout::HEADER_BYTES);

  /** Moves to the next record; false at the end. */
  bool next();

  /**
   * Moves over the next place: a record, a place without a record, damage, or a hole. False at the
   * end.
   */
  bool step();

  /** Continues behind the last record in a newer image of the segment. */
  void proceed(const LogSegmentImage& newer);

  /** The record at which the cursor stands has a fitting checksum, and makes no sense. */
  void malformed();

  /** The record at which the cursor stands, its header first; empty if this is no record. */
  std::span<const std::byte> record() const { return record_; }

  /** Whether what the cursor has moved over was claimed and is not committed. */
  bool isHole() const { return hole_; }

  /** Where what the cursor has moved over begins. */
  std::int64_t offset() const { return recordOffset_; }

  /** Where the cursor will continue. */
  std::int64_t position() const { return at_; }

  /** Behind the last sound record so far. */
  std::int64_t recordsEnd() const { return lastEnd_; }

  /** After the last record: places whose writers failed, which count as committed. */
  std::int64_t abandoned() const { return abandoned_; }

  const std::vector<LogHole>& gaps() const { return gaps_; }
  const std::vector<LogDamage>& damage() const { return damage_; }

  /**
   * After the last record: how many records were claimed and never committed. The claims say it
   * exactly, also where two are side by side; if they are lost, each gap is at least one.
   */
  std::int64_t holes() const;
  bool holesExact() const;

 private:
  void stepInside();
  void checkClaims();
  std::int32_t lengthAt(std::int64_t offset) const;
  std::optional<std::string> wrongWith(std::int64_t offset, std::int32_t length) const;
  bool isSound(std::int64_t offset, std::int32_t length) const;
  void skipGap(bool hole, std::string wrong);
  void gap(bool hole, std::int64_t from, std::int64_t to, std::string wrong);
  bool isLossProven() const;

  const LogSegmentImage* image_;
  const bool fromBeginning_;
  std::vector<LogDamage> damage_;
  std::vector<LogHole> gaps_;
  std::int64_t at_;
  std::int64_t lastEnd_;
  std::int64_t committed_ = 0;
  std::int64_t abandoned_ = 0;
  /** Damage that takes no place of its own. */
  std::int64_t forged_ = 0;
  bool ended_ = false;
  bool hole_ = false;
  std::optional<LogDamage> miscount_;
  std::span<const std::byte> record_;
  std::int64_t recordOffset_ = 0;
};

}  // namespace tandem::logger
