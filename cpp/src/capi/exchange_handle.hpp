#pragma once

#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>

#include "answer_codes.hpp"
#include "event_log.hpp"
#include "tandem.h"
#include "tandem/exchange.hpp"

/** An exchange, the event records that nobody took yet, and why it failed, if it did. */
struct tandem_exchange {
  /** Options that nothing is wrong with; throws what tandem::Exchange does. */
  tandem_exchange(const tandem_options& options,
                  const std::optional<tandem::journal::JournalOptions>& journal);

  /** Whether each command is answered before its submission returns. */
  bool isFused() { return exchange->polled() != nullptr; }

  tandem::EventLog events;
  tandem::AnswerCodes answers;
  std::uint64_t capacity;
  /** Of the last paced run. */
  tandem_early early{};
  /** Null once it has failed. */
  std::unique_ptr<tandem::Exchange> exchange;
  bool failed = false;
  /** Not allocated when it is needed: what failed may be an allocation. */
  char cause[768] = "";
};

namespace tandem::capi {

inline thread_local char errorText[1024] = "";

inline int failure(int code, const char* text) {
  std::snprintf(errorText, sizeof errorText, "%s", text);
  return code;
}

/** Options of this version, from those of a caller who may know fewer. */
tandem_options known(const tandem_options& options);

/** Why an exchange cannot be made with these options; null if it can. */
const char* wrongWith(const tandem_options& options);

/**
 * What an exchange that could not be made comes to, in the handler of what was thrown; `otherwise`
 * where it was neither a choice, nor memory, nor a thread.
 */
int notMade(int otherwise) noexcept;

/**
 * Poisons an exchange in the middle of whose work something was thrown, and ends its threads: they
 * write where the caller wants its answers, and may do so no more when the call has returned.
 */
inline int poison(tandem_exchange& exchange, const char* cause) {
  exchange.failed = true;
  std::snprintf(exchange.cause, sizeof exchange.cause, "the exchange has failed: %s", cause);
  exchange.exchange.reset();
  return failure(TANDEM_FAILED, exchange.cause);
}

/**
 * Runs a call on an exchange that has not failed; nothing that it throws leaves. Threads of the
 * exchange may continue after it has thrown until this returns: what they write to must live as
 * long.
 */
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
