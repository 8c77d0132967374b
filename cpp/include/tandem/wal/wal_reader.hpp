#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "tandem/wal/read_mode.hpp"
#include "tandem/wal/recovery/log_walk.hpp"
#include "tandem/wal/wal_recovery_report.hpp"

namespace tandem::wal {

/**
 * Reads the records of a log from the oldest to the last one there is. It changes nothing in the
 * directory, and every record it gives has been checked. The tail that a crash left is the end;
 * damage before it is an error. One thread at a time.
 *
 * A process may be writing the log meanwhile, this one or another: isInUse. Then the end is what is
 * written when the reader comes there, in the segments that there were when it was opened; and a
 * segment that the writer gives up before it was read is a WalGapException. Following a log beyond
 * that is not offered here: open another reader from the next sequence on.
 */
class WalReader {
 public:
  /**
   * Opens a directory.
   *
   * @param mode whether segments below fromSequence are checked too
   * @param fromSequence the first record to give; if it is not kept any more, or is -1, the oldest
   *     one kept
   * Throws WalException if the directory is not a log's, and at damage.
   */
  WalReader(const std::filesystem::path& directory, ReadMode mode, std::int64_t fromSequence);

  /** Whether a writer had the log when this was opened. */
  bool isInUse() const { return inUse_; }

  /**
   * Steps to the next record.
   *
   * @return false at the end of the log
   * Throws WalCorruptedException at damage; the reader is at its end then.
   */
  bool next();

  std::int64_t sequence() const { return walk_->cursor().sequence(); }
  std::int8_t type() const { return walk_->cursor().type(); }
  /** In ns since 1970, as the log's clock said when it was appended. */
  std::int64_t timestampNs() const { return walk_->cursor().timestamp(); }
  /** The record's bytes; valid until the next call of next, which may write over them. */
  Bytes body() const { return walk_->cursor().body(); }
  /** File that the record is in. */
  std::string segmentName() const { return walk_->segment().name(); }
  /** Where the record begins in that file, in bytes. */
  std::int64_t segmentOffset() const { return walk_->cursor().offset(); }

  /**
   * Passes if it is certain which segments the log has; throws WalCorruptedException if the file is
   * lost that says so: records may be missing before the first and behind the last one there is.
   */
  void checkComplete() const;

  /** The number that was drawn when the log was made; 0 if there is no log yet. */
  std::int64_t logId() const;

  /** As Wal::markBefore, once next has returned false. */
  std::int64_t markBefore(std::int64_t sequence) const;

  /** What was found, once next has returned false. */
  WalRecoveryReport recovery() const { return walk_->recovery(); }

 private:
  std::unique_ptr<LogWalk> walk_;
  std::int64_t from_;
  bool inUse_;
  bool over_ = false;
};

}  // namespace tandem::wal
