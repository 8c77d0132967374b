#pragma once

#include <atomic>
#include <cstdint>

namespace tandem::pipeline {

/**
 * How far one stage has come: the number of the last event that it is done with, -1 before the
 * first. One thread writes, any may read. It has two cache lines of its own, because processors
 * fetch lines in pairs.
 */
class alignas(128) Sequence {
 public:
  std::int64_t getPlain() const { return value_.load(std::memory_order_relaxed); }
  /** What the writer did before it set this value is seen after this call. */
  std::int64_t getAcquire() const { return value_.load(std::memory_order_acquire); }
  void setRelease(std::int64_t value) { value_.store(value, std::memory_order_release); }

 private:
  std::atomic<std::int64_t> value_{-1};
};

}  // namespace tandem::pipeline
