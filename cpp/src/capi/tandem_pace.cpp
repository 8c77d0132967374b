// tandem_exchange_pace, for benchmarks: commands at a given rate, timed to their answers.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "distribution.hpp"
#include "exchange_handle.hpp"
#include "tandem.h"
#include "tandem/command/command_codec.hpp"

namespace {

namespace codec = tandem::command::command_codec;
using tandem::Distribution;
using Clock = std::chrono::steady_clock;
using tandem::capi::failure;
using tandem::command::CommandInput;

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
      .count();
}

/** When each command is to be submitted. */
struct Schedule {
  std::int64_t start;
  double gap;

  std::int64_t at(std::uint64_t i) const {
    return start + static_cast<std::int64_t>(static_cast<double>(i) * gap);
  }
};

class Answered final : public tandem::AnswerClock {
 public:
  Answered(const Schedule& schedule, std::uint64_t* counts)
      : schedule_(schedule), distribution_(counts) {}

  void answered(const tandem::command::Command& c) override {
    distribution_.record(now() - schedule_.at(next_++));
    refused_ += c.result == tandem::command::ResultCode::kOk ? 0 : 1;
  }

  /** Commands that were refused. */
  std::uint64_t refused() const { return refused_; }

 private:
  const Schedule& schedule_;
  Distribution distribution_;
  std::uint64_t next_ = 0;
  std::uint64_t refused_ = 0;
};

void wait(std::int64_t until) {
  while (now() < until) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
}

std::vector<CommandInput> decodeAll(std::span<const std::byte> bytes) {
  std::vector<CommandInput> all;
  std::size_t done = 0;
  while (done < bytes.size()) {
    const std::size_t length = codec::decode(bytes.subspan(done), all.emplace_back());
    if (length == 0) {
      return {};
    }
    done += length;
  }
  return all;
}

void submit(tandem_exchange& exchange, const CommandInput& in, Answered& clock) {
  if (auto* fused = exchange.exchange->fused(); fused != nullptr) {
    fused->next().input(in);
    fused->submit();
    clock.answered(fused->next());
  } else {
    exchange.exchange->submit(in);
  }
}

void pace(tandem_exchange& exchange, const std::vector<CommandInput>& all, std::uint64_t passes,
          const Schedule& schedule, Answered& clock, Distribution lateness) {
  std::uint64_t sent = 0;
  for (std::uint64_t pass = 0; pass < passes; pass++) {
    exchange.exchange->startBatch();
    for (const CommandInput& in : all) {
      const std::int64_t intended = schedule.at(sent++);
      wait(intended);
      lateness.record(now() - intended);
      submit(exchange, in, clock);
    }
  }
}

}  // namespace

int tandem_exchange_pace(tandem_exchange* exchange, const void* commands, size_t length,
                         uint64_t passes, double rate, uint64_t* latency, uint64_t* lateness,
                         tandem_paced* into) {
  const bool arguments = commands != nullptr && length != 0 && passes > 0 && rate > 0 &&
                         latency != nullptr && lateness != nullptr && into != nullptr;
  return tandem::capi::guarded(exchange, arguments, [&](tandem_exchange& x) {
    if (x.capacity != 0) {
      return failure(TANDEM_INVALID, "an exchange that keeps event records cannot be paced");
    }
    const auto all = decodeAll({static_cast<const std::byte*>(commands), length});
    if (all.empty()) {
      return failure(TANDEM_MALFORMED, "the bytes are not whole commands");
    }
    constexpr std::int64_t kLeadNanos = 1'000'000;
    const Schedule schedule{now() + kLeadNanos, 1e9 / rate};
    Answered clock(schedule, latency);
    x.answers.tell(x.isFused() ? nullptr : &clock);
    pace(x, all, passes, schedule, clock, Distribution(lateness));
    x.exchange->drain();
    x.answers.tell(nullptr);
    *into = {static_cast<std::uint64_t>(now() - schedule.start), clock.refused()};
    return TANDEM_OK;
  });
}
