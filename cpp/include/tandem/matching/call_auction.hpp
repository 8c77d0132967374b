#pragma once

#include "tandem/matching/book_side.hpp"

namespace tandem::matching {

/**
 * The price of a call auction.
 *
 * Of all limit prices in the book it is the one at which most lots trade; of several the one with
 * the least imbalance between the lots bid at or above it and those offered at or below it; if
 * several are left, the middle between the lowest and the highest of them, rounded down to a tick
 * (the Shanghai Stock Exchange's order of preference). At that middle the same lots trade, for
 * demand only falls and supply only rises with the price.
 */
struct CallAuction {
  /** Ticks; 0 if the book does not cross. */
  i64 price = 0;
  /** Lots that trade. */
  i64 volume = 0;

  /** The outcome for a book as it stands. Allocates in proportion to the levels that cross. */
  static CallAuction of(const BookSide& bids, const BookSide& asks);
};

}  // namespace tandem::matching
