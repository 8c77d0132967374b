#include "tandem/matching/call_auction.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tandem/matching/icebergs.hpp"

namespace tandem::matching {

namespace {

struct Level {
  i64 price;
  i64 lots;
};

/** The levels of a side that cross the other side's best, best first. */
std::vector<Level> crossing(const OrderStore& orders, const BookSide& side, const BookSide& other) {
  std::vector<Level> levels;
  if (!other.isEmpty()) {
    const i64 limit = side.key(other.key(other.bestKey()));
    for (i64 key = side.firstKey(); key != FarLevels::kNone && key <= limit;
         key = side.higher(key)) {
      levels.push_back({side.key(key), Icebergs::openAt(orders, side, key)});
    }
  }
  return levels;
}

}  // namespace

CallAuction CallAuction::of(const OrderStore& orders, const BookSide& buys, const BookSide& sells) {
  std::vector<Level> bids = crossing(orders, buys, sells);
  std::vector<Level> asks = crossing(orders, sells, buys);
  // Both from low to high prices.
  std::reverse(bids.begin(), bids.end());
  i64 demand = 0;
  for (const Level& bid : bids) {
    demand += bid.lots;
  }
  i64 supply = 0;
  i64 volume = 0;
  i64 imbalance = 0;
  i64 lowest = 0;
  i64 highest = 0;
  auto bid = bids.begin();
  auto ask = asks.begin();
  // Candidates from low to high: demand counts bids at or above, supply asks at or below.
  while (bid != bids.end() || ask != asks.end()) {
    const i64 candidate = bid == bids.end()   ? ask->price
                          : ask == asks.end() ? bid->price
                                              : std::min(bid->price, ask->price);
    if (ask != asks.end() && ask->price == candidate) {
      supply += ask++->lots;
    }
    const i64 traded = std::min(demand, supply);
    const i64 gap = std::max(demand, supply) - traded;
    if (traded > volume || (traded == volume && gap < imbalance)) {
      volume = traded;
      imbalance = gap;
      lowest = candidate;
      highest = candidate;
    } else if (traded == volume && gap == imbalance) {
      highest = candidate;
    }
    if (bid != bids.end() && bid->price == candidate) {
      demand -= bid++->lots;
    }
  }
  return volume == 0 ? CallAuction{} : CallAuction{lowest + (highest - lowest) / 2, volume};
}

}  // namespace tandem::matching
