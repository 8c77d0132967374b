#pragma once

#include <cmath>
#include <vector>

#include "splittable_random.hpp"
#include "tandem/matching/order_book.hpp"

namespace tandem::bench {

/**
 * What makers of streams share: a book that says which orders live, random choices among them, and
 * the shape SPOT. Twin of dev.tandem.flow.generator.BookMaker, draw by draw: Java makes the same.
 * How a message is written is each maker's.
 */
class StreamMaker {
 public:
  StreamMaker(const StreamMaker&) = delete;
  StreamMaker& operator=(const StreamMaker&) = delete;

 protected:
  struct Rested {
    i64 id;
    u8 side;
  };

  explicit StreamMaker(u64 seed) : random_(seed) {}
  ~StreamMaker() = default;

  /** Places the next order, of a limit and this time in force; if it rests it can be picked. */
  virtual void place(u8 side, i64 price, i64 lots, u8 timeInForce) = 0;

  virtual void cancel(i64 id) = 0;

  /** Moves an order; no lots leave its quantity as it is. */
  virtual void move(const Rested& order, i64 price, i64 lots) = 0;

  /** 1,000 orders, then 82 % moves around a mid that walks; the book is empty in the end. */
  void spot(std::size_t messages) {
    i64 mid = kStart;
    for (std::size_t i = 0; i < messages; i++) {
      if (random_.below(8) == 0) {
        mid += random_.below(2) == 0 ? 1 : -1;
      }
      const i32 dice = i < 1'000 ? 0 : random_.below(100);
      const u8 side = static_cast<u8>(random_.below(2));
      const i64 lots = 1 + random_.below(100);
      if (dice < 9) {
        place(side, away(mid, side, 30), lots, command::kGtc);
      } else if (dice < 12) {
        const bool many = live() > kSpotLive;
        const i64 price = away(mid, side, 1) + (side == 0 ? 9 : -9);
        place(side, price, many ? lots * 4 : 1, command::kIoc);
      } else if (dice < 18) {
        cancelOne();
      } else {
        const Rested order = rested_[pick()];
        move(order, away(mid, order.side, 30), 0);
      }
    }
    while (live() > 0) {
      cancelOne();
    }
  }

  /** A price on the own side of the mid, at an exponential distance. */
  i64 away(i64 mid, u8 side, double mean) {
    const i64 distance = 1 + static_cast<i64>(-mean * std::log(1 - random_.real()));
    return side == 0 ? mid - distance : mid + distance;
  }

  i64 live() {
    const auto view = book_.view();
    return view.orders(0) + view.orders(1);
  }

  /** The place of a random live order; those that have ended go when they are picked. */
  std::size_t pick() {
    while (true) {
      const auto i = static_cast<std::size_t>(random_.below(static_cast<i32>(rested_.size())));
      if (book_.view().order(rested_[i].id)) {
        return i;
      }
      forget(i);
    }
  }

  void cancelOne() {
    const std::size_t i = pick();
    const i64 id = rested_[i].id;
    forget(i);
    cancel(id);
  }

  static constexpr i64 kStart = 100'000;

  SplittableRandom random_;
  matching::OrderStore orders_{0};
  matching::LevelStore levelStore_{orders_};
  matching::OrderBook book_{orders_, levelStore_};
  command::Outcomes trades_;
  std::vector<Rested> rested_;
  i64 lastOrder_ = 0;

 private:
  static constexpr i64 kSpotLive = 1'000;

  void forget(std::size_t i) {
    rested_[i] = rested_.back();
    rested_.pop_back();
  }
};

}  // namespace tandem::bench
