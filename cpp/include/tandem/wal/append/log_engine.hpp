#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "tandem/wal/append/append_result.hpp"
#include "tandem/wal/append/batch_writer.hpp"
#include "tandem/wal/append/batches.hpp"
#include "tandem/wal/append/confirmation_tracker.hpp"
#include "tandem/wal/append/log_failure.hpp"
#include "tandem/wal/append/retention.hpp"
#include "tandem/wal/append/writer_sleep.hpp"
#include "tandem/wal/recovery/log_walk.hpp"
#include "tandem/wal/recovery/tail_repair.hpp"
#include "tandem/wal/storage/segment_supply.hpp"
#include "tandem/wal/storage/segment_table.hpp"
#include "tandem/wal/system_clock.hpp"
#include "tandem/wal/wal_config.hpp"

namespace tandem::wal {

/** The parts of an open log, put together: buffers, writer, supply of segments, retention. */
class LogEngine {
 public:
  /**
   * Repairs what was walked over, and starts the threads.
   *
   * @param walk has been walked to its end
   * Throws WalException; then nothing runs.
   */
  LogEngine(const std::filesystem::path& directory, const WalConfig& config, LogWalk& walk);

  /** Ends the threads, as close does. */
  ~LogEngine();
  LogEngine(const LogEngine&) = delete;
  LogEngine& operator=(const LogEngine&) = delete;

  /** Any thread. Allocates, and throws, as Wal::append says. */
  [[nodiscard]] AppendResult append(std::int8_t type, Bytes body, bool urgent);

  /** Ends the log for good, by the first cause. Any thread. */
  void fail(const std::string& cause);

  /** Writes and syncs all that was appended, and ends the threads; a second call does nothing. */
  void close();

  std::int64_t nextSequence() { return batches_->nextSequence(); }
  std::int64_t firstSequence();
  bool hasRoom() const { return !supply_->isOutOfRoom() && failure_.causeAcquire() == nullptr; }
  void awaitReserve() { supply_->awaitReserve(); }
  void retainFrom(std::int64_t sequence) { retention_->retainFrom(sequence); }
  std::int64_t logId() const { return logId_; }
  const LogFailure& failure() const { return failure_; }
  ConfirmationTracker& confirmations() { return confirmations_; }
  Batches& batches() { return *batches_; }
  const SegmentTable& table() const { return table_; }
  SegmentSupply& supply() { return *supply_; }
  const BatchWriter::Counts& counts() const { return writer_->counts(); }
  const SyncTimes& syncTimes() const { return writer_->syncTimes(); }
  /** Of the first record that is appended since the log was opened. */
  std::int64_t startSequence() const { return startSequence_; }
  /** Appends that requested a sync at once. */
  std::int64_t critical() const { return critical_.load(std::memory_order_relaxed); }
  void countCritical() { critical_.fetch_add(1, std::memory_order_relaxed); }

 private:
  std::int64_t now();
  void start(const std::filesystem::path& directory, LogWalk& walk, TailRepair& repair);

  const WalConfig config_;
  const std::int64_t maxBody_;
  const std::int64_t startSequence_;
  SystemClock system_;
  /** The latest time in the log: no record is before it, whatever the clock of the run before said.
   */
  std::int64_t leastTime_;
  std::int64_t logId_ = 0;

  LogFailure failure_;
  WriterSleep writerSleep_;
  SegmentTable table_;
  Positions positions_;
  ConfirmationTracker confirmations_;
  std::unique_ptr<ExtentFile> extent_;
  std::unique_ptr<SegmentSupply> supply_;
  std::unique_ptr<Batches> batches_;
  std::unique_ptr<Retention> retention_;
  std::unique_ptr<BatchWriter> writer_;
  std::atomic<std::int64_t> critical_{0};
  std::thread writerThread_;
  std::thread supplyThread_;
};

}  // namespace tandem::wal
