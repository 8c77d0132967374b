package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;

/**
 * Removes orders of a symbol by MASS_CANCEL, of one user or of all, of one side or of both: first
 * those that rest, bids and then offers, by price and time; then those that sleep, in the order of
 * {@link StopOrders#forEach}. So many leave as may expire in one command.
 *
 * <p>There is no table of the orders of a user: one that names a user looks at all orders of the
 * sides. First it writes a row of each order that leaves, then the rows are carried out, so nothing
 * changes under the walk.
 *
 * <p>One thread at a time. Allocates nothing.
 */
final class MassCancel implements StopOrders.Visitor {

  private Command c;
  private OrderBook book;

  /** How many may still leave. */
  private int room;

  /** Orders that are named and stay. */
  private long left;

  /**
   * Removes orders and says how many are left, by the outputs that {@link MatchingEngine} names.
   */
  void apply(Command c, OrderBook book) {
    this.c = c;
    this.book = book;
    room = TimedOrders.MOST_A_COMMAND;
    left = 0;
    Outcomes outcomes = c.outcomes;
    int first = outcomes.count();
    for (int side = Side.BUY_CODE; side <= Side.SELL_CODE; side++) {
      if (namesSide(side)) {
        select(book.side(side));
      }
    }
    selectStops(book.stops());
    for (int i = first; i < outcomes.count(); i++) {
      if (outcomes.isOffBook(i)) {
        book.stops().remove(outcomes.orderId(i));
      } else {
        book.cancel(outcomes.orderId(i), outcomes.userId(i));
      }
    }
    c.result = ResultCode.OK_CODE;
    c.openQuantity = left;
  }

  /** Whether the orders of a side are named. */
  private boolean namesSide(int side) {
    return c.side == Side.BOTH_CODE || c.side == side;
  }

  /** Whether a user is named, or all are. */
  private boolean names(long user) {
    return isOfAll() || user == c.userId;
  }

  private boolean isOfAll() {
    return c.userId == 0;
  }

  /** Where all orders are named, nobody needs to look at those that stay. */
  private boolean isEnough() {
    return room == 0 && isOfAll();
  }

  private void select(BookSide side) {
    OrderStore orders = book.orders();
    long named = isOfAll() ? side.count() : 0;
    int before = room;
    for (long key = side.firstKey(); key != FarLevels.NONE && !isEnough(); key = side.higher(key)) {
      for (int order = side.head(key); order != 0 && !isEnough(); order = orders.next(order)) {
        long user = orders.user(order);
        if (names(user)) {
          named += isOfAll() ? 0 : 1;
          if (room > 0) {
            leave(
                side.code,
                orders.id(order),
                user,
                side.key(key),
                orders.open(order),
                orders.tag(order));
          }
        }
      }
    }
    left += named - (before - room);
  }

  private void selectStops(StopOrders stops) {
    if (stops == null) {
      return;
    }
    if (isEnough() && c.side == Side.BOTH_CODE) {
      left += stops.count();
    } else {
      stops.forEach(this);
    }
  }

  @Override
  public void stop(
      int side,
      int terms,
      boolean isWaiting,
      long orderId,
      long userId,
      long limit,
      long quantity,
      long trigger,
      int selfTrade) {
    if (!namesSide(side) || !names(userId)) {
      return;
    }
    if (room == 0) {
      left++;
    } else {
      leave(side, orderId, userId, limit, quantity, book.stops().tagOf(orderId, userId));
      c.outcomes.markOffBook();
    }
  }

  private void leave(int side, long orderId, long userId, long price, long lots, int tag) {
    room--;
    c.outcomes.change(
        Outcomes.RELEASE,
        book.symbol(),
        side,
        Outcomes.BY_MASS_CANCEL,
        orderId,
        userId,
        price,
        lots,
        0,
        tag);
  }
}
