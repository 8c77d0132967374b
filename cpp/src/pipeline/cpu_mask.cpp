#include "tandem/pipeline/cpu_mask.hpp"

#include <sched.h>

#include <cerrno>
#include <stdexcept>

namespace tandem::pipeline {

namespace {

/** Far above the CPUs that a kernel can be built for, 8,192. */
constexpr std::size_t kMostBytes = 1 << 16;
constexpr std::size_t kFewestBytes = 128;
constexpr pid_t kThisThread = 0;

}  // namespace

CpuMask CpuMask::ofThisThread() {
  // The kernel refuses a mask with less room than it has CPUs, and does not say how many.
  for (std::size_t bytes = kFewestBytes;; bytes *= 2) {
    CpuMask mask(bytes / sizeof(unsigned long));
    if (::sched_getaffinity(kThisThread, bytes, reinterpret_cast<cpu_set_t*>(mask.words_.data())) ==
        0) {
      return mask;
    }
    if (errno != EINVAL || bytes >= kMostBytes) {
      throw std::runtime_error("sched_getaffinity failed with errno " + std::to_string(errno));
    }
  }
}

CpuMask CpuMask::of(std::size_t cpu) {
  CpuMask mask(cpu / kBits + 1);
  mask.words_.back() = 1UL << (cpu % kBits);
  return mask;
}

void CpuMask::apply() const {
  if (::sched_setaffinity(kThisThread, words_.size() * sizeof(unsigned long),
                          reinterpret_cast<const cpu_set_t*>(words_.data())) != 0) {
    const int error = errno;
    throw std::runtime_error("sched_setaffinity to " + text() + " failed with errno " +
                             std::to_string(error));
  }
}

std::string CpuMask::text() const {
  std::string text = "{";
  for (std::size_t cpu = 0; cpu < end(); cpu++) {
    if (has(cpu)) {
      text += (text.size() == 1 ? "" : ", ") + std::to_string(cpu);
    }
  }
  return text + "}";
}

}  // namespace tandem::pipeline
