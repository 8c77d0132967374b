#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::command {

/**
 * The answer to a command. Everything but kOk is a refusal: the command changed nothing. The value
 * is written to event records, so codes are only ever added at the end.
 */
enum class ResultCode : u8 {
  /** No stage has answered yet; of a check: nothing is wrong. */
  kPending,
  kOk,
  /** The client's sequence was seen before: the command was not applied again. */
  kDuplicateCommand,
  kUnknownCommand,
  kUnknownUser,
  kInvalidUserId,
  kUserExists,
  kUserSuspended,
  kUserNotSuspended,
  kUnknownSymbol,
  kSymbolExists,
  kInvalidSymbol,
  /** The adjustment's transaction id was seen before: it was not applied again. */
  kDuplicateTransaction,
  kInvalidAmount,
  kInsufficientFunds,
  /** Price times size, or a balance, does not fit in 63 bits. */
  kOverflow,
  /** Order id 0. */
  kInvalidOrderId,
  /** The order id is of a live order of this symbol. */
  kDuplicateOrderId,
  /** No live order with this id of this user in this symbol. */
  kUnknownOrder,
  kInvalidPrice,
  kInvalidQuantity,
  kInvalidSide,
  kInvalidOrderType,
  /** Immediate or cancel, or fill or kill, in any state but CONTINUOUS. */
  kNotInContinuousTrading,
  /** Uncross in any state but AUCTION. */
  kNotInAuction,
  /** The symbol has the state that is to be set. */
  kAlreadyInState,
  /** A command on users or balances, and the kernel runs without the risk stage. */
  kNoRiskStage,
  /** The log's disk is full: nothing was changed or logged, and no sequence is used up. */
  kLogFull,
  /** The client's sequence is so far below its highest that nobody knows whether it was seen. */
  kStaleCommand,
  /** The transaction id is so far below the user's highest that nobody knows whether it was seen.
   */
  kStaleTransaction,
  /** The client's sequence was seen before with another command: this one was not applied. */
  kClientSequenceReused,
  /** Of a door: the user or the session has as many live orders as it may have. */
  kTooManyOpenOrders,
  /** More lots than an order of this symbol may have: of a door, or by its limits. */
  kQuantityTooLarge,
  /** More lots times ticks than an order of this symbol may have: of a door, or by its limits. */
  kNotionalTooLarge,
  /** Of a door: too far from the last price. */
  kPriceOutOfBand,
  /** A type with a trigger and no trigger price above 0, or a trigger without such a type. */
  kInvalidTrigger,
  /** The order says something that the exchange does not have; see Instructions. */
  kUnsupportedInstruction,
  /** No SymbolState has this code. */
  kInvalidState,
  /** The symbol's state takes no such command. */
  kNotAllowedInState,
  /**
   * The order would take, in the state POST_ONLY or though it is post only; or it has no price to
   * slide to.
   */
  kWouldTake,
  /** The book crosses, as it may not in the state that is to be set: uncross it first. */
  kBookCrossed,
  /** No multiple of the symbol's lot step. */
  kQuantityNotInSteps,
  /** Fewer lots than an order of this symbol must have. */
  kQuantityTooSmall,
  /** The order says two things that exclude each other, as post only and immediate or cancel. */
  kContradictoryInstruction,
  /** A minimum quantity that is below 0, or above the quantity of the order. */
  kInvalidMinQuantity,
  /**
   * The order has no price limit and needs one: a buy, or a sell of a symbol without protection
   * points.
   */
  kLimitRequired,
  /** A budget that is below 0. */
  kInvalidBudget,
  /** A good till date order without a time above 0, or another order with one. */
  kInvalidExpireTime,
  /** The order has expired already at the time of its command. */
  kAlreadyExpired,
  /** A currency without a name that it may have, or with too many decimals. */
  kInvalidCurrency,
  /** The currency has a name. */
  kCurrencyExists,
  /** Another symbol, or another currency, has this name. */
  kNameInUse,
  /** A display quantity that is below 0, or above the quantity of the order. */
  kInvalidDisplayQuantity,
  /** So small a display quantity that the order would show its lots in too many parts. */
  kTooManyParts,
  /** The user who is to get a transfer is unknown. */
  kUnknownPayee,
  /** A transfer from a user to the same user. */
  kPayeeIsPayer,
  /** The update would change what a symbol keeps: currencies, scales, fees, name or decimals. */
  kSymbolFieldFixed,
  /** No live order of this user in this symbol has the id that the order names as linked. */
  kUnknownLinkedOrder,
  /**
   * The order that is named as linked is the order itself, of the other side, or linked already; or
   * it has traded, or was triggered; or the two are not a limit order and one with a trigger.
   */
  kInvalidLinkedOrder,
  /** The order is one of two legs, which are not moved or amended. */
  kOrderIsLinked,
};

/** How many codes there are; they are 0 to one less. */
inline constexpr u8 kResultCodes = static_cast<u8>(ResultCode::kOrderIsLinked) + 1;

/** Whether a code is one that a door may have refused a command with: see CommandInput::refusal. */
constexpr bool isOfDoor(u8 code) {
  return code >= static_cast<u8>(ResultCode::kTooManyOpenOrders) &&
         code <= static_cast<u8>(ResultCode::kPriceOutOfBand);
}

/** The name of a code as FORMATS.md has it, for messages. */
const char* nameOf(ResultCode code);

}  // namespace tandem::command
