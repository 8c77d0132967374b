#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tandem/logger/log_damage.hpp"
#include "tandem/logger/log_hole.hpp"
#include "tandem/logger/log_record.hpp"

namespace tandem::logger {

/**
 * Reads plain log files: the records of a run in the order of their places, several runs merged by
 * time. Holes and damage are never records and never silent: see holes, damage. For one thread.
 *
 *   LogReader reader({"/var/log/exchange"});
 *   while (const auto record = reader.next()) {
 *     puts(RecordText::line(*record).c_str());
 *   }
 *
 * What is read of a run that is being written is a beginning of it. A record under way looks like a
 * hole; LogFollower waits for such. Files that are sealed or compressed are refused.
 */
class LogReader {
 public:
  /**
   * Opens files, and all log files of directories.
   *
   * Throws LogException if one is sealed or compressed, wal::IoException if one cannot be read; so
   * does next.
   */
  explicit LogReader(std::span<const std::string> paths);
  LogReader(std::initializer_list<std::string> paths);
  ~LogReader();
  LogReader(const LogReader&) = delete;
  LogReader& operator=(const LogReader&) = delete;

  /**
   * The files of a directory that would be read, by their names; none if nobody logged there.
   *
   * Throws wal::IoException.
   */
  static std::vector<std::string> list(const std::string& directory);

  /** The next record; none at the end. */
  std::optional<LogRecord> next();

  /** Records read so far, with those that report drops. */
  std::int64_t records() const { return records_; }

  /** Segments read so far. */
  std::int64_t files() const { return files_; }

  /** Records that were claimed and never committed, in the segments read so far. */
  std::int64_t holes() const { return holes_; }

  /** Claims of calls that failed before their record was written; only Java leaves such. */
  std::int64_t abandoned() const { return abandoned_; }

  /**
   * Whether holes is exact: the claims of every segment are known. They are not where a file is
   * damaged, or its process was killed in the few instructions that close a segment.
   */
  bool holesExact() const { return holesExact_; }

  /** Where the holes are; holes side by side are one entry. */
  const std::vector<LogHole>& gaps() const { return gaps_; }

  /** What is wrong in the segments read so far, and which are missing between others of their run.
   */
  const std::vector<LogDamage>& damage() const { return damage_; }

 private:
  class Run;

  void open(std::span<const std::string> paths);
  void add(std::unique_ptr<Run> run);
  std::unique_ptr<Run> poll();

  /** A heap by the time of the next record, in the order of java.util.PriorityQueue. */
  std::vector<std::unique_ptr<Run>> heads_;
  std::vector<LogHole> gaps_;
  std::vector<LogDamage> damage_;
  std::int64_t holes_ = 0;
  std::int64_t abandoned_ = 0;
  bool holesExact_ = true;
  std::int64_t records_ = 0;
  std::int64_t files_ = 0;
};

}  // namespace tandem::logger
