package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;

/**
 * The live orders of a symbol that a time ends: those that are good for the auction or the day, the
 * oldest first, and those that expire, by their time and then by entry. They rest in the book or
 * sleep among the stops; here is a row for each, found by its id. An order keeps its place when it
 * is moved or triggered.
 *
 * <p>One thread at a time. Allocates nothing once it has its size.
 */
public final class TimedOrders {

  /** Orders that one command removes because their time is over; it bounds how long it takes. */
  public static final int MOST_A_COMMAND = 64;

  /** Stands for the time of an order that is for the day. */
  public static final long SESSION = 0;

  /** Stands for the time of an order that is for the auction. */
  public static final long AUCTION = -1;

  /** Stands for the time of an order that none ends. */
  public static final long NEVER = Long.MIN_VALUE;

  private final OrderBook book;
  private final OrderStore orders;
  private final LevelStore levels;
  private final OrderIndex index;

  /** The level whose queue has those for the day; 0 if there are none. */
  private int day;

  /** The same of those for the auction. */
  private int auction;

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
    /** An order, and when it expires, {@link #SESSION} or {@link #AUCTION}. */
    void order(long orderId, long expireTime);
  }

  /** The time in force of an order with this time. */
  static TimeInForce timeInForce(long expireTime) {
    if (expireTime == AUCTION) {
      return TimeInForce.AT_AUCTION;
    }
    return expireTime == SESSION ? TimeInForce.DAY : TimeInForce.GTD;
  }

  /** Number of orders for the day. */
  int count() {
    return day == 0 ? 0 : levels.count(day);
  }

  /** Whether an order is one of these. */
  boolean has(long orderId) {
    return index.get(orderId) != 0;
  }

  /** When an order expires, or one of {@link #SESSION}, {@link #AUCTION} and {@link #NEVER}. */
  long timeOf(long orderId) {
    int order = index.get(orderId);
    if (order == 0) {
      return NEVER;
    }
    int level = orders.level(order);
    if (level == day) {
      return SESSION;
    }
    return level == auction ? AUCTION : levels.key(level);
  }

  /**
   * Takes in an order, which is live and not here.
   *
   * @param expireTime or {@link #SESSION} or {@link #AUCTION}
   */
  void add(long orderId, long expireTime) {
    int order = orders.allocate(orderId, 0, 0, Side.BUY_CODE);
    index.put(orderId, order);
    if (expireTime > 0) {
      expiring.append(levels, expireTime, order, 1);
    } else if (expireTime == SESSION) {
      day = append(day, order);
    } else {
      auction = append(auction, order);
    }
  }

  /** The level of a queue once an order stands at its end. */
  private int append(int level, int order) {
    if (level == 0) {
      // No price has this key.
      return levels.open(FarLevels.NONE, order, 1);
    }
    levels.append(level, order, 1);
    return level;
  }

  /** Forgets an order, if it is one of these. */
  void remove(long orderId) {
    int order = index.get(orderId);
    if (order == 0) {
      return;
    }
    int level = orders.level(order);
    if (level == day) {
      day = unlink(day, order);
    } else if (level == auction) {
      auction = unlink(auction, order);
    } else {
      expiring.remove(levels, level, order, 1);
    }
    index.remove(orderId);
    orders.release(order);
  }

  /** The level of a queue once an order has left it. */
  private int unlink(int level, int order) {
    if (!levels.unlink(level, order, 1)) {
      return level;
    }
    levels.close(level);
    return 0;
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
      LiveOrders.leave(book, orderId, Outcomes.BY_SESSION_END, outcomes);
    }
  }

  /**
   * Removes all orders for the auction from the symbol, some of which may be filled and gone: like
   * the trades of an uncross, without a bound.
   */
  void endAuction(Outcomes outcomes) {
    while (auction != 0) {
      long orderId = orders.id(levels.head(auction));
      remove(orderId);
      if (book.isLive(orderId)) {
        LiveOrders.leave(book, orderId, Outcomes.BY_AUCTION_END, outcomes);
      }
    }
  }

  /** Removes the orders that have expired at a time, as many as one command may. */
  void expire(long nowNs, Outcomes outcomes) {
    for (int n = 0; n < MOST_A_COMMAND && expiring.crosses(nowNs); n++) {
      long orderId = orders.id(levels.head(expiring.bestLevel()));
      remove(orderId);
      LiveOrders.leave(book, orderId, Outcomes.BY_EXPIRY, outcomes);
    }
  }

  /** Number of orders that have expired at a time and are live. */
  long due(long nowNs) {
    long due = 0;
    for (long key = expiring.firstKey();
        key != FarLevels.NONE && key <= nowNs;
        key = expiring.higher(key)) {
      due += expiring.count(key);
    }
    return due;
  }

  /** Shows all orders: those for the auction, those for the day, those that expire by time. */
  void forEach(Visitor visitor) {
    show(auction == 0 ? 0 : levels.head(auction), AUCTION, visitor);
    show(day == 0 ? 0 : levels.head(day), SESSION, visitor);
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
