#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "tandem/command/side.hpp"
#include "tandem/matching/level_store.hpp"
#include "tandem/matching/price_levels.hpp"

namespace tandem::matching {

/**
 * One side of a book: its levels, the best of them at hand, and its totals.
 *
 * Prices of a side are kept as keys that rise from better to worse: a sell's key is its price, a
 * buy's is the complement ~price. So both sides run through the same code. For one thread at a
 * time.
 *
 * Whoever changes a queue gives the store of the levels, although the side has it: a book finds out
 * late which side an order is on, and what it loads through its own reference does not wait for
 * that.
 */
class BookSide {
 public:
  BookSide(u8 code, LevelStore& levels)
      : code_(code), levels_(levels), flip_(code == command::kBuy ? -1 : 0) {}

  /** Code of the side. */
  u8 code() const { return code_; }
  /** Code of the side whose orders have such a key. */
  static u8 codeOf(i64 key) { return key < 0 ? command::kBuy : command::kSell; }
  /** The key of a price and, the other way round, the price of a key. */
  i64 key(i64 price) const { return price ^ flip_; }

  /** The key of the best level; the highest number if the side is empty. */
  i64 bestKey() const { return bestKey_; }
  /** The same, but FarLevels::kNone if the side is empty; a walk starts here. */
  i64 firstKey() const { return count_ == 0 ? FarLevels::kNone : bestKey_; }
  /** The next key of a walk, or FarLevels::kNone. */
  i64 higher(i64 key) const { return prices_.higher(key); }
  bool isEmpty() const { return count_ == 0; }
  /** Whether the best level would trade with an order of the other side with this limit. */
  bool crosses(i64 limitKey) const { return bestKey_ <= limitKey && count_ != 0; }
  /** Open lots of all orders that they show. */
  i64 quantity() const { return quantity_; }
  /** Open lots that no order shows. */
  i64 hidden() const { return hidden_; }
  /** Open lots of all orders, shown and hidden. */
  i64 open() const { return quantity_ + hidden_; }
  /** Counts lots of an order that it hides from here on, or no more. */
  void hide(i64 lots) { hidden_ += lots; }
  /** Number of orders. */
  i64 count() const { return count_; }
  /** Number of levels. */
  std::size_t levels() const { return prices_.size(); }
  /** The level at the best price, which is there. */
  u32 bestLevel() const { return prices_.level(bestKey_); }
  /** Open lots at this key, 0 if there are none. */
  i64 quantity(i64 key) const { return levels_.quantity(prices_.level(key)); }

  /** Lots of an order that would stay open if it took all that this side shows to its limit. */
  i64 restOf(i64 limitKey, i64 quantity) const {
    i64 rest = quantity;
    for (i64 key = firstKey(); key != FarLevels::kNone && key <= limitKey && rest > 0;
         key = higher(key)) {
      rest -= std::min(rest, this->quantity(key));
    }
    return rest;
  }

  /** Number of orders at this key. */
  i64 count(i64 key) const { return levels_.count(prices_.level(key)); }
  /** The oldest order at this key, 0 if there is none. */
  u32 head(i64 key) const { return levels_.head(prices_.level(key)); }

  /** Fetches where the level of a key is looked up. */
  [[gnu::always_inline]] void touch(i64 key) const { prices_.touch(key); }

  /** Puts an order with these open lots at the end of the queue of its price. */
  void append(LevelStore& levels, i64 key, u32 order, i64 lots) {
    count_++;
    enter(levels, key, order, lots);
  }

  /** Puts an order that has left its queue at the end of another one. */
  void enter(LevelStore& levels, i64 key, u32 order, i64 lots) {
    quantity_ += lots;
    const u32 found = prices_.level(key);
    const u32 level = levels.enter(found, key, order, lots);
    prices_.put(key, level, bestKey_, found == 0);
    bestKey_ = std::min(bestKey_, key);
  }

  /** Takes an order with so many open lots out of the queue of its level. */
  void remove(LevelStore& levels, u32 level, u32 order, i64 lots) {
    count_--;
    leave(levels, level, order, lots);
  }

  /**
   * Takes an order out of its queue, to be put into another one by enter(): in between it counts as
   * if it were there, and its lots do not.
   */
  void leave(LevelStore& levels, u32 level, u32 order, i64 lots) {
    quantity_ -= lots;
    closeIf(levels, levels.unlink(level, order, lots), level);
  }

  /** An order that has left its queue does not come back. */
  void forget() { count_--; }

  /** Takes lots off an order that stays; the order's own quantity is the caller's. */
  void take(u32 level, i64 lots) {
    quantity_ -= lots;
    levels_.reduce(level, lots);
  }

  /**
   * Takes lots off the head of a level: head is the order that is now the head, 0 if all have gone;
   * gone is the number of orders that were filled.
   */
  void consume(LevelStore& levels, u32 level, u32 head, i64 lots, i64 gone) {
    quantity_ -= lots;
    count_ -= gone;
    if (levels.behead(level, head, gone, lots)) {
      closeIf(levels, true, level);
    }
  }

 private:
  static constexpr i64 kEmpty = std::numeric_limits<i64>::max();

  void closeIf(LevelStore& levels, bool empty, u32 level) {
    const i64 key = levels.key(level);
    levels.closeIf(empty, level);
    prices_.remove(key, empty);
    // One branch, which seldom is taken, instead of one on each.
    if ((u32{empty} & u32{key == bestKey_}) != 0) {
      bestKey_ = prices_.size() == 0 ? kEmpty : prices_.firstAbove(key);
    }
  }

  u8 code_;
  LevelStore& levels_;
  PriceLevels prices_;
  i64 flip_;
  i64 bestKey_ = kEmpty;
  i64 quantity_ = 0;
  i64 count_ = 0;
  /** Open lots that no level has, because their orders do not show them. */
  i64 hidden_ = 0;
};

}  // namespace tandem::matching
