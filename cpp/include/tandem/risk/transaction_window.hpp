#pragma once

#include <algorithm>

#include "tandem/command/result_code.hpp"

/**
 * The rule by which a user's balance adjustments are applied at most once.
 *
 * Of each user the 64 transaction ids up to the highest accepted one are known, one bit each: bit i
 * says whether highest - i was accepted. So ids must rise, but the last 64 may come in any order.
 * What is below the window is refused: to forget an id and accept it again would mint money.
 */
namespace tandem::risk {

struct TransactionWindow {
  /** Transaction ids of a user that are known: the highest accepted, and those right below it. */
  static constexpr u64 kSize = 64;

  i64 highest = 0;
  /** 0 if nothing was ever accepted; then the highest id means nothing. */
  u64 bits = 0;

  /** Whether a window can have come about. */
  constexpr bool isPossible() const { return bits == 0 ? highest == 0 : (bits & 1) != 0; }

  /** What is wrong with an id; kPending if nothing is. */
  constexpr command::ResultCode check(i64 id) const {
    if (bits == 0 || id > highest) {
      return command::ResultCode::kPending;
    }
    // The difference of two signed words may need 64 bits, so it is unsigned.
    const u64 below = bitsOf(highest) - bitsOf(id);
    if (below >= kSize) {
      return command::ResultCode::kStaleTransaction;
    }
    return (bits >> below & 1) != 0 ? command::ResultCode::kDuplicateTransaction
                                    : command::ResultCode::kPending;
  }

  /** Accepts an id that check() found nothing wrong with. */
  constexpr void add(i64 id) {
    if (bits == 0) {
      highest = id;
      bits = 1;
    } else if (id <= highest) {
      bits |= u64{1} << (bitsOf(highest) - bitsOf(id));
    } else {
      const u64 risen = bitsOf(id) - bitsOf(highest);
      bits = risen >= kSize ? 1 : bits << risen | 1;
      highest = id;
    }
  }
};

}  // namespace tandem::risk
