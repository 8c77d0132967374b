package dev.tandem.core.matching;

import java.util.Arrays;

/**
 * The memory of a shard's sleeping orders: rows and levels as those of its books, and beside each
 * row the limit, the trigger price and the terms of the order. 57 bytes an order, and 16 to 64 in
 * the index by id.
 */
final class StopStore {

  private static final int WORDS = 2;
  private static final int LIMIT = 0;
  private static final int TRIGGER = 1;

  private final OrderStore orders = new OrderStore(0);
  private final LevelStore levels = new LevelStore(orders);
  private long[] prices = new long[WORDS << 6];
  private byte[] terms = new byte[1 << 6];

  OrderStore orders() {
    return orders;
  }

  LevelStore levels() {
    return levels;
  }

  /** The number of a new order, in no queue yet. */
  int allocate(long id, long user, int tag, int side, int orderTerms, long limit, long trigger) {
    int order = orders.allocate(id, user, tag, side);
    if (order >= terms.length) {
      terms = Arrays.copyOf(terms, order * 2);
      prices = Arrays.copyOf(prices, terms.length * WORDS);
    }
    terms[order] = (byte) orderTerms;
    prices[order * WORDS + LIMIT] = limit;
    prices[order * WORDS + TRIGGER] = trigger;
    return order;
  }

  int terms(int order) {
    return terms[order];
  }

  /** The limit price of the order once it is triggered. */
  long limit(int order) {
    return prices[order * WORDS + LIMIT];
  }

  void limit(int order, long ticks) {
    prices[order * WORDS + LIMIT] = ticks;
  }

  long trigger(int order) {
    return prices[order * WORDS + TRIGGER];
  }
}
