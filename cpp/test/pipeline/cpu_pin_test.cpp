#include "tandem/pipeline/cpu_pin.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tandem/kernel/pipelined_kernel.hpp"

namespace tandem::pipeline {
namespace {

std::vector<std::size_t> cpusOf(const CpuMask& mask) {
  std::vector<std::size_t> cpus;
  for (std::size_t cpu = 0; cpu < mask.end(); cpu++) {
    if (mask.has(cpu)) {
      cpus.push_back(cpu);
    }
  }
  return cpus;
}

void inThread(const auto& work) { std::thread(work).join(); }

TEST(PipelinedCpuPin, TakesTheHighestAllowedCpuAndGivesItBack) {
  inThread([] {
    const auto allowed = cpusOf(CpuMask::ofThisThread());
    for (int turn = 0; turn < 2; turn++) {
      const CpuPin pin;
      EXPECT_EQ(pin.cpu(), allowed.back());
      EXPECT_EQ(cpusOf(CpuMask::ofThisThread()), std::vector{allowed.back()});
    }
    EXPECT_EQ(cpusOf(CpuMask::ofThisThread()), allowed);
  });
}

TEST(PipelinedCpuPin, StaysWithinWhatTheThreadMayUse) {
  inThread([] {
    const std::size_t lowest = cpusOf(CpuMask::ofThisThread()).front();
    CpuMask::of(lowest).apply();
    const CpuPin pin;
    EXPECT_EQ(pin.cpu(), lowest);
  });
}

TEST(PipelinedCpuPin, GivesNoCpuTwiceAndRefusesWhatInheritsOne) {
  inThread([] {
    const CpuPin pin;
    // It inherits the one CPU.
    inThread([&pin] {
      try {
        const CpuPin second;
        ADD_FAILURE() << "pinned to " << second.cpu();
      } catch (const std::runtime_error& e) {
        EXPECT_EQ(std::string(e.what()), "each CPU that it may use ({" + std::to_string(pin.cpu()) +
                                             "}) has a pinned thread already");
      }
    });
  });
}

TEST(PipelinedCpuPin, KernelThreadsArePinnedAndTheRestAreReported) {
  const std::size_t allowed = cpusOf(CpuMask::ofThisThread()).size();
  for (const bool pinned : {false, true}) {
    std::mutex mutex;
    std::set<std::string> reported;
    kernel::KernelOptions options;
    options.pinned = pinned;
    options.unpinned = [&](const std::string& text) {
      const std::lock_guard lock(mutex);
      reported.insert(text);
    };
    {
      kernel::PipelinedKernel kernel(statemachine::StagesOptions(), options);
      command::CommandInput nop;
      nop.type = command::type::kNop;
      kernel.submit(nop);
      kernel.close();
    }
    // Admission, risk, matching, results.
    const std::size_t without = pinned && allowed < 4 ? 4 - allowed : 0;
    EXPECT_EQ(reported.size(), without);
    for (const std::string& text : reported) {
      EXPECT_NE(text.find(" runs unpinned: each CPU that it may use ({"), std::string::npos)
          << text;
    }
  }
}

TEST(PipelinedCpuPin, AKernelOutlivesAListenerThatThrows) {
  inThread([] {
    // Of its threads one gets the only CPU.
    CpuMask::of(cpusOf(CpuMask::ofThisThread()).front()).apply();
    kernel::KernelOptions options;
    options.pinned = true;
    std::atomic<int> tried{0};
    options.unpinned = [&](const std::string&) {
      if (++tried == 1) {
        throw std::runtime_error("no room for it");
      }
      throw 5;
    };
    ::testing::internal::CaptureStderr();
    {
      kernel::PipelinedKernel kernel(statemachine::StagesOptions(), options);
      command::CommandInput nop;
      nop.type = command::type::kNop;
      kernel.submit(nop);
      kernel.close();
    }
    const std::string said = ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(tried, 3);
    EXPECT_NE(said.find("KernelOptions::unpinned has thrown: no room for it\n"), std::string::npos);
    EXPECT_NE(said.find("KernelOptions::unpinned has thrown\n"), std::string::npos);
    EXPECT_NE(said.find(" runs unpinned: each CPU that it may use"), std::string::npos) << said;
  });
}

}  // namespace
}  // namespace tandem::pipeline
