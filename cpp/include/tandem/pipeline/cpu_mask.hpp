#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tandem::pipeline {

/**
 * CPUs, by number, as Linux keeps them for a thread. The calls throw std::runtime_error with the
 * reason if the system refuses.
 */
class CpuMask {
 public:
  /** Those that the calling thread may use. */
  static CpuMask ofThisThread();
  /** A mask of one CPU. */
  static CpuMask of(std::size_t cpu);

  /** Lets the calling thread use these and no others. */
  void apply() const;

  /** One above the highest number that may be in it. */
  std::size_t end() const { return words_.size() * kBits; }
  bool has(std::size_t cpu) const {
    return cpu < end() && (words_[cpu / kBits] >> (cpu % kBits) & 1) != 0;
  }
  /** As "{0, 1}". */
  std::string text() const;

 private:
  static constexpr std::size_t kBits = 8 * sizeof(unsigned long);

  explicit CpuMask(std::size_t words) : words_(words) {}

  std::vector<unsigned long> words_;
};

}  // namespace tandem::pipeline
