#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "tandem/wal/append/append_result.hpp"
#include "tandem/wal/confirmations.hpp"
#include "tandem/wal/format/words.hpp"
#include "tandem/wal/wal_config.hpp"
#include "tandem/wal/wal_exception.hpp"
#include "tandem/wal/wal_recovery_report.hpp"

namespace tandem::wal {

class LockFile;
class LogEngine;

/** What a log has done since it was opened. */
struct WalStatistics {
  /** Forces of a segment. */
  struct Syncs {
    std::int64_t count;
    /** Their mean time. */
    double meanNs;
    /** The time that 99 in 100 of them stayed below, and the longest. */
    std::int64_t p99Ns;
    std::int64_t maxNs;
  };

  /** Records that are appended and not yet written. */
  struct Queue {
    /** How many there are now. */
    std::int64_t records;
    /** Appends that had to wait, and that were refused. */
    std::int64_t blocked;
    std::int64_t refused;
  };

  struct Segments {
    /** Prepared ahead. */
    std::int64_t ready;
    /** Zero-filled, and prepared from retired ones. */
    std::int64_t made;
    std::int64_t recycled;
  };

  /** Records: appended, of those written, of those synced. */
  std::int64_t appended;
  std::int64_t written;
  std::int64_t synced;
  /** Appends that requested a sync at once. */
  std::int64_t critical;
  /** Writes of a batch. */
  std::int64_t batches;
  /** Written, with headers and marks. */
  std::int64_t bytes;
  Syncs syncs;
  Queue queue;
  Segments segments;
};

/**
 * A write-ahead log in a directory of its own: records appended by any number of threads, written
 * and forced in groups by one, confirmed by sequence, and read back exactly after a crash.
 *
 * An I/O error ends the log for good: every wait and every later append is answered so, nothing is
 * tried again, and the log has to be opened anew, which finds what the disk has. A full disk is no
 * such error: see hasRoom.
 *
 * All methods but close and the destructor may be called by any thread. The directory is that of
 * the program in Java, byte for byte: either opens what the other has written.
 */
class Wal {
 public:
  /**
   * Opens a log, or makes one if the directory is empty or not there. Every record is checked, and
   * a torn tail is dropped.
   *
   * Throws WalLockedException if another writer has the directory, in another process, or of this
   * copy of the library in this one (see LockFile); WalCorruptedException if there
   * is damage that a crash does not explain; WalException if the directory holds something else, or
   * on an I/O error, or if the disk has no room for a segment and none is left that was prepared
   * before (then the message says how many bytes are missing, and the directory is as it was);
   * std::invalid_argument if the configuration is out of its bounds.
   */
  static Wal open(const std::filesystem::path& directory, const WalConfig& config = {});

  /** Says from which sequence on the records of a log are needed; -1 or 0 needs all. */
  using Needed = std::function<std::int64_t()>;

  /**
   * As open, where what is needed follows from something beside the log, as a snapshot, that its
   * writer may replace.
   *
   * @param needed called once, with the lock taken, and for the mode SKIP_OLDER_SEGMENTS; what it
   *     throws leaves
   */
  static Wal open(const std::filesystem::path& directory, const WalConfig& config,
                  const Needed& needed);

  /**
   * Whether a writer has a directory, in another process, or of this copy of the library in this
   * one (see LockFile); takes and changes nothing.
   */
  static bool isInUse(const std::filesystem::path& directory);

  /** Whether a directory holds a log, or what is left of one. */
  static bool isLog(const std::filesystem::path& directory);

  /**
   * Bytes of a segment, as the newest one of a log was made: for who opens a log without knowing
   * how it was made. 0 if the directory is not there or holds no segment. Throws WalException.
   */
  static std::int64_t segmentBytes(const std::filesystem::path& directory);

  /** Closes; errors are dropped. */
  ~Wal();
  Wal(Wal&&) noexcept;
  Wal& operator=(Wal&&) = delete;

  /** What was found when it was opened. */
  const WalRecoveryReport& recovery() const { return recovery_; }

  /**
   * Appends a record. The body is copied; nothing is allocated once all buffers are made. Nothing
   * is thrown but what the configuration's clock throws; then the record is not in the log.
   *
   * @param type 0 to 127, the caller's to choose
   * @param body of at most maxBodyBytes
   * @param urgent requests a sync as soon as the record is written, in a log that does not sync
   *     every batch anyway
   * @return its sequence: 0 for the first of the log, then one more each; or why it was refused
   */
  [[nodiscard]] AppendResult append(std::int8_t type, Bytes body, bool urgent = false);

  /** Largest body that an append takes, in bytes. */
  std::int64_t maxBodyBytes() const { return config_.maxBodyBytes(); }

  /** What is written and synced, and waits for it. */
  Confirmations confirmations() const;

  /**
   * Whether the disk has room for more: one read. It turns false as soon as the next segment cannot
   * be prepared; appends still succeed while the prepared ones last, at least those in reserve, and
   * are then answered FULL. It turns true again when there is room, for the reserve too.
   *
   * @param bytes that are going to be appended; more than a segment is never promised
   */
  bool hasRoom(std::int64_t bytes) const;

  /**
   * Waits, as may be wanted after opening, until the segments in reserve are prepared, or the disk
   * was found to have no room for them: before that, hasRoom promises nothing of a reserve.
   *
   * @return as hasRoom of nothing
   */
  bool awaitReserve();

  /** The number that was drawn when the log was made, and that it keeps for good. */
  std::int64_t logId() const;

  /** The bytes of a segment that it is configured with. */
  std::int64_t segmentBytes() const { return config_.segmentBytes; }

  /**
   * The checksum, as it is stored, of the mark that begins the batch of a record. With logId it
   * identifies the history that a record belongs to: each mark carries the checksum of the one
   * before it, and the time. It goes over the lengths in the record's segment: for a snapshot, not
   * for an append.
   *
   * @param sequence of a record that is written
   * @return MarkSearch::UNKNOWN, -1, if the record's segment is not kept any more, or there is no
   *     such record yet
   * Throws WalCorruptedException if the way to the record, its mark or the record itself is
   * damaged, as may be where the mode skips it; WalException if the segment cannot be read.
   */
  std::int64_t markBefore(std::int64_t sequence);

  /** The oldest sequence that is kept; -1 if there is none. */
  std::int64_t firstSequence();

  /** The sequence that the next append will get. */
  std::int64_t nextSequence();

  /**
   * Says that no record below a sequence is needed any more, as after a snapshot. Whole segments
   * below it are deleted, or used again, in the background, when the configuration's retention by
   * size allows it. What is kept begins with a segment whose first record is on the device.
   */
  void retainFrom(std::int64_t sequence);

  WalStatistics statistics();

  /** What ended the log; null while it is sound. It stays where it is as long as the log. */
  const std::string* failure() const;

  /**
   * Writes and syncs all that was appended, says so at the end of the log, and gives the directory
   * free. Appends after that are refused. A second call does nothing. Not beside a call of another
   * thread that destroys the log.
   *
   * Throws WalException if the log had failed, or fails now.
   */
  void close();

 private:
  Wal(std::filesystem::path directory, WalConfig config, WalRecoveryReport recovery,
      std::unique_ptr<LockFile> lock, std::unique_ptr<LogEngine> engine);

  std::filesystem::path directory_;
  WalConfig config_;
  WalRecoveryReport recovery_;
  // The lock goes last.
  std::unique_ptr<LockFile> lock_;
  std::unique_ptr<LogEngine> engine_;
};

}  // namespace tandem::wal
