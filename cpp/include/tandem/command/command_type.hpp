#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::command {

/**
 * What a command does. A command carries the code, which is also the code on disk, so a code is
 * never given to another type. A command may carry a code that is none of these.
 */
namespace type {

/** Changes nothing; answered OK and left out of the event hash. */
inline constexpr u8 kNop = 0;
inline constexpr u8 kAddUser = 1;
inline constexpr u8 kSuspendUser = 2;
inline constexpr u8 kResumeUser = 3;
/** Adds the amount (negative: withdraws) once per transaction id of a user. */
inline constexpr u8 kAdjustBalance = 4;
inline constexpr u8 kAddSymbol = 5;
/** Pays the amount, of the fees taken in a currency, out of the exchange. */
inline constexpr u8 kWithdrawFees = 6;
inline constexpr u8 kPlace = 10;
inline constexpr u8 kCancel = 11;
/** Takes lots off an order, which keeps its place in the queue. */
inline constexpr u8 kReduce = 12;
/** Gives an order another price and quantity: it loses its place in the queue and may take. */
inline constexpr u8 kMove = 13;
/** Sets the state AUCTION: orders accumulate, nothing matches. */
inline constexpr u8 kStartAuction = 14;
/** Ends a call auction at one price and sets the state CONTINUOUS. */
inline constexpr u8 kUncross = 15;
/** Sets the SymbolState whose code is in the terms. */
inline constexpr u8 kSetState = 16;
/** Removes orders of a symbol that are good for the day, the oldest first. */
inline constexpr u8 kEndSession = 17;
/** Gives a currency a name and decimals, once. */
inline constexpr u8 kAddCurrency = 18;
/** Cancels orders of a symbol, of one user or of all, of one side or of both. */
inline constexpr u8 kMassCancel = 19;
/** Reads state at one point of the command stream; left out of the event hash. */
inline constexpr u8 kQuery = 20;
/** Has a symbol do what is due: what any command on it does besides its own work. */
inline constexpr u8 kTick = 21;
/**
 * Gives an order another price, total quantity or trigger: what is filled of the total counts.
 * Fewer lots at the same price keep its place in the queue; a total that is filled cancels it.
 */
inline constexpr u8 kAmend = 22;
/** Moves the amount from a user to another, once per transaction id of who pays. */
inline constexpr u8 kTransfer = 23;
/**
 * Gives a symbol other limits and protection points; all else of its specification stays. Orders
 * that are there stay as they are.
 */
inline constexpr u8 kUpdateSymbol = 24;
/** Gives a user a self-trade group, or takes the user out of it. */
inline constexpr u8 kSetSelfTradeGroup = 27;

/** Whether a command of this type is about one order. */
constexpr bool isOfOrder(u8 code) { return (code >= kPlace && code <= kMove) || code == kAmend; }

/** Whether a command of this type may give an order that is there another place. */
constexpr bool mayMove(u8 code) { return code == kMove || code == kAmend; }

/** Whether a command of this type is about users, money, symbols or phases, not about an order. */
constexpr bool isAdministrative(u8 code) { return code != kNop && !isOfOrder(code); }

/** Whether a command of this type is about the book of its symbol. */
constexpr bool isOfBook(u8 code) {
  return (code >= kPlace && code <= kEndSession) || code == kMassCancel || code == kTick ||
         code == kAmend;
}

/** Whether a command of this type is about users or money: refused where there is no risk. */
constexpr bool needsRisk(u8 code) {
  return (code >= kAddUser && code <= kAdjustBalance) || code == kWithdrawFees ||
         code == kTransfer || code == kSetSelfTradeGroup;
}

/** Whether a command of this type sets the state of a symbol, and does nothing else. */
constexpr bool setsState(u8 code) { return code == kSetState || code == kStartAuction; }

/** Whether a command of this type has a SymbolSpec. */
constexpr bool specifies(u8 code) { return code == kAddSymbol || code == kUpdateSymbol; }

/** Whether a command of this type is about a symbol or a currency, which may have a name. */
constexpr bool hasNaming(u8 code) { return specifies(code) || code == kAddCurrency; }

/** Whether a command of this type leaves event records. */
constexpr bool isRecorded(u8 code) { return code != kNop && code != kQuery; }

}  // namespace type
}  // namespace tandem::command
