#pragma once

#include "tandem/command/command.hpp"
#include "tandem/event/event_batch.hpp"

// clang-format off: the words are columns.
/**
 * The event records of a command, 64 bytes each, as eight little-endian words: its result, then its
 * trades, then what it took off the book without a trade. NOP and QUERY have none.
 *
 *     word  RESULT                          TRADE                     RELEASE
 *     0     kind, bits 8: type,             kind, bits 8: flags,      kind, bits 8: side,
 *           16: result, 24: first result,   32: symbol                32: symbol
 *           32: symbol
 *     1     number of the command among those with records, from 0
 *     2     timestamp, ns                   taker's (buy) order       timestamp, ns
 *     3     user                            maker's (sell) order      user
 *     4     order                           taker's (buy) user        order
 *     5     order price                     maker's (sell) user       order price
 *     6     filled quantity                 price                     released quantity
 *     7     open quantity                   quantity                  open quantity
 */
// clang-format on
namespace tandem::statemachine {

inline constexpr u64 kResultRecord = 1;
inline constexpr u64 kTradeRecord = 2;
inline constexpr u64 kReleaseRecord = 3;

/** Gives the records of a command that all stages have finished with and that is numbered. */
template <class Sink>
void writeEventRecords(const command::Command& c, Sink&& add) {
  const u64 number = bitsOf(c.number);
  const u64 symbol = bitsOf(c.symbol) << 32;
  const u64 head = kResultRecord | u64{c.type} << 8 | static_cast<u64>(c.result) << 16 |
                   static_cast<u64>(c.firstResult) << 24;
  add(event::EventRecord{head | symbol, number, bitsOf(c.timestampNs), bitsOf(c.userId),
                         bitsOf(c.orderId), bitsOf(c.orderPrice), bitsOf(c.filledQuantity),
                         bitsOf(c.openQuantity)});
  if (c.result != command::ResultCode::kOk) {
    return;
  }
  for (const command::Outcome& trade : c.outcomes) {
    add(event::EventRecord{kTradeRecord | trade.flags << 8 | symbol, number,
                           bitsOf(trade.takerOrderId), bitsOf(trade.makerOrderId),
                           bitsOf(trade.takerUserId), bitsOf(trade.makerUserId),
                           bitsOf(trade.price), bitsOf(trade.quantity)});
  }
  if (c.releasedQuantity != 0) {
    add(event::EventRecord{kReleaseRecord | u64{c.orderSide} << 8 | symbol, number,
                           bitsOf(c.timestampNs), bitsOf(c.userId), bitsOf(c.orderId),
                           bitsOf(c.orderPrice), bitsOf(c.releasedQuantity),
                           bitsOf(c.openQuantity)});
  }
}

}  // namespace tandem::statemachine
