#include "tandem/risk/settlement.hpp"

#include <algorithm>

namespace tandem::risk {

using command::kBuy;
using command::Outcome;
using command::SymbolSpec;

void Settlement::settle(const Outcome* from, const Outcome* to, u32 own) {
  const SymbolSpec* spec = nullptr;
  u32 symbol = 0;
  for (const Outcome* of = from; of != to; of++) {
    if (spec == nullptr || spec->symbol != of->symbol) {
      symbol = symbols_.find(of->symbol);
      spec = &symbols_.spec(symbol);
    }
    if (of->isTrade()) {
      trade(*of, symbol, *spec, own);
    } else if (of->isChange() && owns(of->userId()) &&
               (of->tag() != own || of->reason != Outcome::kBySelfTrade)) {
      // Released, or come to rest: what it needs less is given back. What the command's own order
      // lost as it took is in the fields of the command. An order may take with another limit than
      // it is held for.
      if (of->kind == Outcome::kRest) {
        orders_.price(of->tag(), of->price);
      }
      orders_.open(of->tag(), of->openQuantity());
      release(of->tag());
    }
  }
}

void Settlement::trade(const Outcome& of, u32 symbol, const SymbolSpec& spec, u32 own) {
  const i64 notional = money::notional(spec, of.price, of.quantity);
  const i64 takerFee = money::feeDown(notional, spec.takerFeePpm);
  // In an auction nobody took: both pay as takers.
  const i64 makerFee = of.isAuction() ? takerFee : money::feeDown(notional, spec.makerFeePpm);
  if (owns(of.takerUserId)) {
    pay(spec, of.takerTag, of.quantity, notional, takerFee);
    if (of.takerTag != own) {
      fill(of.takerTag, of.quantity);
    }
  }
  if (owns(of.makerUserId)) {
    pay(spec, of.makerTag, of.quantity, notional, makerFee);
    fill(of.makerTag, of.quantity);
  }
  collect(symbol, takerFee + makerFee);
}

/** Takes a trade's fees, for all shards in one, so that it alone knows how much there is. */
void Settlement::collect(u32 symbol, i64 fee) {
  if (fee != 0 && shard_ == 0) {
    accounts_.addFee(symbols_.quoteNumber(symbol), fee);
  }
}

void Settlement::fill(u32 order, i64 quantity) {
  assert(quantity <= orders_.open(order));
  orders_.open(order, orders_.open(order) - quantity);
  orders_.addFilled(order, quantity);
  release(order);
}

/** Moves what one side of a trade pays out of its hold, and what it gets into its account. */
void Settlement::pay(const SymbolSpec& spec, u32 order, i64 quantity, i64 notional, i64 fee) {
  if (orders_.isLinked(order)) {
    // It trades, so it is the one that stays; a row that follows takes the other leg away.
    orders_.part(order);
  }
  const i64 lots = quantity * spec.lotScale;
  const bool buy = orders_.side(order) == kBuy;
  const i64 spent = buy ? notional + fee : lots;
  const i64 proceeds = buy ? lots : notional - fee;
  assert(spent >= 0 && proceeds >= 0 && spent <= orders_.held(order));
  orders_.held(order, orders_.held(order) - spent);
  accounts_.spendHeld(orders_.places(order).holdAccount, spent);
  accounts_.credit(orders_.places(order).proceedsAccount, proceeds);
}

void Settlement::releaseLeg(u32 leg) {
  const u32 other = orders_.otherOf(leg);
  if (orders_.open(leg) == 0) {
    orders_.part(other);
    releaseOne(other);
    releaseOne(leg);
    return;
  }
  orders_.part(leg);
  giveBack(leg, std::max(needOf(leg), needOf(other)));
  orders_.link(leg, other);
}

void Settlement::fail(i64 need, i64 held) {
  throw std::logic_error("an order needs " + std::to_string(need) + ", and " +
                         std::to_string(held) + " was held for it");
}

}  // namespace tandem::risk
