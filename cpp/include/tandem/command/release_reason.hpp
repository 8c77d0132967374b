#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "tandem/command/outcomes.hpp"

namespace tandem::command {

/** Why lots left an order without a trade; the codes are those of outcomes and event records. */
enum class ReleaseReason : u8 {
  /** The command of the record asked for it, or its own order's time in force did. */
  kCommand = 0,
  /** A triggered order's time in force did not let its rest in. */
  kTerms = Outcome::kByTerms,
  /** The rest of a triggered order had no room on its side of the book. */
  kOverflow = Outcome::kByOverflow,
  /** The session ended, for which the order was good. */
  kSessionEnd = Outcome::kBySessionEnd,
  /** The order has expired. */
  kExpiry = Outcome::kByExpiry,
  /** The auction ended, for which the order was good. */
  kAuctionEnd = Outcome::kByAuctionEnd,
  /** A MASS_CANCEL cancelled the order. */
  kMassCancel = Outcome::kByMassCancel,
  /** The other leg of the order traded, was triggered, or left. */
  kOco = Outcome::kByOco,
  /** The order would have traded with another one of its own user or group; see SelfTrade. */
  kSelfTrade = Outcome::kBySelfTrade,
};

/** The reason for a person, without a capital or a full stop; empty for a code of no reason. */
constexpr std::string_view wordsOf(ReleaseReason reason) {
  switch (reason) {
    case ReleaseReason::kCommand:
      return "by its own command";
    case ReleaseReason::kTerms:
      return "its time in force";
    case ReleaseReason::kOverflow:
      return "no room on its side of the book";
    case ReleaseReason::kSessionEnd:
      return "the session ended";
    case ReleaseReason::kExpiry:
      return "it has expired";
    case ReleaseReason::kAuctionEnd:
      return "the auction ended";
    case ReleaseReason::kMassCancel:
      return "cancelled with others";
    case ReleaseReason::kOco:
      return "its other leg traded, was triggered or left";
    case ReleaseReason::kSelfTrade:
      return "it would trade with an order of its own user or group";
  }
  return {};
}

/** The reason with this code; throws std::invalid_argument if none has it. */
inline ReleaseReason releaseReasonOf(u8 code) {
  const auto reason = static_cast<ReleaseReason>(code);
  if (wordsOf(reason).empty()) {
    throw std::invalid_argument("reason " + std::to_string(code) + " of a release");
  }
  return reason;
}

}  // namespace tandem::command
