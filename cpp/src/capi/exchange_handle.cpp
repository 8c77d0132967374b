// The exchange behind a handle of tandem.h: its options checked, its failure kept.
#include "exchange_handle.hpp"

#include <cstddef>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>

namespace {

constexpr std::uint32_t kMostExpected = std::uint32_t{1} << 28;
/** As many answers may wait for the log. */
constexpr std::size_t kLogRing = 4096;
/** The size of options that end where minor version 4 continues. */
constexpr std::uint32_t kWithoutPinned = offsetof(tandem_options, pinned);
static_assert(kWithoutPinned == 32);
constexpr std::uint16_t kMostShards = 64;

tandem::u32 shards(std::uint16_t asked) { return asked == 0 ? 1 : asked; }

}  // namespace

tandem_exchange::tandem_exchange(const tandem_options& options,
                                 const std::optional<tandem::journal::JournalOptions>& journal)
    : capacity(options.event_capacity) {
  tandem::ExchangeOptions choice;
  choice.stages.riskShards = options.without_risk == 1 ? 0 : shards(options.risk_shards);
  choice.stages.matchingShards = shards(options.matching_shards);
  choice.stages.expectedUsers = options.expected_users;
  choice.stages.expectedOrders = options.expected_orders;
  choice.stages.listener = capacity == 0 ? nullptr : &events;
  choice.pipelined = options.pipelined == 1;
  choice.pipeline.pinned = options.pinned == 1;
  choice.journal = journal;
  if (journal) {
    choice.pipeline.ringSize = kLogRing;
  }
  if (choice.pipelined || journal) {
    choice.stages.handler = &answers;
  }
  exchange = std::make_unique<tandem::Exchange>(choice);
}

namespace tandem::capi {

tandem_options known(const tandem_options& options) {
  tandem_options all{};
  if (options.size == sizeof all) {
    return options;
  }
  if (options.size == kWithoutPinned) {
    std::memcpy(&all, &options, kWithoutPinned);
    all.size = sizeof all;
  }
  return all;
}

const char* wrongWith(const tandem_options& options) {
  if (options.size != sizeof(tandem_options)) {
    return "options of another size: they are of another version of tandem.h";
  }
  if (options.without_risk > 1) {
    return "without_risk is neither 0 nor 1";
  }
  if (options.pipelined > 1) {
    return "pipelined is neither 0 nor 1";
  }
  if (options.pinned > 1) {
    return "pinned is neither 0 nor 1";
  }
  if (options.reserved != 0) {
    return "a reserved word is not 0";
  }
  if (options.pipelined == 0 && (options.risk_shards | options.matching_shards) != 0) {
    return "shards are of a pipelined exchange";
  }
  if (options.risk_shards > kMostShards || options.matching_shards > kMostShards) {
    return "more than 64 shards";
  }
  if (options.without_risk == 1 && options.risk_shards > 1) {
    return "without risk there is one thread in its place: risk_shards must be 0 or 1";
  }
  if (options.expected_users > kMostExpected || options.expected_orders > kMostExpected) {
    return "more than 2^28 users or orders expected";
  }
  return nullptr;
}

int notMade(int otherwise) noexcept {
  try {
    throw;
  } catch (const std::bad_alloc& e) {
    return failure(TANDEM_NO_MEMORY, e.what());
  } catch (const std::length_error& e) {
    return failure(TANDEM_NO_MEMORY, e.what());
  } catch (const std::invalid_argument& e) {
    return failure(TANDEM_INVALID, e.what());
  } catch (const std::filesystem::filesystem_error& e) {
    return failure(otherwise, e.what());
  } catch (const std::system_error& e) {
    // As std::thread throws it; files have exceptions of their own.
    const bool thread = e.code() == std::errc::resource_unavailable_try_again;
    return failure(thread ? TANDEM_NO_THREADS : otherwise,
                   thread ? "the system makes no more threads" : e.what());
  } catch (const std::exception& e) {
    return failure(otherwise, e.what());
  } catch (...) {
    return failure(otherwise, "unknown");
  }
}

}  // namespace tandem::capi
