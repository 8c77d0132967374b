#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "tandem/wal/append/append_result.hpp"
#include "tandem/wal/append/batch.hpp"
#include "tandem/wal/append/log_failure.hpp"
#include "tandem/wal/append/writer_sleep.hpp"
#include "tandem/wal/storage/segment_supply.hpp"
#include "tandem/wal/wal_config.hpp"

namespace tandem::wal {

/**
 * The batches of a log: the active one, which producers fill, and those before it, which wait for
 * the writer. It decides which segment and place a batch is for when it opens it, because the
 * segment's seed goes into the records' checksums.
 *
 * Claims go without the lock; changing the active batch takes it. Buffers are made with the log,
 * and with SPILL up to their bound; else an append allocates nothing.
 */
class Batches {
 public:
  Batches(const WalConfig& config, SegmentSupply& supply, LogFailure& failure,
          WriterSleep& writerSleep, std::shared_ptr<Segment> first, std::int64_t sequence);

  // The producers' side: any thread.

  /** The batch to claim in. */
  Batch& activeAcquire() const { return *active_.load(std::memory_order_acquire); }

  /**
   * After a claim that did not fit, and was sealed if it was to be: returns when there may be
   * another batch to claim in, or why there is none.
   *
   * @return APPENDED to try again
   */
  AppendStatus awaitOpen(std::int64_t recordBytes);

  /** The sequence that the next append will get. */
  std::int64_t nextSequence();

  /** Something that appends may wait for has changed. */
  void signal();

  /** After the log has failed or been closed: no claim succeeds any more. */
  void shutDown();

  /** Appends that had to wait. */
  std::int64_t blocked() const { return blocked_.load(std::memory_order_relaxed); }
  /** Appends that were refused. */
  std::int64_t refused() const { return refused_.load(std::memory_order_relaxed); }

  // The writer's side: one thread.

  /** Whether anything waits for the writer. */
  bool hasRecordsSeqCst();

  /**
   * Takes the oldest batch with records, shutting it if it is the active one.
   *
   * @param last takes no batch with a higher generation
   * @return null if there is none
   * Throws WalException if a producer never seals it.
   */
  Batch* take(std::int64_t last);

  /** Waits until every record of a sealed batch is complete. Throws WalException if one never is.
   */
  void awaitCommits(const Batch& batch) const;

  /** Generation of the youngest batch. */
  std::int64_t generation();

  /** Gives a batch back whose records have been written. */
  void release(Batch& batch);

 private:
  bool openNext(std::int64_t recordBytes);
  AppendStatus waitForRoom(int turn, std::unique_lock<std::mutex>& lock);
  AppendStatus ended() const;
  Batch* provide();
  void planBehindActive();
  void shutActive();
  void releaseLocked(Batch& batch);

  const std::int64_t segmentBytes_;
  const std::int64_t bufferBytes_;
  /** How many buffers there may be. */
  const std::size_t most_;
  const BackpressurePolicy policy_;
  SegmentSupply& supply_;
  LogFailure& failure_;
  WriterSleep& writerSleep_;

  std::mutex mutex_;
  std::condition_variable room_;
  std::vector<std::unique_ptr<Batch>> made_;
  std::vector<Batch*> free_;
  /** Oldest first; as long as there are buffers at most. */
  std::vector<Batch*> queue_;
  std::int64_t generation_ = 0;

  /** Segment and place of the batch after the active one, if that gets no more records. */
  std::shared_ptr<Segment> planSegment_;
  std::int64_t planPosition_;
  std::int64_t plannedGeneration_ = 0;
  std::int64_t nextSequence_;

  std::atomic<Batch*> active_{nullptr};
  std::atomic<std::int64_t> blocked_{0};
  std::atomic<std::int64_t> refused_{0};
};

}  // namespace tandem::wal
