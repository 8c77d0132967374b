#include "tandem/pipeline/cpu_pin.hpp"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace tandem::pipeline {

namespace {

/** CPUs that have a pinned thread. */
class Taken {
 public:
  static Taken& ofProcess() {
    // Never destroyed: a thread may outlive main().
    static Taken& taken = *new Taken;
    return taken;
  }

  std::size_t take(const CpuMask& allowed) {
    const std::lock_guard lock(mutex_);
    for (std::size_t cpu = allowed.end(); cpu-- > 0;) {
      if (allowed.has(cpu) && std::find(cpus_.begin(), cpus_.end(), cpu) == cpus_.end()) {
        cpus_.push_back(cpu);
        return cpu;
      }
    }
    throw std::runtime_error("each CPU that it may use (" + allowed.text() +
                             ") has a pinned thread already");
  }

  void giveBack(std::size_t cpu) {
    const std::lock_guard lock(mutex_);
    cpus_.erase(std::remove(cpus_.begin(), cpus_.end(), cpu), cpus_.end());
  }

 private:
  std::mutex mutex_;
  std::vector<std::size_t> cpus_;
};

}  // namespace

CpuPin::CpuPin() : former_(CpuMask::ofThisThread()), cpu_(Taken::ofProcess().take(former_)) {
  try {
    CpuMask::of(cpu_).apply();
  } catch (...) {
    Taken::ofProcess().giveBack(cpu_);
    throw;
  }
}

CpuPin::~CpuPin() {
  try {
    former_.apply();
  } catch (const std::exception&) {
    // The CPU is free for others all the same.
  }
  Taken::ofProcess().giveBack(cpu_);
}

}  // namespace tandem::pipeline
