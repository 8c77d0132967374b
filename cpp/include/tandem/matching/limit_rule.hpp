#pragma once

#include "tandem/command/held_price.hpp"
#include "tandem/matching/live_order_commands.hpp"

/** What the limits of a symbol say to a command on its book, which the state takes. */
namespace tandem::matching::limit_rule {

/** The named lots are those that the command names, or 0; the lots those that its order gets. */
inline command::ResultCode refusal(i64 named, i64 price, i64 lots,
                                   const command::SymbolSpec& spec) {
  using command::ResultCode;
  const ResultCode ofLots = named == 0 ? ResultCode::kPending : spec.limits.refusalOf(named);
  if (ofLots != ResultCode::kPending) {
    return ofLots;
  }
  // Nobody knows what a sell without a limit brings.
  return price != 0 && spec.limits.isWorthTooMuch(price, lots, spec.tickScale)
             ? ResultCode::kNotionalTooLarge
             : ResultCode::kPending;
}

/** What an order shows is judged as a quantity, so that each of its parts is one, too. */
inline command::ResultCode refusalOfPlace(const command::Command& c,
                                          const command::SymbolSpec& spec) {
  using command::ResultCode;
  const ResultCode ofOrder =
      refusal(c.quantity, command::held_price::of(c, spec), c.quantity, spec);
  const command::Instructions* said = c.instructions.get();
  const i64 shown = said == nullptr ? 0 : said->displayQuantity();
  return ofOrder != ResultCode::kPending || shown == 0 ? ofOrder : spec.limits.refusalOf(shown);
}

/** A total that leaves as many lots open as before, or none, names none that are to be judged. */
inline command::ResultCode refusalOfMove(const command::Command& c, OrderBook& book) {
  const i64 open = book.openOf(c.orderId, c.userId);
  if (open == 0) {
    // One that is not there is refused as such.
    return command::ResultCode::kPending;
  }
  const i64 lots = LiveOrderCommands::lotsOf(c, book);
  const bool namesNone = c.type == command::type::kAmend && (lots == 0 || lots == open);
  return refusal(namesNone ? 0 : c.quantity, c.price, lots, book.spec());
}

inline command::ResultCode refusal(const command::Command& c, OrderBook& book) {
  using command::ResultCode;
  switch (c.type) {
    case command::type::kPlace:
      if (c.quantity == 0) {
        const i64 most = book.spec().limits.maxValue;
        return most != 0 && c.instructions.get()->budget() > most ? ResultCode::kNotionalTooLarge
                                                                  : ResultCode::kPending;
      }
      return refusalOfPlace(c, book.spec());
    case command::type::kMove:
    case command::type::kAmend:
      return refusalOfMove(c, book);
    case command::type::kReduce:
      return c.quantity < book.openOf(c.orderId, c.userId) &&
                     !book.spec().limits.isInSteps(c.quantity)
                 ? ResultCode::kQuantityNotInSteps
                 : ResultCode::kPending;
    default:
      return ResultCode::kPending;
  }
}

/** Whether the command is within them; else it is refused with the first one that it breaks. */
inline bool admits(command::Command& c, OrderBook& book) {
  if (book.spec().limits.isNone()) {
    return true;
  }
  const command::ResultCode code = refusal(c, book);
  if (code != command::ResultCode::kPending) {
    c.reject(code);
    return false;
  }
  return true;
}

}  // namespace tandem::matching::limit_rule
