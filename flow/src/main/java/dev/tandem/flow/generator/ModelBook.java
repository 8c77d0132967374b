package dev.tandem.flow.generator;

import dev.tandem.core.command.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A plain price-time book from which the generator knows which orders are alive, so that its
 * commands name live orders. It decides nothing: a mistake in here would only make a generated flow
 * miss more often.
 */
final class ModelBook {

  /** An order in the book. */
  static final class Order {
    final long id;
    final byte side;
    long price;
    long quantity;
    private int liveIndex;
    private Order previous;
    private Order next;
    private Level level;

    Order(long id, byte side, long price, long quantity) {
      this.id = id;
      this.side = side;
      this.price = price;
      this.quantity = quantity;
    }

    /** Whether it rests in the book. */
    boolean isLive() {
      return level != null;
    }
  }

  private static final class Level {
    private Order head;
    private Order tail;
  }

  private final TreeMap<Long, Level> bids = new TreeMap<>();
  private final TreeMap<Long, Level> asks = new TreeMap<>();
  private final List<Order> live = new ArrayList<>();
  private boolean auction;

  int liveCount() {
    return live.size();
  }

  Order live(int index) {
    return live.get(index);
  }

  boolean inAuction() {
    return auction;
  }

  void startAuction() {
    auction = true;
  }

  /** A new order: takes what it may, rests if it is to and something is left. */
  void place(Order order, boolean rests) {
    if (!auction) {
      take(order);
    }
    if (rests && order.quantity > 0) {
      append(order);
    }
  }

  void cancel(Order order) {
    remove(order);
  }

  void reduce(Order order, long quantity) {
    order.quantity -= quantity;
    if (order.quantity == 0) {
      remove(order);
    }
  }

  void move(Order order, long price) {
    move(order, price, order.quantity);
  }

  void move(Order order, long price, long quantity) {
    remove(order);
    order.price = price;
    order.quantity = quantity;
    place(order, true);
  }

  /** Pairs what crosses, best first: the orders that a volume-maximising uncross pairs. */
  void uncross() {
    auction = false;
    while (!bids.isEmpty() && !asks.isEmpty() && bids.lastKey() >= asks.firstKey()) {
      fill(bids.lastEntry().getValue().head, asks.firstEntry().getValue().head);
    }
  }

  private void take(Order taker) {
    boolean buy = taker.side == Side.BUY_CODE;
    TreeMap<Long, Level> others = buy ? asks : bids;
    while (taker.quantity > 0 && !others.isEmpty()) {
      long best = buy ? others.firstKey() : others.lastKey();
      if (buy ? best > taker.price : best < taker.price) {
        return;
      }
      fill(taker, others.get(best).head);
    }
  }

  private void fill(Order a, Order b) {
    long quantity = Math.min(a.quantity, b.quantity);
    a.quantity -= quantity;
    b.quantity -= quantity;
    removeIfFilled(a);
    removeIfFilled(b);
  }

  private void removeIfFilled(Order order) {
    if (order.quantity == 0 && order.level != null) {
      remove(order);
    }
  }

  private void append(Order order) {
    Level level =
        (order.side == Side.BUY_CODE ? bids : asks)
            .computeIfAbsent(order.price, price -> new Level());
    order.level = level;
    order.previous = level.tail;
    order.next = null;
    if (level.tail == null) {
      level.head = order;
    } else {
      level.tail.next = order;
    }
    level.tail = order;
    order.liveIndex = live.size();
    live.add(order);
  }

  private void remove(Order order) {
    Level level = order.level;
    order.level = null;
    if (order.previous == null) {
      level.head = order.next;
    } else {
      order.previous.next = order.next;
    }
    if (order.next == null) {
      level.tail = order.previous;
    } else {
      order.next.previous = order.previous;
    }
    if (level.head == null) {
      (order.side == Side.BUY_CODE ? bids : asks).remove(order.price);
    }
    Order last = live.remove(live.size() - 1);
    if (last != order) {
      last.liveIndex = order.liveIndex;
      live.set(order.liveIndex, last);
    }
  }
}
