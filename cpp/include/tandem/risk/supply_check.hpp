#pragma once

#include <vector>

#include "tandem/command/id_index.hpp"

namespace tandem::risk {

/**
 * Whether all that there is of each currency, which is its supply, is what users own and fees were
 * taken. No kernel writes anything else, and settlement, which adds without a check, relies on it:
 * a sum that is within the supply cannot overflow.
 *
 * Each method refuses, with an InvalidImageException, what no kernel can have written.
 */
class SupplyCheck {
 public:
  /** A currency that comes once, neither amount below 0. */
  void currency(i32 id, i64 fees, i64 supply);

  /** What a user owns, an amount above 0 of a currency that came. */
  void owned(i32 currency, i64 amount);

  /** After all that users own. */
  void finish() const;

 private:
  command::IdIndex currencies_{16};
  std::vector<i64> supply_;
  /** What of the supply was not found yet. */
  std::vector<i64> left_;
};

}  // namespace tandem::risk
