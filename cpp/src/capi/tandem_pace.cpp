// For benchmarks: commands at a given rate, timed to their answers.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "exchange_handle.hpp"
#include "pace_stamps.hpp"
#include "tandem.h"
#include "tandem/command/command_codec.hpp"
#include "tandem/pipeline/distribution.hpp"
#include "tandem/wal/append/cpu.hpp"

namespace {

static_assert(TANDEM_PACE_COUNTS == tandem::pipeline::Distribution::kCounts);

namespace codec = tandem::command::command_codec;
using tandem::capi::failure;
using tandem::capi::paceNanos;
using tandem::capi::PaceStamps;
using tandem::capi::Schedule;
using tandem::command::CommandInput;
using tandem::pipeline::Distribution;

/** What the producer does until a command is due. */
enum class Between { kSpin, kYield };

void wait(std::int64_t until, Between between) {
  while (paceNanos() < until) {
    if (between == Between::kYield) {
      std::this_thread::yield();
    } else {
      tandem::wal::spinHint();
    }
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

void submit(tandem_exchange& exchange, const CommandInput& in, PaceStamps& clock) {
  if (auto* polled = exchange.exchange->polled(); polled != nullptr) {
    polled->next().input(in);
    polled->submit();
    clock.answered(polled->next());
  } else {
    exchange.exchange->submit(in);
  }
}

void pace(tandem_exchange& exchange, const std::vector<CommandInput>& all, std::uint64_t passes,
          const Schedule& schedule, PaceStamps& clock, Distribution lateness, Between between) {
  std::uint64_t sent = 0;
  for (std::uint64_t pass = 0; pass < passes; pass++) {
    exchange.exchange->startBatch();
    for (const CommandInput& in : all) {
      const std::int64_t intended = schedule.at(sent++);
      wait(intended, between);
      lateness.record(paceNanos() - intended);
      submit(exchange, in, clock);
    }
  }
}

/** All commands may take no longer at the requested rate. */
constexpr double kMostNanos = 4611686018427387904.0;

int paced(tandem_exchange* exchange, const void* commands, size_t length, uint64_t passes,
          double rate, uint64_t* latency, uint64_t* lateness, tandem_paced* into, Between between) {
  const bool arguments = commands != nullptr && length != 0 && passes > 0 && latency != nullptr &&
                         lateness != nullptr && into != nullptr;
  // Threads of an exchange that fails use them until guarded() has ended these.
  Schedule schedule{};
  std::optional<PaceStamps> clock;
  return tandem::capi::guarded(exchange, arguments, [&](tandem_exchange& x) {
    if (x.capacity != 0) {
      return failure(TANDEM_INVALID, "an exchange that keeps event records cannot be paced");
    }
    if (!std::isfinite(rate) || rate <= 0) {
      return failure(TANDEM_INVALID, "the rate is no finite number above 0");
    }
    const auto all = decodeAll({static_cast<const std::byte*>(commands), length});
    if (all.empty()) {
      return failure(TANDEM_MALFORMED, "the bytes are not whole commands");
    }
    const double gap = 1e9 / rate;
    const double whole = static_cast<double>(passes) * static_cast<double>(all.size()) * gap;
    if (!(whole <= kMostNanos)) {
      return failure(TANDEM_INVALID, "at this rate the commands take over 2^62 ns");
    }
    constexpr std::int64_t kLeadNanos = 1'000'000;
    schedule = {paceNanos() + kLeadNanos, gap};
    clock.emplace(schedule, latency);
    x.answers.measure(x.isFused() ? nullptr : &*clock);
    pace(x, all, passes, schedule, *clock, Distribution(lateness), between);
    x.exchange->drain();
    x.answers.measure(nullptr);
    // They were not a submission's.
    x.answers.startBatch(nullptr);
    x.early = clock->early();
    *into = {static_cast<std::uint64_t>(paceNanos() - schedule.start), clock->refused()};
    return TANDEM_OK;
  });
}

}  // namespace

int tandem_exchange_pace(tandem_exchange* exchange, const void* commands, size_t length,
                         uint64_t passes, double rate, uint64_t* latency, uint64_t* lateness,
                         tandem_paced* into) {
  return paced(exchange, commands, length, passes, rate, latency, lateness, into, Between::kSpin);
}

int tandem_exchange_pace_yielding(tandem_exchange* exchange, const void* commands, size_t length,
                                  uint64_t passes, double rate, uint64_t* latency,
                                  uint64_t* lateness, tandem_paced* into) {
  return paced(exchange, commands, length, passes, rate, latency, lateness, into, Between::kYield);
}

int tandem_exchange_pace_early(tandem_exchange* exchange, tandem_early* into) {
  return tandem::capi::guarded(exchange, into != nullptr, [&](tandem_exchange& x) {
    *into = x.early;
    return TANDEM_OK;
  });
}
