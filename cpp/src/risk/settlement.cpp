#include "tandem/risk/settlement.hpp"

namespace tandem::risk {

using command::Command;
using command::kBuy;
using command::Outcome;
using command::SymbolSpec;

void Settlement::trades(const Command& c, bool takerIsOurs) {
  const u32 symbol = symbols_.find(c.symbol);
  const SymbolSpec& spec = symbols_.spec(symbol);
  for (const Outcome& trade : c.outcomes) {
    const i64 notional = money::notional(spec, trade.price, trade.quantity);
    const i64 takerFee = money::feeDown(notional, spec.takerFeePpm);
    const i64 makerFee = money::feeDown(notional, spec.makerFeePpm);
    if (takerIsOurs) {
      pay(spec, trade.takerTag, trade.quantity, notional, takerFee);
    }
    if (owns(trade.makerUserId)) {
      payAndRelease(spec, trade.makerTag, trade.quantity, notional, makerFee);
    }
    collect(symbol, takerFee + makerFee);
  }
}

void Settlement::uncross(const Command& c) {
  if (c.outcomes.count() == 0) {
    return;
  }
  const u32 symbol = symbols_.find(c.symbol);
  const SymbolSpec& spec = symbols_.spec(symbol);
  for (const Outcome& trade : c.outcomes) {
    const i64 notional = money::notional(spec, trade.price, trade.quantity);
    const i64 fee = money::feeDown(notional, spec.takerFeePpm);
    if (owns(trade.takerUserId)) {
      payAndRelease(spec, trade.takerTag, trade.quantity, notional, fee);
    }
    if (owns(trade.makerUserId)) {
      payAndRelease(spec, trade.makerTag, trade.quantity, notional, fee);
    }
    collect(symbol, 2 * fee);
  }
}

/** Takes a trade's fees, for all shards in one, so that it alone knows how much there is. */
void Settlement::collect(u32 symbol, i64 fee) {
  if (fee != 0 && shard_ == 0) {
    accounts_.addFee(symbols_.quoteNumber(symbol), fee);
  }
}

void Settlement::payAndRelease(const SymbolSpec& spec, u32 order, i64 quantity, i64 notional,
                               i64 fee) {
  pay(spec, order, quantity, notional, fee);
  orders_.open(order, orders_.open(order) - quantity);
  release(order);
}

/** Moves what one side of a trade pays out of its hold, and what it gets into its account. */
void Settlement::pay(const SymbolSpec& spec, u32 order, i64 quantity, i64 notional, i64 fee) {
  const i64 lots = quantity * spec.lotScale;
  const bool buy = orders_.side(order) == kBuy;
  const i64 spent = buy ? notional + fee : lots;
  const i64 proceeds = buy ? lots : notional - fee;
  orders_.held(order, orders_.held(order) - spent);
  accounts_.spendHeld(orders_.places(order).holdAccount, spent);
  accounts_.credit(orders_.places(order).proceedsAccount, proceeds);
}

void Settlement::fail(i64 need, i64 held) {
  throw std::logic_error("an order needs " + std::to_string(need) + ", and " +
                         std::to_string(held) + " was held for it");
}

}  // namespace tandem::risk
