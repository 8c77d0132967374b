package dev.tandem.core.matching;

import dev.tandem.core.command.Side;

/**
 * One side of a book: its levels, the best of them at hand, and its totals.
 *
 * <p>Prices of a side are kept as keys that rise from better to worse: a sell's key is its price, a
 * buy's is the complement {@code ~price}. So both sides run through the same code.
 *
 * <p>Whoever changes a queue gives the store of the levels, although the side has it: a book finds
 * out late which side an order is on, and what it loads through its own reference does not wait for
 * that.
 */
final class BookSide extends PriceLevels {

  final int code;
  private final LevelStore levels;
  private final long flip;
  private long bestKey = Long.MAX_VALUE;
  private long quantity;
  private int count;

  /** Open lots that no level has, because their orders do not show them. */
  private long hidden;

  BookSide(int code, LevelStore levels) {
    this.levels = levels;
    this.code = code;
    this.flip = code == Side.BUY_CODE ? -1 : 0;
  }

  /** Code of the side whose orders have such a key. */
  static int codeOf(long key) {
    return (int) (~key >>> 63);
  }

  /** The key of a price and, the other way round, the price of a key. */
  long key(long price) {
    return price ^ flip;
  }

  /** The key of the best level; {@code Long.MAX_VALUE} if the side is empty. */
  long bestKey() {
    return bestKey;
  }

  /** The price of the best level, which is there. */
  long bestPrice() {
    return key(bestKey);
  }

  /** The key of the best level; {@link FarLevels#NONE} if the side is empty; a walk starts here. */
  long firstKey() {
    return count == 0 ? FarLevels.NONE : bestKey;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Whether the best level would trade with an order of the other side with this limit. */
  boolean crosses(long limitKey) {
    return bestKey <= limitKey && count != 0;
  }

  /** Open lots of all orders that they show. */
  long quantity() {
    return quantity;
  }

  /** Open lots that no order shows. */
  long hidden() {
    return hidden;
  }

  /** Open lots of all orders, shown and hidden. */
  long open() {
    return quantity + hidden;
  }

  /** Counts lots of an order that it hides from here on, or no more. */
  void hide(long lots) {
    hidden += lots;
  }

  /** Number of orders. */
  int count() {
    return count;
  }

  /** The level at the best price, which is there. */
  int bestLevel() {
    return level(bestKey);
  }

  /** Lots of an order that would stay open if it took all that this side shows up to its limit. */
  long restOf(long limitKey, long quantity) {
    long rest = quantity;
    for (long key = firstKey();
        key != FarLevels.NONE && key <= limitKey && rest > 0;
        key = higher(key)) {
      rest -= Math.min(rest, quantity(key));
    }
    return rest;
  }

  /** Open lots at this key, 0 if there are none. */
  long quantity(long key) {
    return levels.quantity(level(key));
  }

  /** Number of orders at this key. */
  int count(long key) {
    return levels.count(level(key));
  }

  /** The oldest order at this key, 0 if there is none. */
  int head(long key) {
    return levels.head(level(key));
  }

  /** Puts an order with these open lots at the end of the queue of its price. */
  void append(LevelStore levels, long key, int order, long lots) {
    count++;
    enter(levels, key, order, lots);
  }

  /** Puts an order that has left its queue at the end of another one. */
  void enter(LevelStore levels, long key, int order, long lots) {
    quantity += lots;
    int level = level(key);
    if (level != 0) {
      levels.append(level, order, lots);
    } else {
      put(key, levels.open(key, order, lots), bestKey);
      bestKey = Math.min(bestKey, key);
    }
  }

  /** Takes an order with so many open lots out of the queue of its level. */
  void remove(LevelStore levels, int level, int order, long lots) {
    count--;
    leave(levels, level, order, lots);
  }

  /**
   * Takes an order out of its queue, to be put into another one by {@link #enter}: in between it
   * counts as if it were there, and its lots do not.
   */
  void leave(LevelStore levels, int level, int order, long lots) {
    quantity -= lots;
    if (levels.unlink(level, order, lots)) {
      close(levels, level);
    }
  }

  /** An order that has left its queue does not come back. */
  void forget() {
    count--;
  }

  /** Takes lots off an order that stays; the order's own quantity is the caller's. */
  void take(int level, long lots) {
    quantity -= lots;
    levels.reduce(level, lots);
  }

  /**
   * Takes lots off the head of a level.
   *
   * @param head the order that is now the head; 0 if all have gone
   * @param lots lots that traded
   * @param gone orders that were filled
   */
  void consume(LevelStore levels, int level, int head, long lots, int gone) {
    quantity -= lots;
    count -= gone;
    if (levels.behead(level, head, gone, lots)) {
      close(levels, level);
    }
  }

  private void close(LevelStore levels, int level) {
    long key = levels.key(level);
    levels.close(level);
    remove(key);
    if (key == bestKey) {
      bestKey = size() == 0 ? Long.MAX_VALUE : firstAbove(key);
    }
  }
}
