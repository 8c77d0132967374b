package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;

/**
 * The pairs of orders of a symbol of which one cancels the other. Of each pair, which is of one
 * user and side, a limit order rests in the book and has not traded, and the other leg sleeps. A
 * leg that trades, wakes or leaves ends the pair, and has the other leg leave: so a leg is never
 * here that is filled in part, or waits for its turn.
 *
 * <p>The legs of one command's own matching can only be limit orders, for those that sleep wake
 * when that has ended. So it is enough to look at its trades then, before any of them wakes an
 * order; and a book without pairs pays nothing for it.
 *
 * <p>One thread at a time. Allocates nothing once it has its size.
 */
final class LinkedOrders {

  private final OrderBook book;

  /** A row for each leg: its id, and as its user the id of the other leg. */
  private final OrderStore rows;

  private final OrderIndex index;
  private int count;

  LinkedOrders(OrderBook book, OrderStore rows) {
    this.book = book;
    this.rows = rows;
    this.index = new OrderIndex(rows);
  }

  /** Whether an order is a leg. */
  boolean has(long orderId) {
    return index.get(orderId) != 0;
  }

  /** The id of the other leg; 0 if the order is none. */
  long otherOf(long orderId) {
    int row = index.get(orderId);
    return row == 0 ? 0 : rows.user(row);
  }

  /** Is shown legs, one by one. */
  @FunctionalInterface
  interface Visitor {
    /** A leg, and the other one; each pair comes twice. */
    void leg(long orderId, long other);
  }

  /** Shows all legs. */
  void forEach(Visitor visitor) {
    book.stops()
        .forEachView(
            stop -> {
              long other = otherOf(stop.orderId);
              if (other != 0) {
                visitor.leg(stop.orderId, other);
                visitor.leg(other, stop.orderId);
              }
            });
  }

  /** Makes a pair of two orders, neither of which is a leg. */
  void link(long orderId, long other) {
    add(orderId, other);
    add(other, orderId);
  }

  private void add(long orderId, long other) {
    index.put(orderId, rows.allocate(orderId, other, 0, 0));
    count++;
  }

  private void remove(long orderId) {
    int row = index.get(orderId);
    index.remove(orderId);
    rows.release(row);
    count--;
  }

  /**
   * Ends the pair of an order, if it is a leg, and has the other leg leave, if it has not yet.
   *
   * @return orders that left: 0 or 1
   */
  int sever(long orderId, Outcomes outcomes) {
    long other = otherOf(orderId);
    if (other == 0) {
      return 0;
    }
    remove(orderId);
    remove(other);
    if (!book.isLive(other)) {
      return 0;
    }
    if (book.timed != null) {
      book.timed.remove(other);
    }
    LiveOrders.leave(book, other, Outcomes.BY_OCO, outcomes);
    return 1;
  }

  /**
   * Ends the pairs whose legs have traded or left.
   *
   * @param from the first outcome to look at; those that are appended here are not
   * @return orders that left
   */
  int follow(Outcomes outcomes, int from) {
    int left = 0;
    int end = outcomes.count();
    for (int i = from; i < end && count != 0; i++) {
      if (outcomes.isTrade(i)) {
        left += sever(outcomes.makerOrderId(i), outcomes);
        left += sever(outcomes.takerOrderId(i), outcomes);
      } else if (outcomes.kind(i) == Outcomes.RELEASE && outcomes.openQuantity(i) == 0) {
        left += sever(outcomes.orderId(i), outcomes);
      }
    }
    return left;
  }

  /**
   * The same once an accepted command has done what it does by itself. What it says of orders that
   * are left does not count those that have left here.
   */
  void after(Command c, int from) {
    if (count == 0) {
      return;
    }
    c.outcomes.endOwn();
    int left = follow(c.outcomes, from);
    if (c.changesOwnOrder() && !c.leavesOwnOrder()) {
      sever(c.orderId, c.outcomes);
    }
    if (c.type == CommandType.MASS_CANCEL) {
      // Both legs are of one user and side, so both were named.
      c.openQuantity -= left;
    } else if (c.type == CommandType.END_SESSION && left != 0) {
      c.openQuantity = book.timed.count();
    }
  }

  /** Whether the order of a PLACE may be what it says to be a leg of; else it is refused. */
  static boolean admits(Command c, OrderBook book) {
    if (c.instructions() == null || c.instructions().linkedOrder() == 0) {
      return true;
    }
    if (!MarketRule.admits(c, book)) {
      return false;
    }
    ResultCode fault = faultOf(c, c.instructions().linkedOrder(), book);
    if (fault != null) {
      c.reject(fault);
    }
    return fault == null;
  }

  private static ResultCode faultOf(Command c, long first, OrderBook book) {
    if (book.isLive(c.orderId)) {
      return ResultCode.DUPLICATE_ORDER_ID;
    }
    StopOrders stops = book.stops();
    int resting = book.find(first, c.userId);
    int asleep = resting != 0 || stops == null ? 0 : stops.find(first, c.userId);
    if ((resting | asleep) == 0) {
      return ResultCode.UNKNOWN_LINKED_ORDER;
    }
    boolean sleeps = OrderTerms.hasTrigger(c.terms);
    boolean fits =
        resting != 0
            ? sleeps && isFreshOf(c.side, resting, book)
            : !sleeps && !stops.isWaiting(asleep) && stops.sideOf(first, c.userId) == c.side;
    if (!fits || (book.links != null && book.links.has(first))) {
      return ResultCode.INVALID_LINKED_ORDER;
    }
    return takes(c, sleeps, book) ? ResultCode.WOULD_TAKE : null;
  }

  /** Whether an order of the book is of a side and has not traded. */
  private static boolean isFreshOf(int side, int order, OrderBook book) {
    return book.orders().side(order) == side && book.orders().filled(order) == 0;
  }

  /** Whether the second leg would take at once, or be triggered, instead of standing by. */
  private static boolean takes(Command c, boolean sleeps, OrderBook book) {
    if (sleeps) {
      return !OrderTerms.trails(c.terms)
          && StopOrders.isReached(c.terms, c.side, c.instructions().triggerPrice(), book);
    }
    BookSide other = book.side(c.side ^ 1);
    return c.instructions().postOnly() == 0
        && !book.state().mayCross()
        && other.crosses(other.key(c.price));
  }

  /** Whether two orders may be a pair: one rests and has not traded, the other one sleeps. */
  static boolean mayLink(OrderBook book, long asleep, long resting) {
    int limit = book.find(resting);
    StopOrders stops = book.stops();
    long user = limit == 0 ? 0 : book.orders().user(limit);
    int stop = limit == 0 || stops == null ? 0 : stops.find(asleep, user);
    return stop != 0
        && !stops.isWaiting(stop)
        && isFreshOf(stops.sideOf(asleep, user), limit, book)
        && (book.links == null || !(book.links.has(asleep) || book.links.has(resting)));
  }

  /** Refuses a command that would move or amend a leg of its user. */
  static boolean refuses(Command c, OrderBook book) {
    boolean moves = c.type == CommandType.MOVE || c.type == CommandType.AMEND;
    boolean refused =
        moves
            && book.links != null
            && book.links.has(c.orderId)
            && LiveOrders.isOf(book, c.orderId, c.userId);
    if (refused) {
      c.reject(ResultCode.ORDER_IS_LINKED);
    }
    return refused;
  }
}
