package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;

/**
 * Orders that show a part of their lots at most, in whatever book: what becomes of the shown and of
 * the hidden ones. An order takes with all its lots. What rests of it shows as many as it says at
 * most; the others stand in no level. When trades have used up what it shows, it shows the next
 * part, behind the other orders of its price. What is taken off without a trade of the market is
 * hidden lots first, and the order keeps its place.
 *
 * <p>Where nobody hides anything, each of these is one comparison.
 */
public final class Icebergs {

  private Icebergs() {}

  /** Whether an order may have so many lots, if it is an iceberg: not too many parts. */
  static boolean mayHave(OrderBook book, int order, long lots) {
    return !book.orders().isIceberg(order)
        || Instructions.isInParts(lots, book.orders().display(order));
  }

  /** After a PLACE: has what rests of its order show no more than it says. */
  static void placed(Command c, OrderBook book) {
    long display = c.instructions() == null ? 0 : c.instructions().displayQuantity();
    if (display != 0 && c.result == ResultCode.OK_CODE && c.leavesOwnOrder()) {
      int order = book.find(c.orderId);
      book.orders().iceberg(order, display);
      show(book, order, Outcomes.BY_ENTRY, c.outcomes);
    }
  }

  /** After an order has entered its new place with all its lots, none of them hidden. */
  static void moved(OrderBook book, int order, Outcomes outcomes) {
    if (book.orders().isIceberg(order)) {
      show(book, order, Outcomes.BY_ENTRY, outcomes);
    }
  }

  /** Hides what an iceberg does not show, which has all its lots in its level, at the end of it. */
  private static void show(OrderBook book, int order, int reason, Outcomes outcomes) {
    long open = book.orders().quantity(order);
    hide(book, order, Math.max(0, open - book.orders().display(order)));
    report(book, order, reason, outcomes);
  }

  private static void hide(OrderBook book, int order, long lots) {
    OrderStore orders = book.orders();
    BookSide side = book.side(orders.side(order));
    orders.quantity(order, orders.quantity(order) - lots);
    orders.hidden(order, lots);
    side.take(orders.level(order), lots);
    side.hide(lots);
  }

  private static void report(OrderBook book, int order, int reason, Outcomes outcomes) {
    OrderStore orders = book.orders();
    int side = orders.side(order);
    outcomes.change(
        Outcomes.SHOW,
        book.symbol(),
        side,
        reason,
        orders.id(order),
        orders.user(order),
        book.side(side).key(book.levels().key(orders.level(order))),
        orders.quantity(order),
        orders.open(order),
        orders.tag(order));
  }

  /**
   * Makes an order an iceberg that rests with all its lots, and keeps its place.
   *
   * @param display lots that it shows at most
   * @param hidden lots that it does not show now
   * @return false if it shows more than that then, or nothing: nothing has changed
   */
  public static boolean restore(OrderBook book, long orderId, long display, long hidden) {
    int order = book.find(orderId);
    long open = order == 0 ? 0 : book.orders().quantity(order);
    if (order == 0
        || book.orders().isIceberg(order)
        || hidden < 0
        || hidden >= open
        || open - hidden > display) {
      return false;
    }
    book.orders().iceberg(order, display);
    hide(book, order, hidden);
    return true;
  }

  /** Whether any order of the book hides lots. */
  public static boolean hides(OrderBook book) {
    return (book.side(0).hidden() | book.side(1).hidden()) != 0;
  }

  /** Lots that an order of the book shows; 0 if there is none. */
  public static long shownOf(OrderBook book, long orderId) {
    int order = book.find(orderId);
    return order == 0 ? 0 : book.orders().quantity(order);
  }

  /** Open lots of an order of the book that it does not show; 0 if there is none. */
  public static long hiddenOf(OrderBook book, long orderId) {
    int order = book.find(orderId);
    return order == 0 ? 0 : book.orders().hidden(order);
  }

  /**
   * Takes an order out of its queue, with all its lots; none is hidden any more. It is to be put
   * into another queue.
   */
  static void leave(OrderBook book, BookSide side, int order) {
    OrderStore orders = book.orders();
    long hidden = orders.hidden(order);
    side.leave(book.levels(), orders.level(order), order, orders.quantity(order));
    if (hidden != 0) {
      side.hide(-hidden);
      orders.hidden(order, 0);
    }
  }

  /**
   * Takes lots that have traded off what an order shows. One that shows no more leaves, or shows
   * its next part, behind the others of its price.
   */
  static void fill(OrderBook book, BookSide side, int order, long lots, Outcomes outcomes) {
    OrderStore orders = book.orders();
    long shown = orders.quantity(order);
    long hidden = orders.hidden(order);
    orders.addFilled(order, lots);
    if (lots < shown || hidden == 0) {
      takeShown(book, side, order, lots);
      return;
    }
    LevelStore levels = book.levels();
    int level = orders.level(order);
    long key = levels.key(level);
    long next = Math.min(hidden, orders.display(order));
    side.leave(levels, level, order, shown);
    orders.hidden(order, hidden - next);
    side.hide(-next);
    side.enter(levels, key, order, next);
    report(book, order, Outcomes.BY_REFILL, outcomes);
  }

  /** Takes lots off an order, hidden ones first; it leaves if it has no more. */
  static void takeOff(OrderBook book, BookSide side, int order, long lots) {
    long hidden = book.orders().hidden(order);
    long less = Math.min(hidden, lots);
    if (less != 0) {
      book.orders().hidden(order, hidden - less);
      side.hide(-less);
    }
    if (lots != less) {
      takeShown(book, side, order, lots - less);
    }
  }

  /**
   * Takes lots off what an order of a user shows, which is more.
   *
   * @return lots that are still open; as of {@link OrderBook#reduce} what the book has found
   */
  public static long takeShown(OrderBook book, long orderId, long userId, long lots) {
    int order = book.find(orderId, userId);
    if (order == 0) {
      return -ResultCode.UNKNOWN_ORDER.code();
    }
    BookSide side = book.side(book.foundSide);
    book.foundPrice = side.key(book.levels().key(book.orders().level(order)));
    takeShown(book, side, order, lots);
    return book.orders().open(order);
  }

  /** Takes lots off what an order shows; it leaves if that is all, and hides nothing. */
  private static void takeShown(OrderBook book, BookSide side, int order, long lots) {
    OrderStore orders = book.orders();
    int level = orders.level(order);
    long shown = orders.quantity(order);
    if (lots == shown) {
      side.remove(book.levels(), level, order, shown);
      book.bury(order);
    } else {
      orders.quantity(order, shown - lots);
      side.take(level, lots);
    }
  }

  /** Open lots of the orders at a key, hidden ones too. */
  static long openAt(OrderBook book, BookSide side, long key) {
    long open = side.quantity(key);
    if (side.hidden() != 0) {
      for (int o = side.head(key); o != 0; o = book.orders().next(o)) {
        open += book.orders().hidden(o);
      }
    }
    return open;
  }
}
