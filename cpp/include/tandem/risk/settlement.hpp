#pragma once

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <string>

#include "tandem/command/command.hpp"
#include "tandem/risk/accounts.hpp"
#include "tandem/risk/held_orders.hpp"
#include "tandem/risk/money.hpp"
#include "tandem/risk/symbols.hpp"
#include "tandem/risk/users.hpp"

namespace tandem::risk {

/**
 * What a risk shard pays for trades, and what it gives back of what is held for an order. It can
 * refuse nothing: what is held covers all that an order may come to cost. For one thread at a time.
 */
class Settlement {
 public:
  Settlement(u32 shard, u32 shardCount, Users& users, Accounts& accounts, HeldOrders& orders,
             Symbols& symbols)
      : shard_(shard),
        shardCount_(shardCount),
        users_(users),
        accounts_(accounts),
        orders_(orders),
        symbols_(symbols) {}

  /** Whether a user belongs to this shard. */
  bool owns(i64 userId) const { return shardCount_ == 1 || shardOf(userId, shardCount_) == shard_; }

  /** The most that an order may cost its user at this price, or money::kOverflow. */
  i64 requirement(u32 order, i64 price, i64 quantity) const {
    const command::SymbolSpec& spec = symbols_.spec(orders_.places(order).symbol);
    return money::requirement(spec, orders_.side(order) == command::kBuy, price, quantity);
  }

  /**
   * Lots that the order of a MOVE or AMEND may come to have, before it takes; open are those that
   * it has, which a move may keep. Of a total those count that are not filled as last settled; at
   * most as many are open when it is matched.
   */
  i64 lotsOf(const command::Command& c, u32 order, i64 open) const {
    if (c.type == command::type::kAmend) {
      return std::max(i64{0}, c.quantity - orders_.filled(order));
    }
    return c.quantity == 0 ? open : c.quantity;
  }

  /** Brings what is held for an order to what it needs, which its user has; up or down. */
  void reserve(u32 order, i64 need) {
    accounts_.hold(orders_.places(order).holdAccount, need - orders_.held(order));
    orders_.held(order, need);
  }

  /**
   * Settles the outcomes of a command up to Outcomes::ownEnd. Own is the command's own order, if it
   * is this shard's, otherwise HeldOrders::kNone: it pays for what it takes, but keeps its open
   * lots and its hold, which follow from the command's fields, once for all trades.
   */
  void beforeOwn(const command::Command& c, u32 own) {
    if (c.outcomes.count() != 0) {
      settle(c.outcomes.begin(), c.outcomes.own(), own);
    }
  }

  /** Settles the outcomes of a command from Outcomes::ownEnd on. */
  void afterOwn(const command::Command& c) {
    if (c.outcomes.ownEnd() != c.outcomes.count()) {
      settle(c.outcomes.own(), c.outcomes.end(), HeldOrders::kNone);
    }
  }

  /**
   * Brings what is held for an order to exactly what its open quantity needs; once no move is in
   * flight any more, which may need more. What is held for a leg is brought to what the pair needs,
   * or if nothing of the leg is open, to what the other one needs.
   */
  void release(u32 order) {
    if (orders_.isLinkedOrMoving(order)) {
      if (orders_.isLinked(order)) {
        releaseLeg(order);
      }
      return;
    }
    releaseOne(order);
  }

 private:
  i64 needOf(u32 order) const {
    const i64 open = orders_.open(order);
    return open == 0 ? 0 : requirement(order, orders_.price(order), open);
  }

  /** Brings what is held for an order down to what is needed. */
  void giveBack(u32 order, i64 need) {
    const i64 surplus = orders_.held(order) - need;
    if (need < 0 || surplus < 0) {
      fail(need, orders_.held(order));
    }
    accounts_.hold(orders_.places(order).holdAccount, -surplus);
    orders_.held(order, need);
  }

  void releaseOne(u32 order) {
    giveBack(order, needOf(order));
    orders_.settle(order);
    if (orders_.open(order) == 0) {
      const OrderPlaces places = orders_.places(order);
      users_.countOrders(places.user, -1);
      accounts_.countPayers(places.proceedsAccount, -1);
      orders_.remove(order);
    }
  }

  void releaseLeg(u32 leg);
  void collect(u32 symbol, i64 fee);
  void settle(const command::Outcome* from, const command::Outcome* to, u32 own);
  void trade(const command::Outcome& of, u32 symbol, const command::SymbolSpec& spec, u32 own);
  void pay(const command::SymbolSpec& spec, u32 order, i64 quantity, i64 notional, i64 fee);
  void fill(u32 order, i64 quantity);
  [[noreturn]] static void fail(i64 need, i64 held);

  u32 shard_;
  u32 shardCount_;
  Users& users_;
  Accounts& accounts_;
  HeldOrders& orders_;
  Symbols& symbols_;
};

}  // namespace tandem::risk
