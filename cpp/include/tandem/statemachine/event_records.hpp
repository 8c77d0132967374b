#pragma once

#include "tandem/command/command.hpp"
#include "tandem/event/event_batch.hpp"

// clang-format off: the words are columns.
/**
 * The event records of a command, 64 bytes each, as eight little-endian words: its result, then its
 * outcomes in order, and among them, where its own order's matching ended, what it took off the
 * book of that. NOP and QUERY have none.
 *
 *     word  RESULT                          TRADE                     RELEASE, REST, STATE
 *     0     kind, bits 8: type,             kind, bits 8: flags,      kind, bits 8: side,
 *           16: result, 24: first result,   32: symbol                16: reason, 32: symbol
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
inline constexpr u64 kTradeRecord = command::Outcome::kTrade;
inline constexpr u64 kReleaseRecord = command::Outcome::kRelease;

/** The record of an outcome. */
inline event::EventRecord outcomeRecord(const command::Command& c, const command::Outcome& of) {
  const u64 symbol = bitsOf(of.symbol) << 32;
  if (of.isTrade()) {
    const u64 done = of.flags & (command::Outcome::kMakerDone | command::Outcome::kTakerDone);
    return {kTradeRecord | done << 8 | symbol,
            bitsOf(c.number),
            bitsOf(of.takerOrderId),
            bitsOf(of.makerOrderId),
            bitsOf(of.takerUserId),
            bitsOf(of.makerUserId),
            bitsOf(of.price),
            bitsOf(of.quantity)};
  }
  return {of.kind | u64{of.side} << 8 | u64{of.reason} << 16 | symbol,
          bitsOf(c.number),
          bitsOf(c.timestampNs),
          bitsOf(of.userId()),
          bitsOf(of.orderId()),
          bitsOf(of.price),
          bitsOf(of.quantity),
          bitsOf(of.openQuantity())};
}

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
  const command::Outcome* const own = c.outcomes.own();
  for (const command::Outcome* of = c.outcomes.begin(); of != own; of++) {
    add(outcomeRecord(c, *of));
  }
  if (c.releasedQuantity != 0) {
    add(event::EventRecord{kReleaseRecord | u64{c.orderSide} << 8 | symbol, number,
                           bitsOf(c.timestampNs), bitsOf(c.userId), bitsOf(c.orderId),
                           bitsOf(c.orderPrice), bitsOf(c.releasedQuantity),
                           bitsOf(c.openQuantity)});
  }
  for (const command::Outcome* of = own; of != c.outcomes.end(); of++) {
    add(outcomeRecord(c, *of));
  }
}

}  // namespace tandem::statemachine
