#pragma once

#include <cstddef>

#include "tandem/pipeline/cpu_mask.hpp"

namespace tandem::pipeline {

/**
 * One CPU for the thread that creates and destroys this: no other thread that this library pins
 * gets it until then.
 *
 * The CPU is one of those that the thread may use anyway, so what taskset or a cgroup allows stays
 * the limit. The highest goes first: the lowest serve most interrupts, and the second halves of the
 * cores often come last, after a first half each.
 */
class CpuPin {
 public:
  /** Pins the calling thread. std::runtime_error if it cannot be pinned, with the reason. */
  CpuPin();
  /** Lets the thread use what it could use before. */
  ~CpuPin();
  CpuPin(const CpuPin&) = delete;
  CpuPin& operator=(const CpuPin&) = delete;

  std::size_t cpu() const { return cpu_; }

 private:
  const CpuMask former_;
  const std::size_t cpu_;
};

}  // namespace tandem::pipeline
