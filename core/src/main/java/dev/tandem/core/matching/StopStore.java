package dev.tandem.core.matching;

import java.util.Arrays;

/**
 * The memory of a shard's sleeping orders: rows and levels as those of its books, and beside each
 * row the limit, the trigger price and the terms of the order, its entry and its neighbours by
 * entry. 73 bytes an order, and 16 to 64 in the index by id; those of {@link TrailingStore} have
 * more.
 */
final class StopStore {

  private static final int WORDS = 3;
  private static final int LIMIT = 0;
  private static final int TRIGGER = 1;
  private static final int ENTRY = 2;

  private static final int LINKS = 2;
  private static final int OLDER = 0;
  private static final int YOUNGER = 1;

  private final OrderStore orders = new OrderStore(0);
  private final LevelStore levels = new LevelStore(orders);
  private long[] prices = new long[WORDS << 6];
  private int[] links = new int[LINKS << 6];
  private byte[] terms = new byte[1 << 6];

  /** Null until the first order that trails. */
  private TrailingStore trailing;

  OrderStore orders() {
    return orders;
  }

  LevelStore levels() {
    return levels;
  }

  TrailingStore trailing() {
    if (trailing == null) {
      trailing = new TrailingStore(this);
    }
    return trailing;
  }

  /** The number of a new order, in no queue yet. */
  int allocate(StopView stop, int tag) {
    int order = orders.allocate(stop.orderId, stop.userId, tag, stop.side);
    if (order >= terms.length) {
      terms = Arrays.copyOf(terms, order * 2);
      prices = Arrays.copyOf(prices, terms.length * WORDS);
      links = Arrays.copyOf(links, terms.length * LINKS);
    }
    orders.modes(order, 0, stop.selfTrade);
    terms[order] = stop.terms;
    prices[order * WORDS + LIMIT] = stop.limit;
    prices[order * WORDS + TRIGGER] = stop.trigger;
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

  /** The trigger price; of an order that trails 0 until it is triggered. */
  long trigger(int order) {
    return prices[order * WORDS + TRIGGER];
  }

  void trigger(int order, long ticks) {
    prices[order * WORDS + TRIGGER] = ticks;
  }

  /** Whether an order of a book came to sleep, or was moved last, before another one of it. */
  boolean isOlder(int order, int other) {
    return prices[order * WORDS + ENTRY] < prices[other * WORDS + ENTRY];
  }

  /** Makes an order the youngest of its book, whose youngest is given; 0: it has none. */
  void enter(int order, int youngest) {
    // Row 0 has the entry 0; its links take writes at the ends, for nobody reads them.
    prices[order * WORDS + ENTRY] = prices[youngest * WORDS + ENTRY] + 1;
    links[order * LINKS + OLDER] = youngest;
    links[order * LINKS + YOUNGER] = 0;
    links[youngest * LINKS + YOUNGER] = order;
  }

  /** Takes an order out of those by entry. */
  void leave(int order) {
    links[older(order) * LINKS + YOUNGER] = younger(order);
    links[younger(order) * LINKS + OLDER] = older(order);
  }

  int older(int order) {
    return links[order * LINKS + OLDER];
  }

  int younger(int order) {
    return links[order * LINKS + YOUNGER];
  }
}
