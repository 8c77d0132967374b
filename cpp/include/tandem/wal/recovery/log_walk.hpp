#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tandem/wal/format/log_extent.hpp"
#include "tandem/wal/format/record_cursor.hpp"
#include "tandem/wal/format/segment_image.hpp"
#include "tandem/wal/format/segment_names.hpp"
#include "tandem/wal/format/tail_scan.hpp"
#include "tandem/wal/read_mode.hpp"
#include "tandem/wal/wal_exception.hpp"
#include "tandem/wal/wal_recovery_report.hpp"

namespace tandem::wal {

/**
 * Walks over all records of a directory, and distinguishes damage from a torn tail. One thread at a
 * time.
 *
 * Nothing is written before the batch before it was synced, and every mark states what was synced
 * when it was written. So a bad place is damage if and only if a valid mark behind it says that the
 * place had been synced, or the file is shorter than it was made; otherwise it is the tail that a
 * crash left, and the log ends there. In front of a writer that is at work it is the end so far,
 * and no tail at all.
 */
class LogWalk {
 public:
  /** Where the last segment with data ends: the place of its end mark, there or to be written. */
  struct End {
    std::int64_t offset;
    /** From where on nothing in it proves that it was synced. */
    std::int64_t unproven;
    /** What its end mark is chained to. */
    std::uint32_t chain;
    /** Type of its end mark; 0 if it has none. */
    std::int8_t mark;
  };

  /**
   * Looks for the segments.
   *
   * @param from first sequence that is wanted; with SKIP_OLDER_SEGMENTS, segments below are left
   * out
   * @param withoutExtent whether to go by the segments themselves where the extent is lost; never
   * to write then but to repair on request, for records may be missing at either end
   * @param inUse whether a writer has the log, other than who walks
   * Throws WalCorruptedException at damage; IoException.
   */
  LogWalk(std::filesystem::path directory, ReadMode mode, std::int64_t from, bool withoutExtent,
          bool inUse);

  /** Steps to the next record; false at the end. Throws as the constructor, and WalGapException. */
  bool next();

  /** Walks over all records, which checks each. */
  void toItsEnd();

  RecordCursor& cursor() { return cursor_; }
  /** The segment it is in. */
  const SegmentImage& segment() const;
  const std::vector<SegmentImage>& segments() const { return segments_; }
  /** Nothing if this is no log yet. */
  const std::optional<LogExtent>& extent() const { return extent_; }
  /** That the extent is only what the segments say; nothing if it is the log's own. */
  const std::optional<WalCorruptedException>& extentLost() const { return extentLost_; }
  /** Segments that were given up, and are still there. */
  const std::vector<std::filesystem::path>& leftovers() const { return leftovers_; }

  // What was found, once next() has returned false.

  /** Index of the last segment that holds a record or a mark; -1 if none does. */
  int lastWithData() const { return lastWithData_; }
  /** Where the last segment with data ends; nothing if none has data. */
  const std::optional<End>& end() const { return end_; }
  WalRecoveryReport recovery() const;

 private:
  std::int64_t find(const SegmentFiles& files, std::int64_t from);
  bool step();
  bool isClosedForGood() const;
  bool enterNext();
  bool isThereNow() const;
  RecordCursor::Step stepBesideWriter();
  void checkGivenUp(std::int64_t wanted) const;
  TailScan scanBehind();
  void noteEnd();
  void judge();
  void drop(const RecordCursor::Diagnosis& diagnosis, const TailScan& scan, bool begun);

  const std::filesystem::path directory_;
  /** A writer has the log, in this process or another. */
  const bool inUse_;

  std::optional<LogExtent> extent_;
  std::optional<WalCorruptedException> extentLost_;
  std::vector<std::filesystem::path> leftovers_;
  std::vector<SegmentImage> segments_;
  RecordCursor cursor_{-1};

  int current_ = -1;
  bool over_ = false;
  std::optional<End> end_;
  int lastWithData_ = -1;

  std::int64_t droppedLast_ = -1;
  std::int64_t droppedBytes_ = 0;
  std::string reason_;
  /** Why what is dropped may be damage; empty if it is a torn tail. */
  std::string tailDoubt_;
};

}  // namespace tandem::wal
