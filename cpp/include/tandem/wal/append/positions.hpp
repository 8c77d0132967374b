#pragma once

#include <atomic>
#include <cstdint>

namespace tandem::wal {

/**
 * How far a log is written and synced. The writer publishes, everyone reads; each number is alone
 * on its cache lines, which readers may poll.
 */
class Positions {
 public:
  explicit Positions(std::int64_t last) : written_(last), synced_(last) {}

  /** Highest sequence written; -1 if none. */
  std::int64_t writtenAcquire() const { return written_.load(std::memory_order_acquire); }

  /** Highest sequence synced; -1 if none. */
  std::int64_t syncedAcquire() const { return synced_.load(std::memory_order_acquire); }

  /**
   * Sequentially consistent, so that a waiter either sees it or is seen by the writer's next look
   * for waiters.
   */
  void publishWrittenSeqCst(std::int64_t sequence) { written_.store(sequence); }

  /** As publishWrittenSeqCst. */
  void publishSyncedSeqCst(std::int64_t sequence) { synced_.store(sequence); }

  /** As the publishing: for who has just become a waiter. */
  std::int64_t writtenSeqCst() const { return written_.load(); }
  std::int64_t syncedSeqCst() const { return synced_.load(); }

 private:
  /** Two lines: they are fetched in pairs. */
  static constexpr std::size_t APART_BYTES = 128;

  alignas(APART_BYTES) std::atomic<std::int64_t> written_;
  alignas(APART_BYTES) std::atomic<std::int64_t> synced_;
};

}  // namespace tandem::wal
