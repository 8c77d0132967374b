#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::client::wire {

/** The lowest code of the gateway's own. */
inline constexpr u8 kFirstOfGateway = 200;

/**
 * What became of a command. Those below kFirstOfGateway are the exchange's, as its log has them;
 * the others are the gateway's own, which refuses before the exchange has seen anything. A later
 * gateway may send others.
 */
enum class Code : u8 {
  kPending = 0,
  kOk = 1,
  /** It was sent before and not applied again; what the first one was answered comes with it. */
  kDuplicateCommand = 2,
  kUnknownCommand = 3,
  kUnknownUser = 4,
  kInvalidUserId = 5,
  kUserExists = 6,
  kUserSuspended = 7,
  kUserNotSuspended = 8,
  kUnknownSymbol = 9,
  kSymbolExists = 10,
  kInvalidSymbol = 11,
  kDuplicateTransaction = 12,
  kInvalidAmount = 13,
  kInsufficientFunds = 14,
  kOverflow = 15,
  kInvalidOrderId = 16,
  kDuplicateOrderId = 17,
  kUnknownOrder = 18,
  kInvalidPrice = 19,
  kInvalidQuantity = 20,
  kInvalidSide = 21,
  kInvalidOrderType = 22,
  kNotInContinuousTrading = 23,
  kNotInAuction = 24,
  kAlreadyInState = 25,
  kNoRiskStage = 26,
  /** The log's disk is full: try again. */
  kLogFull = 27,
  /** Its sequence is too far below the highest one: nobody knows whether it was seen. */
  kStaleCommand = 28,
  kStaleTransaction = 29,
  /** The sequence was used before by another command, whose answer comes with this. */
  kClientSequenceReused = 30,
  /** The user or the session has as many live orders as it may have. */
  kTooManyOpenOrders = 31,
  /** More lots than an order of this symbol may have. */
  kQuantityTooLarge = 32,
  /** More lots times ticks than an order of this symbol may have. */
  kNotionalTooLarge = 33,
  /** Too far from the last price. */
  kPriceOutOfBand = 34,
  /** A trigger price is missing, not above 0, or not of this type of order. */
  kInvalidTrigger = 35,
  /** The order says something that the exchange does not have. */
  kUnsupportedInstruction = 36,
  kInvalidState = 37,
  /** The symbol's state takes no such command. */
  kNotAllowedInState = 38,
  /** The order would take, and the symbol takes such orders only that do not. */
  kWouldTake = 39,
  /** The book crosses, as it may not in the state that is to be set. */
  kBookCrossed = 40,
  /** No multiple of the symbol's lot step. */
  kQuantityNotInSteps = 41,
  /** Fewer lots than an order of this symbol must have. */
  kQuantityTooSmall = 42,
  /** The order says two things that exclude each other, as post only and immediate or cancel. */
  kContradictoryInstruction = 43,
  /** A minimum quantity that is below 0, or above the quantity of the order. */
  kInvalidMinQuantity = 44,
  /** The order has no price limit and needs one. */
  kLimitRequired = 45,
  /** A budget that is below 0. */
  kInvalidBudget = 46,
  /** A good till date order without a time, or another with one. */
  kInvalidExpireTime = 47,
  /** The order has expired already. */
  kAlreadyExpired = 48,
  /** A currency without a name that it may have, or with too many decimals. */
  kInvalidCurrency = 49,
  /** The currency has a name. */
  kCurrencyExists = 50,
  /** Another symbol, or another currency, has this name. */
  kNameInUse = 51,
  /** A display quantity that is below 0, or above the quantity of the order. */
  kInvalidDisplayQuantity = 52,
  /** So small a display quantity that the order would show its lots in too many parts. */
  kTooManyParts = 53,
  /** The user who is to get a transfer is unknown. */
  kUnknownPayee = 54,
  /** A transfer from a user to the same user. */
  kPayeeIsPayer = 55,
  /** The update would change what a symbol keeps: currencies, scales, fees, name or decimals. */
  kSymbolFieldFixed = 56,
  /** No live order of this user in this symbol has the id that the order names as linked. */
  kUnknownLinkedOrder = 57,
  /** The order that is named as linked is not one that this order may be the other leg of. */
  kInvalidLinkedOrder = 58,
  /** The order is one of two legs, which are not moved or amended. */
  kOrderIsLinked = 59,

  /** Malformed, or not expected here. */
  kBadRequest = 200,
  /** No such key. */
  kUnauthorized = 201,
  /** Not with this key. */
  kForbidden = 202,
  /** Too many commands a second: try again. */
  kRateLimited = 203,
  /** No room at the moment: try again. */
  kBusy = 204,
  /** The exchange has stopped, or is stopping. */
  kUnavailable = 205,
  /** A logout: nothing was received for too long. */
  kSilent = 206,
  /** A logout: what was sent was not read. */
  kSlowReader = 207,
  /** A logout: the session continues by another connection. */
  kReplaced = 208,
  // 209 to 212 were the limits of an order, which are the exchange's by now.
  /** Too many commands a second of the session: try again. */
  kSessionRateLimited = 213,
  /** Too many commands a second for the user: try again. */
  kUserRateLimited = 214,
  /** A logout: the gateway or the key has as many connections as it may have. */
  kTooManyConnections = 215,
  /** A logout: the logon was signed before the gateway was started; sign again. */
  kSignAgain = 216,
  /** Too many queries a second of the key, this one included: send it again later. */
  kQuestionRateLimited = 217,
};

/** Whether this version knows the code; every value below 256 fits the type. */
constexpr bool isKnown(Code code) {
  const u8 value = static_cast<u8>(code);
  return value <= static_cast<u8>(Code::kOrderIsLinked) ||
         (value >= kFirstOfGateway && value <= static_cast<u8>(Code::kReplaced)) ||
         (value >= static_cast<u8>(Code::kSessionRateLimited) &&
          value <= static_cast<u8>(Code::kQuestionRateLimited));
}

/** Whether the same message may be accepted if it is sent again. */
constexpr bool isForNow(Code code) {
  return code == Code::kLogFull || code == Code::kRateLimited ||
         code == Code::kSessionRateLimited || code == Code::kUserRateLimited ||
         code == Code::kQuestionRateLimited || code == Code::kBusy || code == Code::kUnavailable;
}

}  // namespace tandem::client::wire
