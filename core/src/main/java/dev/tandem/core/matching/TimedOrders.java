package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;
import java.util.function.LongConsumer;

/**
 * The live orders of a symbol that a time ends, in the order in which it ends them: those that are
 * good for the day, the oldest first. They rest in the book or sleep among the stops; here is a row
 * for each, found by its id. An order keeps its place when it is moved or triggered.
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

  TimedOrders(OrderBook book, TimedStore memory) {
    this.book = book;
    this.orders = memory.orders();
    this.levels = memory.levels();
    this.index = new OrderIndex(orders);
  }

  /** Number of orders for the day. */
  int count() {
    return day == 0 ? 0 : levels.count(day);
  }

  boolean has(long orderId) {
    return index.get(orderId) != 0;
  }

  /** Takes in an order for the day, which is live and not here. */
  void add(long orderId) {
    int order = orders.allocate(orderId, 0, 0, Side.BUY_CODE);
    index.put(orderId, order);
    if (day == 0) {
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
    if (levels.unlink(day, order, 1)) {
      levels.close(day);
      day = 0;
    }
    index.remove(orderId);
    orders.release(order);
  }

  /** Forgets the orders that a command has filled or removed. */
  void forget(Command c) {
    if (c.changesOwnOrder() && c.openQuantity == 0) {
      remove(c.orderId);
    }
    Outcomes outcomes = c.outcomes;
    for (int i = 0; i < outcomes.count(); i++) {
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

  /** Shows the ids of all orders, the one that ends first in front. */
  void forEach(LongConsumer visitor) {
    for (int order = day == 0 ? 0 : levels.head(day); order != 0; order = orders.next(order)) {
      visitor.accept(orders.id(order));
    }
  }
}
