#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "tandem/wal/durability.hpp"

namespace tandem::wal {

/**
 * Threads that sleep until a record reaches a level. The writer looks at one number when nobody
 * does, and wakes only those that it has reached.
 */
class ParkedWaiters {
 public:
  /** One wait of one thread, on its stack; it leaves the list with its owner. */
  class Node {
   public:
    /** Becomes a waiter; then its owner looks once more, and sleeps. */
    Node(ParkedWaiters& waiters, std::int64_t sequence, Durability level);
    ~Node();
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    /** Sleeps until the writer has reached it, or so many ns have passed; also for no reason. */
    void sleep(std::int64_t nanos);

   private:
    friend class ParkedWaiters;

    ParkedWaiters& waiters_;
    const std::int64_t sequence_;
    const Durability level_;
    /** Among all, under the mutex. */
    Node* before_ = nullptr;
    Node* behind_ = nullptr;
    bool reached_ = false;
    std::condition_variable woken_;
  };

  /** Wakes those whose record has reached its level. */
  void wakeReached(std::int64_t written, std::int64_t synced);

  /** Wakes all, to find out that the log has ended. */
  void wakeAll();

 private:
  std::mutex mutex_;
  Node* first_ = nullptr;
  /** Sequentially consistent: who waits adds itself and looks, the writer publishes and looks. */
  std::atomic<int> count_{0};
};

}  // namespace tandem::wal
