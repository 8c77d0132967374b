// The functions tandem_book_* of tandem.h: books alone, which the benchmarks in Java drive.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <vector>

#include "exchange_handle.hpp"
#include "tandem.h"
#include "tandem/command/outcomes.hpp"
#include "tandem/matching/order_book.hpp"

struct tandem_book {
  tandem::matching::OrderStore orders{0};
  tandem::matching::LevelStore levels{orders};
  tandem::matching::OrderBook book{orders, levels};
  tandem::command::Outcomes outcomes;
};

namespace {

using tandem::i64;
using tandem::u64;
using tandem::u8;
using tandem::capi::failure;
using tandem::command::Outcome;

constexpr i64 kUser = 1;

struct Message {
  static constexpr u64 kPlace = 0;
  static constexpr u64 kCancel = 1;
  static constexpr u64 kMove = 2;

  u64 kindAndFlags;
  i64 id;
  i64 price;
  i64 quantity;

  u64 kind() const { return kindAndFlags & 0xff; }
  u8 side() const { return static_cast<u8>(kindAndFlags >> 8 & 1); }
  /** Bit 9 stands for immediate or cancel. */
  u8 terms() const {
    return (kindAndFlags >> 9 & 1) != 0 ? tandem::command::kIoc : tandem::command::kGtc;
  }
  i64 number() const { return static_cast<i64>(kindAndFlags >> 32); }
};

static_assert(sizeof(Message) == 32);

/** Adds up the trades. */
class TradeHash {
 public:
  void accepted(const Message&) {}
  void cancelled(const Message&, u8, i64) {}
  void moved(const Message&, u8, i64, i64) {}
  void cancelRefused(const Message&) {}
  void moveRefused(const Message&) {}
  void traded(const Message&, const Outcome& t) {
    const u64 orders =
        static_cast<u64>(t.takerOrderId) ^ std::rotl(static_cast<u64>(t.makerOrderId), 21);
    hash_ = (hash_ + orders + 31 * static_cast<u64>(t.price) + static_cast<u64>(t.quantity)) *
            0x9e3779b97f4a7c15;
  }

  u64 hash() const { return hash_; }

 private:
  u64 hash_ = 0;
};

/** Writes reports over and over into a ring. */
class ReportRing {
 public:
  ReportRing(i64* ring, std::size_t capacity) : ring_(ring), mask_(capacity - 1) {}

  void accepted(const Message& m) { put(0, m.number(), m.side(), m.id, m.price, m.quantity); }
  void traded(const Message& m, const Outcome& t) {
    put(1, m.number(), 0, 0, t.price, t.quantity, t.makerOrderId, t.takerOrderId);
  }
  void cancelled(const Message& m, u8 side, i64 price) { put(2, m.number(), side, m.id, price); }
  void moved(const Message& m, u8 side, i64 price, i64 quantity) {
    put(3, m.number(), side, m.id, price, quantity);
  }
  void cancelRefused(const Message& m) { put(4, m.number(), 0, m.id); }
  void moveRefused(const Message& m) { put(5, m.number(), 0, m.id); }

  u64 count() const { return count_; }

 private:
  static constexpr std::size_t kWords = 8;

  /**
   * Word by word into the ring: a report that is made elsewhere and copied in wider pieces makes
   * the processor wait until its words have left the store buffer.
   */
  void put(i64 kind, i64 number, i64 side, i64 id, i64 price = 0, i64 quantity = 0, i64 maker = 0,
           i64 taker = 0) {
    i64* const words = ring_ + (count_++ & mask_) * kWords;
    words[0] = kind;
    words[1] = number;
    words[2] = side;
    words[3] = id;
    words[4] = price;
    words[5] = quantity;
    words[6] = maker;
    words[7] = taker;
  }

  i64* ring_;
  u64 mask_;
  u64 count_ = 0;
};

template <class Sink>
void reportTrades(tandem_book& b, const Message& m, Sink& sink) {
  if (b.outcomes.count() == 0) {
    return;
  }
  for (const Outcome& trade : b.outcomes) {
    sink.traded(m, trade);
  }
  b.outcomes.clear();
}

template <class Sink>
void place(tandem_book& b, const Message& m, Sink& sink) {
  const i64 rest =
      b.book.place({m.side(), m.terms(), 0, m.price, m.quantity, m.id, kUser}, b.outcomes);
  if (rest < 0) {
    return;
  }
  sink.accepted(m);
  reportTrades(b, m, sink);
  if (tandem::command::order_terms::isImmediate(m.terms()) && rest > 0) {
    sink.cancelled(m, m.side(), m.price);
  }
}

template <class Sink>
void run(tandem_book& b, const i64* words, std::size_t messages, Sink& sink) {
  for (std::size_t i = 0; i < messages; i++) {
    Message m;
    std::memcpy(&m, words + i * (sizeof m / sizeof *words), sizeof m);
    if (m.kind() == Message::kPlace) {
      place(b, m, sink);
    } else if (m.kind() == Message::kCancel) {
      if (b.book.cancel(m.id, kUser) >= 0) {
        sink.cancelled(m, b.book.foundSide(), b.book.foundPrice());
      } else {
        sink.cancelRefused(m);
      }
    } else if (m.kind() != Message::kMove) {
      throw std::invalid_argument("a message is neither a new order nor a cancel nor a move");
    } else if (b.book.move(m.id, kUser, m.price, m.quantity, b.outcomes) >= 0) {
      sink.moved(m, b.book.foundSide(), b.book.foundPrice(), b.book.foundQuantity());
      reportTrades(b, m, sink);
    } else {
      sink.moveRefused(m);
    }
  }
}

template <class Call>
int guarded(bool arguments, Call call) noexcept {
  if (!arguments) {
    return failure(TANDEM_INVALID, "a null pointer, or a capacity that is no power of two");
  }
  try {
    call();
    return TANDEM_OK;
  } catch (const std::bad_alloc&) {
    return failure(TANDEM_NO_MEMORY, "there is not enough memory for the book");
  } catch (const std::exception& e) {
    return failure(TANDEM_INVALID, e.what());
  }
}

}  // namespace

int tandem_book_create(tandem_book** into) {
  return guarded(into != nullptr, [&] { *into = new tandem_book; });
}

int tandem_book_run(tandem_book* book, const int64_t* words, size_t messages, uint64_t* hash) {
  const bool arguments = book != nullptr && (words != nullptr || messages == 0) && hash != nullptr;
  return guarded(arguments, [&] {
    TradeHash sum;
    run(*book, words, messages, sum);
    *hash = sum.hash();
  });
}

int tandem_book_report(tandem_book* book, const int64_t* words, size_t messages, int64_t* ring,
                       size_t capacity, uint64_t* reports) {
  const bool arguments = book != nullptr && (words != nullptr || messages == 0) &&
                         ring != nullptr && std::has_single_bit(capacity) && reports != nullptr;
  return guarded(arguments, [&] {
    ReportRing reported(ring, capacity);
    run(*book, words, messages, reported);
    *reports = reported.count();
  });
}

int tandem_book_empty(tandem_book* book) {
  return guarded(book != nullptr, [&] {
    std::vector<i64> ids;
    for (const u8 side : {u8{0}, u8{1}}) {
      book->book.view().forEachOrder(side,
                                     [&](const auto& order) { ids.push_back(order.orderId); });
    }
    for (const i64 id : ids) {
      static_cast<void>(book->book.cancel(id, kUser));
    }
  });
}

void tandem_book_destroy(tandem_book* book) { delete book; }
