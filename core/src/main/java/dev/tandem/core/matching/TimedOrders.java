package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;

/**
 * The live orders of a symbol that a time ends: those that are good for the day, the oldest first,
 * and those that expire, by their time and then by entry. They rest in the book or sleep among the
 * stops; here is a row for each, found by its id. An order keeps its place when it is moved or
 * triggered.
 *
 * <p>One thread at a time. Allocates nothing once it has its size.
 */
public final class TimedOrders {

  /** Orders that one command removes because their time is over; it bounds how long it takes. */
  public static final int MOST_A_COMMAND = 64;

  private final OrderBook book;
  private final OrderStore orders;
  private final LevelStore levels;
  private final OrderIndex index;

  /** The level whose queue has those for the day; 0 if there are none. */
  private int day;

  /** Those that expire, by time as others are by price. */
  private final BookSide expiring;

  TimedOrders(OrderBook book, TimedStore memory) {
    this.book = book;
    this.orders = memory.orders();
    this.levels = memory.levels();
    this.index = new OrderIndex(orders);
    this.expiring = new BookSide(Side.SELL_CODE, levels);
  }

  /** Is shown orders, one by one. */
  @FunctionalInterface
  interface Visitor {
    /** An order, and when it expires; 0 if it is for the day. */
    void order(long orderId, long expireTime);
  }

  /** The time in force of an order with this time. */
  static TimeInForce timeInForce(long expireTime) {
    return expireTime > 0 ? TimeInForce.GTD : TimeInForce.DAY;
  }

  /** Number of orders for the day. */
  int count() {
    return day == 0 ? 0 : levels.count(day);
  }

  /** When an order expires, 0 if it is for the day, -1 if it is none of these. */
  long timeOf(long orderId) {
    int order = index.get(orderId);
    if (order == 0) {
      return -1;
    }
    int level = orders.level(order);
    return level == day ? 0 : levels.key(level);
  }

  /**
   * Takes in an order, which is live and not here.
   *
   * @param expireTime 0 if it is for the day
   */
  void add(long orderId, long expireTime) {
    int order = orders.allocate(orderId, 0, 0, Side.BUY_CODE);
    index.put(orderId, order);
    if (expireTime != 0) {
      expiring.append(levels, expireTime, order, 1);
    } else if (day == 0) {
      // No price has this key.
      day = levels.open(FarLevels.NONE, order, 1);
    } else {
      levels.append(day, order, 1);
    }
  }

  private void remove(long orderId) {
    int order = index.get(orderId);
    if (order == 0) {
      return;
    }
    int level = orders.level(order);
    if (level != day) {
      expiring.remove(levels, level, order, 1);
    } else if (levels.unlink(day, order, 1)) {
      levels.close(day);
      day = 0;
    }
    index.remove(orderId);
    orders.release(order);
  }

  /**
   * Forgets the orders that a command has filled or removed.
   *
   * @param from the first of its outcomes to look at
   */
  void forget(Command c, int from) {
    if (c.changesOwnOrder() && !c.leavesOwnOrder()) {
      remove(c.orderId);
    }
    Outcomes outcomes = c.outcomes;
    for (int i = from; i < outcomes.count(); i++) {
      if (outcomes.isTrade(i)) {
        if (outcomes.makerDone(i)) {
          remove(outcomes.makerOrderId(i));
        }
        if (outcomes.takerDone(i)) {
          remove(outcomes.takerOrderId(i));
        }
      } else if (outcomes.kind(i) == Outcomes.RELEASE && outcomes.openQuantity(i) == 0) {
        remove(outcomes.orderId(i));
      }
    }
  }

  /** Removes the oldest orders for the day from the symbol, as many as one command may. */
  void endSession(Outcomes outcomes) {
    for (int n = 0; n < MOST_A_COMMAND && day != 0; n++) {
      long orderId = orders.id(levels.head(day));
      remove(orderId);
      leave(orderId, Outcomes.BY_SESSION_END, outcomes);
    }
  }

  /** Removes the orders that have expired at a time, as many as one command may. */
  void expire(long nowNs, Outcomes outcomes) {
    for (int n = 0; n < MOST_A_COMMAND && expiring.crosses(nowNs); n++) {
      long orderId = orders.id(levels.head(expiring.bestLevel()));
      remove(orderId);
      leave(orderId, Outcomes.BY_EXPIRY, outcomes);
    }
  }

  private void leave(long orderId, int reason, Outcomes outcomes) {
    if (book.stops() != null && book.stops().leave(orderId, reason, outcomes)) {
      return;
    }
    long user = book.orders().user(book.find(orderId));
    long lots = book.cancel(orderId, user);
    outcomes.change(
        Outcomes.RELEASE,
        book.symbol(),
        book.foundSide(),
        reason,
        orderId,
        user,
        book.foundPrice(),
        lots,
        0,
        book.foundTag());
  }

  /** Shows all orders: those for the day, then those that expire; the first to end in front. */
  void forEach(Visitor visitor) {
    show(day == 0 ? 0 : levels.head(day), 0, visitor);
    for (long key = expiring.firstKey(); key != FarLevels.NONE; key = expiring.higher(key)) {
      show(expiring.head(key), key, visitor);
    }
  }

  private void show(int head, long expireTime, Visitor visitor) {
    for (int order = head; order != 0; order = orders.next(order)) {
      visitor.order(orders.id(order), expireTime);
    }
  }
}
