#pragma once

#include <array>
#include <initializer_list>

#include "tandem/command/command_type.hpp"
#include "tandem/command/order_terms.hpp"

namespace tandem::command {

/**
 * Whether and how a symbol trades; a SET_STATE and state records carry the code. Which command is
 * taken in which state is in symbol_state::takes, and nowhere else in the kernel.
 */
enum class SymbolState : u8 {
  /** Orders match as they come. */
  kContinuous = 0,
  /** A call auction: orders gather, nothing matches before UNCROSS. */
  kAuction = 1,
  /** Trading has stopped: orders can be cancelled. */
  kHalted = 2,
  /** Orders can only shrink or leave. */
  kCancelOnly = 3,
  /** Orders gather that do not take; one that would is refused. */
  kPostOnly = 4,
  /** Nothing can be done with orders; they stay. */
  kClosed = 5,
};

namespace symbol_state {

/**
 * A bit for each type of a command, from PLACE on. Those of commands that set the state, which is
 * not asked about, stand for a PLACE that is immediate, or for the auction.
 */
constexpr u8 bit(u8 code) { return static_cast<u8>(1U << (code - type::kPlace)); }
inline constexpr u8 kImmediate = bit(type::kSetState);
inline constexpr u8 kForAuction = bit(type::kStartAuction);

constexpr u8 anyOf(std::initializer_list<u8> types) {
  u8 bits = 0;
  for (const u8 code : types) {
    bits = static_cast<u8>(bits | bit(code));
  }
  return bits;
}

/** What is taken, by the code of the state. */
inline constexpr std::array<u8, 6> kTaken = {
    anyOf({type::kPlace, type::kCancel, type::kReduce, type::kMove}) | kImmediate,
    anyOf({type::kPlace, type::kCancel, type::kReduce, type::kMove, type::kUncross}) | kForAuction,
    anyOf({type::kCancel}),
    anyOf({type::kCancel, type::kReduce}),
    anyOf({type::kPlace, type::kCancel, type::kReduce, type::kMove}),
    0,
};

/**
 * Whether a PLACE, CANCEL, REDUCE, MOVE, UNCROSS, MASS_CANCEL or AMEND is taken, a MASS_CANCEL
 * where a CANCEL is, an AMEND where a MOVE is. A command that sets the state is always, unless it
 * is set already or the book has no room for it: see mayCross(). The terms are those of a PLACE,
 * and known.
 */
constexpr bool takes(SymbolState state, u8 code, u8 terms) {
  const u8 like = code == type::kAmend ? type::kMove : code;
  u8 asked = bit(code == type::kMassCancel ? type::kCancel : like);
  if (code == type::kPlace && order_terms::isForAuction(terms)) {
    asked = kForAuction;
  } else if (code == type::kPlace && order_terms::isImmediate(terms)) {
    asked = kImmediate;
  }
  return (kTaken[static_cast<u8>(state)] & asked) != 0;
}

/** Whether triggered orders take or gather; in the other states they wait. */
constexpr bool cascades(SymbolState state) {
  return state == SymbolState::kContinuous || state == SymbolState::kAuction;
}

/** Whether the best bid may be at or above the best offer, because nothing matches at once. */
constexpr bool mayCross(SymbolState state) {
  return state != SymbolState::kContinuous && state != SymbolState::kPostOnly;
}

/** Whether a state has this code. */
constexpr bool isKnown(u64 code) { return code < kTaken.size(); }

}  // namespace symbol_state
}  // namespace tandem::command
