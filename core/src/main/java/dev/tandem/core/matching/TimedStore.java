package dev.tandem.core.matching;

/**
 * The memory of a shard's timed orders: a row for each, and queues of them, as those of its books.
 * 40 bytes an order, and 16 to 64 in the index by id.
 */
final class TimedStore {

  private final OrderStore orders = new OrderStore(0);
  private final LevelStore levels = new LevelStore(orders);

  OrderStore orders() {
    return orders;
  }

  LevelStore levels() {
    return levels;
  }
}
