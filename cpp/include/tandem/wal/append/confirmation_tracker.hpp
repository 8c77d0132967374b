#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

#include "tandem/wal/append/log_failure.hpp"
#include "tandem/wal/append/parked_waiters.hpp"
#include "tandem/wal/append/positions.hpp"
#include "tandem/wal/append/writer_sleep.hpp"
#include "tandem/wal/durability.hpp"
#include "tandem/wal/wal_config.hpp"

namespace tandem::wal {

/** How a wait for a confirmation ended. */
enum class ConfirmStatus {
  /** The record, and all before it, have reached the level. */
  CONFIRMED,
  /** Not within the limit; the record is still in flight, and a later wait may succeed. */
  TIMEOUT,
  /** The log has failed before. */
  POISONED,
  /** The log has been closed without ever taking the record. */
  CLOSED
};

/**
 * How far a log is written and synced, and waits for it. A sync confirms all records that it
 * carried, so a confirmation is for a sequence and all before it.
 *
 * Any thread may call the first part, which Confirmations hands out. Nothing is thrown, and nothing
 * is allocated. A wait looks again and again for 300 us, about one sync, as long as no more than a
 * configured number do so, and sleeps then.
 */
class ConfirmationTracker {
 public:
  ConfirmationTracker(const WalConfig& config, Positions& positions, WriterSleep& writerSleep,
                      std::function<std::int64_t()> nextSequence, LogFailure& failure);

  /** Whether a record has reached a level: one read, but of NONE. */
  [[nodiscard]] bool isConfirmed(std::int64_t sequence, Durability level) const;

  /** Highest sequence that is written; -1 if none. One read. */
  std::int64_t written() const { return positions_.writtenAcquire(); }

  /** Highest sequence that is synced; -1 if none. One read. */
  std::int64_t synced() const { return positions_.syncedAcquire(); }

  /** Waits as long as the log's configuration says. */
  [[nodiscard]] ConfirmStatus await(std::int64_t sequence, Durability level) {
    return await(sequence, level, limit_);
  }

  /**
   * Waits until a record has reached a level; for SYNCED it requests a sync, where the log does not
   * sync every batch.
   *
   * @param limit how long at most. It bounds this wait only: the record is not withdrawn when it
   * has passed, and must not be appended again for it
   */
  [[nodiscard]] ConfirmStatus await(std::int64_t sequence, Durability level,
                                    std::chrono::nanoseconds limit);

  // The writer's side.

  /**
   * Whether a sync is requested and there is something to sync. A request ahead of its record has
   * to wait for the record.
   */
  bool isSyncDueSeqCst() const;

  void publishWritten(std::int64_t sequence);
  void publishSynced(std::int64_t sequence);

  /** The log has failed or is closed: nothing is confirmed any more. */
  void end() { waiters_.wakeAll(); }

 private:
  void requestSync(std::int64_t sequence);
  bool spin(std::int64_t sequence, Durability level, std::chrono::nanoseconds limit);
  ConfirmStatus park(std::int64_t sequence, Durability level,
                     std::chrono::steady_clock::time_point start, std::chrono::nanoseconds limit);

  Positions& positions_;
  WriterSleep& writerSleep_;
  const std::function<std::int64_t()> nextSequence_;
  LogFailure& failure_;
  const bool syncsAlways_;
  const std::chrono::nanoseconds limit_;
  const int spinners_;
  ParkedWaiters waiters_;
  std::atomic<std::int64_t> syncRequest_{-1};
  std::atomic<int> spinning_{0};
};

}  // namespace tandem::wal
