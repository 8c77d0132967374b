package dev.tandem.core.matching;

import dev.tandem.core.command.Side;

/**
 * One side of a book: its levels, the best of them at hand, and its totals.
 *
 * <p>Prices of a side are kept as keys that rise from better to worse: a sell's key is its price, a
 * buy's is the complement {@code ~price}. So both sides run through the same code.
 */
final class BookSide {

  final int code;
  private final long flip;
  private final NodeStore nodes;
  private final PriceLevels prices;

  private int best;
  private long bestKey;
  private long quantity;
  private int orders;

  BookSide(int code, NodeStore nodes) {
    this.code = code;
    this.flip = code == Side.BUY_CODE ? -1 : 0;
    this.nodes = nodes;
    this.prices = new PriceLevels(nodes);
  }

  /** The key of a price and, the other way round, the price of a key. */
  long key(long price) {
    return price ^ flip;
  }

  /** Slot of the best level, 0 if the side is empty. */
  int best() {
    return best;
  }

  /** The key of the best level, if there is one. */
  long bestKey() {
    return bestKey;
  }

  /** Whether the best level would trade with an order of the other side with this limit. */
  boolean crosses(long limitKey) {
    return best != 0 && bestKey <= limitKey;
  }

  /** Open lots of all orders. */
  long quantity() {
    return quantity;
  }

  int orders() {
    return orders;
  }

  int levels() {
    return prices.size();
  }

  /** Slot of the level with this key, or 0. */
  int level(long key) {
    return prices.get(key);
  }

  /** Slot of the next worse level, or 0. */
  int worse(int level) {
    return prices.higher(nodes.key(level));
  }

  /** Puts an order with these open lots at the end of the queue of its price. */
  void append(long key, int order, long lots) {
    int level = prices.getOrAdd(key, bestKey);
    nodes.append(level, code, order, lots);
    if (best == 0 || key < bestKey) {
      best = level;
      bestKey = key;
    }
    quantity += lots;
    orders++;
  }

  /** Takes an order with so many open lots out of the queue. */
  void remove(int level, int order, long lots) {
    quantity -= lots;
    orders--;
    if (nodes.unlink(level, order, lots) == 0) {
      drop(level);
    }
  }

  /** Takes lots off an order that stays; the order's own quantity is the caller's. */
  void reduce(int level, long lots) {
    quantity -= lots;
    nodes.addQuantity(level, -lots);
  }

  /**
   * Takes lots off the head of the best level.
   *
   * @param head the order that is now the head; the level if all have gone
   * @param lots lots that traded
   * @param gone orders that were filled
   */
  void consume(int head, long lots, int gone) {
    quantity -= lots;
    orders -= gone;
    if (nodes.behead(best, head, gone, lots) == 0) {
      drop(best);
    }
  }

  private void drop(int level) {
    long key = nodes.key(level);
    prices.remove(key);
    nodes.release(level);
    if (level == best) {
      best = prices.firstAbove(key);
      if (best != 0) {
        bestKey = nodes.key(best);
      }
    }
  }
}
