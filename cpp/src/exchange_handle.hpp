#pragma once

#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>

#include "answer_codes.hpp"
#include "event_log.hpp"
#include "tandem.h"
#include "tandem/topology/fused_kernel.hpp"
#include "tandem/topology/pipelined_kernel.hpp"

/** One exchange: a kernel, the event records that nobody took yet, and why it failed, if it did. */
struct tandem_exchange {
  tandem_exchange(tandem::machine::StagesOptions options, std::uint64_t eventCapacity,
                  bool isPipelined)
      : capacity(eventCapacity) {
    options.listener = eventCapacity == 0 ? nullptr : &events;
    if (isPipelined) {
      options.handler = &answers;
      pipelined = std::make_unique<tandem::topology::PipelinedKernel>(
          options, tandem::topology::KernelOptions());
    } else {
      fused = std::make_unique<tandem::topology::FusedKernel>(options);
    }
  }

  /** To be read between two calls: then everything submitted is answered. */
  const tandem::machine::Stages& stages() const {
    return fused ? fused->stages() : pipelined->stages();
  }

  tandem::EventLog events;
  tandem::AnswerCodes answers;
  /** One of the two. */
  std::unique_ptr<tandem::topology::FusedKernel> fused;
  std::unique_ptr<tandem::topology::PipelinedKernel> pipelined;
  std::uint64_t capacity;
  bool failed = false;
  /** Not allocated when it is needed: what failed may be an allocation. */
  char cause[192] = "";
};

namespace tandem::capi {

inline thread_local char errorText[256] = "";

inline int failure(int code, const char* text) {
  std::snprintf(errorText, sizeof errorText, "%s", text);
  return code;
}

/** Poisons an exchange in the middle of whose work something was thrown. */
inline int poison(tandem_exchange& exchange, const char* cause) {
  exchange.failed = true;
  std::snprintf(exchange.cause, sizeof exchange.cause, "the exchange has failed: %s", cause);
  return failure(TANDEM_FAILED, exchange.cause);
}

/** Runs a call on an exchange that has not failed; nothing that it throws leaves. */
template <class Call>
int guarded(tandem_exchange* exchange, bool arguments, Call call) noexcept {
  if (exchange == nullptr || !arguments) {
    return failure(TANDEM_INVALID, "a null pointer where something must be, or a side above 1");
  }
  if (exchange->failed) {
    return failure(TANDEM_FAILED, exchange->cause);
  }
  try {
    return call(*exchange);
  } catch (const std::exception& e) {
    return poison(*exchange, e.what());
  } catch (...) {
    return poison(*exchange, "unknown");
  }
}

}  // namespace tandem::capi
