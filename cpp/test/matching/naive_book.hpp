#pragma once

#include <algorithm>
#include <list>
#include <optional>
#include <vector>

#include "tandem/command/order_terms.hpp"
#include "tandem/command/outcomes.hpp"
#include "tandem/matching/book_view.hpp"

namespace tandem::matching::test {

/** A book as a list of orders in the order of their time: slow, and plainly right. */
class NaiveBook {
 public:
  struct Order {
    u8 side;
    i64 price;
    i64 id;
    i64 user;
    i64 open;
  };

  i64 place(Order order, u8 terms, std::vector<command::Outcome>& trades) {
    if (terms == command::kFok && lotsFor(order) < order.open) {
      return order.open;
    }
    while (order.open > 0) {
      Order* maker = best(order.side ^ 1);
      if (maker == nullptr || !better(order.side ^ 1, maker->price, order.price, true)) {
        break;
      }
      const i64 lots = std::min(order.open, maker->open);
      order.open -= lots;
      maker->open -= lots;
      trades.push_back({order.id, maker->id, order.user, maker->user, maker->price, lots, 0, 0,
                        command::Outcome::kTrade, 0, order.side, 0, 0});
      if (maker->open == 0) {
        take(maker->id);
      }
    }
    if (order.open > 0 && terms == command::kGtc) {
      orders_.push_back(order);
    }
    return order.open;
  }

  /** Lots that an order could take. */
  i64 lotsFor(const Order& order) const {
    i64 lots = 0;
    for (const Order& other : orders_) {
      if (other.side != order.side && better(other.side, other.price, order.price, true)) {
        lots += other.open;
      }
    }
    return lots;
  }

  Order* find(i64 id) {
    for (Order& order : orders_) {
      if (order.id == id) {
        return &order;
      }
    }
    return nullptr;
  }

  void take(i64 id) {
    std::erase_if(orders_, [id](const Order& order) { return order.id == id; });
  }

  std::size_t size() const { return orders_.size(); }

  /** The orders of a side in price-time order. */
  std::vector<Order> side(u8 side) const {
    std::vector<Order> found;
    for (const Order& order : orders_) {
      if (order.side == side) {
        found.push_back(order);
      }
    }
    std::stable_sort(found.begin(), found.end(), [side](const Order& a, const Order& b) {
      return better(side, a.price, b.price, false);
    });
    return found;
  }

 private:
  /** Whether a price of this side comes before another one, or is as good. */
  static bool better(int side, i64 price, i64 other, bool orEqual) {
    return (side == 0 ? price > other : price < other) || (orEqual && price == other);
  }

  Order* best(int side) {
    Order* found = nullptr;
    for (Order& order : orders_) {
      if (order.side == side &&
          (found == nullptr || better(side, order.price, found->price, false))) {
        found = &order;
      }
    }
    return found;
  }

  std::list<Order> orders_;
};

}  // namespace tandem::matching::test
