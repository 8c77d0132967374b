#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "tandem/wal/append/batches.hpp"
#include "tandem/wal/append/confirmation_tracker.hpp"
#include "tandem/wal/append/log_failure.hpp"
#include "tandem/wal/append/retention.hpp"
#include "tandem/wal/append/sync_times.hpp"
#include "tandem/wal/append/writer_sleep.hpp"
#include "tandem/wal/format/mark_buffer.hpp"
#include "tandem/wal/storage/segment_supply.hpp"
#include "tandem/wal/storage/segment_table.hpp"
#include "tandem/wal/wal_config.hpp"

namespace tandem::wal {

/**
 * The thread that writes and syncs, which calls run: it takes all that has arrived, writes it,
 * publishes how far it is written, forces, publishes how far it is synced, and begins again. So one
 * sync is in flight at a time, and the next begins as soon as it ends, with all that arrived
 * meanwhile.
 */
class BatchWriter {
 public:
  /** What it works with; all of it outlives the writer. */
  struct Parts {
    Batches& batches;
    WriterSleep& sleep;
    ConfirmationTracker& confirmations;
    SegmentTable& table;
    SegmentSupply& supply;
    LogFailure& failure;
    Retention& retention;
    /** ns since 1970. */
    std::function<std::int64_t()> clock;
    /** Called with what ends the log. */
    std::function<void(const std::string&)> onFailure;
  };

  struct Counts {
    std::atomic<std::int64_t> batches{0};
    std::atomic<std::int64_t> bytes{0};
  };

  /**
   * @param chain checksum of the last mark of the log
   */
  BatchWriter(const WalConfig& config, Parts parts, std::shared_ptr<Segment> first,
              std::uint32_t chain);

  /** Works until the log is closed or fails; no exception leaves it. */
  void run();

  const Counts& counts() const { return counts_; }
  const SyncTimes& syncTimes() const { return syncTimes_; }

 private:
  void runUntilClosed();
  bool turn();
  void write(Batch& batch);
  void mark(std::byte* target, std::int8_t type, std::int64_t sequence);
  void roll(const std::shared_ptr<Segment>& next, std::int64_t sequence);
  void finishBehind(Segment& old, std::int64_t from, std::int64_t to);
  void writeEnd(std::int8_t type, std::int64_t sequence);
  void sync(std::int64_t upTo);
  void rest(int idle);
  void reportSynced();
  bool hasWork();
  std::int64_t provenSynced() const;
  bool isToReport() const;
  void finish();
  void abandonFiles();

  const Parts parts_;
  const bool syncsAlways_;
  const std::int64_t maxBatchBytes_;

  std::shared_ptr<Segment> segment_;
  bool segmentUsed_ = false;
  /** First record of the segment. */
  std::int64_t segmentFrom_ = 0;
  /** With the next sync its first record is durable, which retention waits for. */
  bool rolled_ = false;

  std::uint32_t chain_;
  std::deque<std::shared_ptr<Segment>> unsynced_;
  MarkBuffer endMark_;
  /** Last record of the newest segment that was forced behind the writer; -1 if none was. */
  std::atomic<std::int64_t> finishedTo_{-1};
  /** What the newest mark says was synced. */
  std::int64_t reported_;
  /** When there last began to be no work. */
  std::chrono::steady_clock::time_point restingSince_{};

  Counts counts_;
  SyncTimes syncTimes_;
};

}  // namespace tandem::wal
