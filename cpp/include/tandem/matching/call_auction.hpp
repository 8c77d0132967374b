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
 *
 * Icebergs have their place by time with all their lots, hidden ones too. What is left of one shows
 * what it has shown as far as it can, and keeps its place.
 */
struct CallAuction {
  /** Ticks; 0 if the book does not cross. */
  i64 price = 0;
  /** Lots that trade. */
  i64 volume = 0;

  /** The outcome for a book as it stands. Allocates in proportion to the levels that cross. */
  static CallAuction of(const OrderStore& orders, const BookSide& bids, const BookSide& asks);
};

}  // namespace tandem::matching
