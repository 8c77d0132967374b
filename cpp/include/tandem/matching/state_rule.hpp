#pragma once

#include "tandem/command/command.hpp"
#include "tandem/matching/live_order_commands.hpp"
#include "tandem/matching/stop_commands.hpp"

/**
 * What the state of a symbol says to a command on its book. An order with a minimum quantity is
 * judged as one that is immediate. One that slides would not take.
 */
namespace tandem::matching::state_rule {

/** Whether the order of a PLACE does anything at all only if it takes at once. */
inline bool mustTake(const command::Command& c) {
  const command::Instructions* said = c.instructions.get();
  return command::order_terms::mustTake(c.terms) || (said != nullptr && said->minQuantity() != 0);
}

/** The reason why a command is not taken; an order that is not there comes before the state. */
inline command::ResultCode whyNot(const command::Command& c, OrderBook& book) {
  using command::ResultCode;
  switch (c.type) {
    case command::type::kUncross:
      return ResultCode::kNotInAuction;
    case command::type::kPlace:
      if (command::order_terms::isForAuction(c.terms)) {
        return ResultCode::kNotInAuction;
      }
      return mustTake(c) ? ResultCode::kNotInContinuousTrading : ResultCode::kNotAllowedInState;
    case command::type::kMassCancel:
      return ResultCode::kNotAllowedInState;
    default:
      return book.sideOf(c.orderId, c.userId) < 0 ? ResultCode::kUnknownOrder
                                                  : ResultCode::kNotAllowedInState;
  }
}

inline bool wouldTake(const command::Command& c, OrderBook& book) {
  if (c.type == command::type::kPlace) {
    const command::Instructions* said = c.instructions.get();
    return (said == nullptr || said->postOnly() != command::kSlide) &&
           book.crosses(c.side, c.price);
  }
  const int side = command::type::mayMove(c.type) ? book.sideOf(c.orderId, c.userId) : -1;
  return side >= 0 && !book.slides(c.orderId) && book.crosses(static_cast<u8>(side), c.price) &&
         LiveOrderCommands::lotsOf(c, book) != 0 && !stop_commands::onlyTakesOff(c, book);
}

/** Whether the command is taken; else it is refused with the reason. */
inline bool admits(command::Command& c, OrderBook& book) {
  if (command::type::setsState(c.type) || c.type == command::type::kEndSession ||
      c.type == command::type::kTick) {
    return true;
  }
  const command::SymbolState state = book.state();
  if (!command::symbol_state::takes(state, c.type, c.terms)) {
    c.reject(whyNot(c, book));
    return false;
  }
  if (state == command::SymbolState::kContinuous) {
    return true;
  }
  if (c.type == command::type::kPlace && mustTake(c)) {
    c.reject(command::ResultCode::kNotInContinuousTrading);
    return false;
  }
  if (state == command::SymbolState::kPostOnly && wouldTake(c, book)) {
    c.reject(command::ResultCode::kWouldTake);
    return false;
  }
  return true;
}

}  // namespace tandem::matching::state_rule
