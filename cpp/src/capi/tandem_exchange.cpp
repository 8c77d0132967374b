// The functions tandem_exchange_* of tandem.h, but for those on a log and of benchmarks.
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "exchange_handle.hpp"
#include "tandem.h"
#include "tandem/command/command_codec.hpp"

namespace codec = tandem::command::command_codec;
using tandem::u8;
using tandem::capi::failure;
using tandem::capi::guarded;
using tandem::matching::BookView;
using tandem::matching::OrderBook;
using tandem::matching::OrderView;
using tandem::risk::UserState;

namespace {

/** Of whichever shard has it; null if none has. */
const OrderBook* bookOf(const tandem_exchange& exchange, std::int32_t symbol) {
  const auto& stages = exchange.exchange->stages();
  for (tandem::u32 shard = 0; shard < stages.matchingShards(); shard++) {
    if (const OrderBook* book = stages.matching(shard).book(symbol); book != nullptr) {
      return book;
    }
  }
  return nullptr;
}

int noSymbol() { return failure(TANDEM_NOT_FOUND, "no such symbol"); }

tandem_order asOrder(const OrderView& order) {
  return {order.orderId, order.userId, order.price, order.quantity + order.hidden, order.side};
}

/** Of whichever risk shard has him; nothing without risk. */
std::optional<UserState> userOf(const tandem_exchange& exchange, std::int64_t userId) {
  const auto& stages = exchange.exchange->stages();
  std::optional<UserState> user;
  for (tandem::u32 shard = 0; shard < stages.riskShards() && !user; shard++) {
    user = stages.risk(shard).user(userId);
  }
  return user;
}

int eventsFull() { return failure(TANDEM_EVENTS_FULL, "event records wait to be drained"); }

int malformed(std::size_t at, std::size_t size) {
  char text[128];
  std::snprintf(text, sizeof text, "no command at byte %zu of %zu", at, size);
  return failure(TANDEM_MALFORMED, text);
}

bool isFull(const tandem_exchange& exchange) {
  return exchange.capacity != 0 && exchange.events.size() >= exchange.capacity;
}

/** Commands between two looks at the event records that wait, if any are kept. */
constexpr std::size_t kDrainedBatch = 1024;

/** The bytes of the first so many commands, which were decoded before. */
std::size_t lengthOf(std::span<const std::byte> bytes, std::size_t commands) {
  std::size_t length = 0;
  tandem::command::Command slot;
  for (std::size_t i = 0; i < commands; i++) {
    length += codec::decode(bytes.subspan(length), slot);
  }
  return length;
}

/** Where it throws, `done` is where the batch began that the answers are counted from. */
int submitAndDrain(tandem_exchange& exchange, std::span<const std::byte> bytes, std::size_t& done,
                   std::uint8_t* codes) {
  tandem::Exchange& kernel = *exchange.exchange;
  // Nothing that was answered before is this call's.
  exchange.answers.startBatch(nullptr);
  kernel.startBatch();
  tandem::command::Command slot;
  while (done < bytes.size()) {
    if (isFull(exchange)) {
      return eventsFull();
    }
    exchange.answers.startBatch(codes);
    const std::size_t most = exchange.capacity == 0 ? bytes.size() : kDrainedBatch;
    std::size_t taken = 0;
    std::size_t length = 1;
    std::size_t sent = done;
    while (taken < most && sent < bytes.size()) {
      length = codec::decode(bytes.subspan(sent), slot);
      if (length == 0) {
        break;
      }
      kernel.submit(slot);
      sent += length;
      taken++;
    }
    kernel.drain();
    done = sent;
    // A question that follows is a command, too, and nobody has room for its answer.
    exchange.answers.startBatch(nullptr);
    codes = codes == nullptr ? nullptr : codes + taken;
    if (length == 0) {
      return malformed(done, bytes.size());
    }
  }
  return TANDEM_OK;
}

/**
 * The command that probably begins at some bytes: longer ones than most are not distinguished, for
 * it is only looked at.
 */
tandem::command::CommandRecord peek(const std::byte* at) {
  tandem::command::CommandRecord record;
  std::memcpy(&record, at, sizeof record);
  return record;
}

int submitFused(tandem_exchange& exchange, std::span<const std::byte> bytes, std::size_t& done,
                std::uint8_t* codes) {
  auto& kernel = *exchange.exchange->polled();
  kernel.startBatch();
  while (done < bytes.size()) {
    if (isFull(exchange)) {
      return eventsFull();
    }
    auto& slot = kernel.next();
    const std::size_t length = codec::decode(bytes.subspan(done), slot);
    if (length == 0) {
      return malformed(done, bytes.size());
    }
    const auto following = static_cast<tandem::i64>((bytes.size() - done) / codec::kFixedBytes) - 1;
    kernel.lookAhead(following, [at = bytes.data() + done](tandem::i64 next) {
      return peek(at + next * tandem::i64{codec::kFixedBytes});
    });
    kernel.submit();
    done += length;
    if (codes != nullptr) {
      *codes++ = static_cast<std::uint8_t>(slot.result);
    }
  }
  return TANDEM_OK;
}

}  // namespace

const char* tandem_error() { return tandem::capi::errorText; }

int tandem_exchange_create(const tandem_options* options, tandem_exchange** into) {
  if (options == nullptr || into == nullptr) {
    return failure(TANDEM_INVALID, "a null pointer where something must be");
  }
  const tandem_options choice = tandem::capi::known(*options);
  if (const char* wrong = tandem::capi::wrongWith(choice); wrong != nullptr) {
    return failure(TANDEM_INVALID, wrong);
  }
  try {
    *into = std::make_unique<tandem_exchange>(choice, std::nullopt).release();
    return TANDEM_OK;
  } catch (...) {
    return tandem::capi::notMade(TANDEM_FAILED);
  }
}

void tandem_exchange_destroy(tandem_exchange* exchange) { delete exchange; }

int tandem_exchange_submit(tandem_exchange* exchange, const void* commands, size_t length,
                           size_t* consumed, uint8_t* codes) {
  const std::span<const std::byte> bytes{static_cast<const std::byte*>(commands), length};
  std::size_t done = 0;
  bool begun = false;
  const int code = guarded(exchange, commands != nullptr || length == 0, [&](tandem_exchange& x) {
    begun = true;
    return x.isFused() ? submitFused(x, bytes, done, codes) : submitAndDrain(x, bytes, done, codes);
  });
  if (code == TANDEM_FAILED && begun) {
    done += lengthOf(bytes.subspan(done), exchange->answers.takeAnswered());
  }
  if (consumed != nullptr) {
    *consumed = done;
  }
  return code;
}

int tandem_exchange_drain(tandem_exchange* exchange, void* records, size_t capacity,
                          size_t* count) {
  const bool arguments = count != nullptr && (records != nullptr || capacity == 0);
  return guarded(exchange, arguments, [&](tandem_exchange& x) {
    const std::size_t n = std::min(capacity, x.events.size());
    if (n != 0) {
      std::memcpy(records, x.events.oldest(), n * sizeof(tandem::event::EventRecord));
      x.events.take(n);
    }
    *count = n;
    return TANDEM_OK;
  });
}

int tandem_exchange_event_hash(tandem_exchange* exchange, uint64_t* hash) {
  return guarded(exchange, hash != nullptr, [&](tandem_exchange& x) {
    *hash = x.exchange->stages().results().eventHash();
    return TANDEM_OK;
  });
}

int tandem_exchange_state_hash(tandem_exchange* exchange, uint64_t* hash) {
  return guarded(exchange, hash != nullptr, [&](tandem_exchange& x) {
    *hash = x.exchange->image().stateHash();
    return TANDEM_OK;
  });
}

int tandem_exchange_counts(tandem_exchange* exchange, tandem_counts* into) {
  return guarded(exchange, into != nullptr, [&](tandem_exchange& x) {
    const auto& results = x.exchange->stages().results();
    *into = {results.recordedCommands(), results.eventCount(), results.trades()};
    return TANDEM_OK;
  });
}

int tandem_exchange_levels(tandem_exchange* exchange, int32_t symbol, uint32_t side,
                           tandem_level* into, size_t capacity, size_t* count) {
  const bool arguments = count != nullptr && (into != nullptr || capacity == 0) && side <= 1;
  return guarded(exchange, arguments, [&](tandem_exchange& x) {
    const OrderBook* book = bookOf(x, symbol);
    if (book == nullptr) {
      return noSymbol();
    }
    const BookView view = book->view();
    std::size_t n = 0;
    *count = view.levels(static_cast<u8>(side));
    view.forEachLevel(static_cast<u8>(side), [&](const tandem::matching::LevelView& level) {
      if (n == capacity) {
        return false;
      }
      into[n++] = {level.price, level.quantity, level.orders};
      return true;
    });
    return TANDEM_OK;
  });
}

int tandem_exchange_order(tandem_exchange* exchange, int32_t symbol, int64_t order_id,
                          tandem_order* into) {
  return guarded(exchange, into != nullptr, [&](tandem_exchange& x) {
    const OrderBook* book = bookOf(x, symbol);
    if (book == nullptr) {
      return noSymbol();
    }
    const auto order = book->view().order(order_id);
    if (!order) {
      return failure(TANDEM_NOT_FOUND, "no such live order");
    }
    *into = asOrder(*order);
    return TANDEM_OK;
  });
}

int tandem_exchange_orders(tandem_exchange* exchange, int32_t symbol, uint32_t side,
                           tandem_order* into, size_t capacity, size_t* count) {
  const bool arguments = count != nullptr && (into != nullptr || capacity == 0) && side <= 1;
  return guarded(exchange, arguments, [&](tandem_exchange& x) {
    const OrderBook* book = bookOf(x, symbol);
    if (book == nullptr) {
      return noSymbol();
    }
    std::size_t n = 0;
    book->view().forEachOrder(static_cast<u8>(side), [&](const OrderView& order) {
      if (n < capacity) {
        into[n] = asOrder(order);
      }
      n++;
    });
    *count = n;
    return TANDEM_OK;
  });
}

int tandem_exchange_user(tandem_exchange* exchange, int64_t user_id, tandem_user* into) {
  return guarded(exchange, into != nullptr, [&](tandem_exchange& x) {
    const auto user = userOf(x, user_id);
    if (!user) {
      return failure(TANDEM_NOT_FOUND, "no such user");
    }
    *into = {user->suspended ? 1 : 0, user->openOrders};
    return TANDEM_OK;
  });
}

int tandem_exchange_balance(tandem_exchange* exchange, int64_t user_id, int32_t currency,
                            tandem_balance* into) {
  return guarded(exchange, into != nullptr, [&](tandem_exchange& x) {
    const auto user = userOf(x, user_id);
    if (!user) {
      return failure(TANDEM_NOT_FOUND, "no such user");
    }
    *into = {0, 0};
    for (const auto& balance : user->balances) {
      if (balance.currency == currency) {
        *into = {balance.available, balance.held};
      }
    }
    return TANDEM_OK;
  });
}

int tandem_exchange_currency(tandem_exchange* exchange, int32_t currency, tandem_currency* into) {
  return guarded(exchange, into != nullptr, [&](tandem_exchange& x) {
    const auto& stages = x.exchange->stages();
    tandem_currency sum{0, 0, 0, 0};
    bool found = false;
    for (tandem::u32 shard = 0; shard < stages.riskShards(); shard++) {
      for (const auto& totals : stages.risk(shard).totals()) {
        if (totals.currency == currency) {
          // Each shard knows the whole supply, and its own part of the rest.
          sum = {sum.available + totals.available, sum.held + totals.held, sum.fees + totals.fees,
                 totals.supply};
          found = true;
        }
      }
    }
    if (!found) {
      return failure(TANDEM_NOT_FOUND, "no such currency");
    }
    *into = sum;
    return TANDEM_OK;
  });
}
