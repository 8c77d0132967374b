package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SelfTrade;

/**
 * How an order takes that must not trade with others of its own user or of the user's self-trade
 * group, by the mode that it names, or that takes from icebergs. Any other takes by {@link
 * OrderBook} alone.
 */
final class SelfTradeRule {

  private SelfTradeRule() {}

  /** The mode with which the order of a PLACE takes; one that never takes has none. */
  static int modeOf(Command c) {
    return c.instructions() == null || c.instructions().postOnly() != 0
        ? SelfTrade.NONE_CODE
        : c.instructions().selfTrade();
  }

  /** After an order took in a mode: has it keep the mode where it rests, for when it is moved. */
  static void keep(OrderBook book, long orderId, int mode) {
    if (mode != SelfTrade.NONE_CODE) {
      book.orders().modes(book.find(orderId), 0, mode);
    }
  }

  /** The same of the order of a PLACE, which {@code book} was made to take in this mode. */
  static void end(Command c, OrderBook book, int mode) {
    if (mode == SelfTrade.NONE_CODE) {
      return;
    }
    book.selfTrade = SelfTrade.NONE_CODE;
    if (c.result == ResultCode.OK_CODE) {
      c.filledQuantity -= book.takePrevented();
      if (c.leavesOwnOrder() && !c.asleep) {
        keep(book, c.orderId, mode);
      }
    }
  }

  /** Whether an order may take by the levels alone. */
  private static boolean isPlain(int mode, BookSide other) {
    return mode == SelfTrade.NONE_CODE && other.hidden() == 0;
  }

  /** Whether at least so many lots of an order would trade. Changes nothing. */
  static boolean trades(
      OrderBook book, int mode, BookSide other, long limit, long lots, long user, long least) {
    if (least == 0) {
      return true;
    }
    return isPlain(mode, other)
        ? other.restOf(limit, least) == 0
        : walk(book, mode, other, limit, lots, user, false) >= least;
  }

  /** Lots of an order that would stay open after it took. Changes nothing. */
  static long restOf(OrderBook book, int mode, BookSide other, long limit, long lots, long user) {
    return isPlain(mode, other)
        ? other.restOf(limit, lots)
        : walk(book, mode, other, limit, lots, user, true);
  }

  /** Lots that would trade, or of those that would stay open the number. */
  private static long walk(
      OrderBook book,
      int mode,
      BookSide other,
      long limit,
      long lots,
      long user,
      boolean wantsRest) {
    OrderStore orders = book.orders();
    long open = lots;
    long traded = 0;
    for (long key = other.firstKey();
        key != FarLevels.NONE && key <= limit && open > 0;
        key = other.higher(key)) {
      for (int maker = other.head(key); maker != 0 && open > 0; maker = orders.next(maker)) {
        if (!prevents(orders, mode, maker, user)) {
          long most = Math.min(open, orders.quantity(maker));
          traded += most;
          open -= most;
        } else if (mode == SelfTrade.DECREMENT_CODE) {
          open -= Math.min(open, orders.open(maker));
        } else if (mode != SelfTrade.CANCEL_OLDEST_CODE) {
          open = 0;
        }
      }
      // What others hide comes behind all that is shown; none that is prevented is left by then.
      long most =
          other.hidden() == 0 ? 0 : Math.min(open, hiddenOf(orders, other, key, mode, user));
      traded += most;
      open -= most;
    }
    return wantsRest ? open : traded;
  }

  private static boolean prevents(OrderStore orders, int mode, int maker, long taker) {
    return mode != SelfTrade.NONE_CODE && orders.areOne(orders.user(maker), taker);
  }

  /** Lots that the orders of a level hide which would trade. */
  private static long hiddenOf(OrderStore orders, BookSide side, long key, int mode, long user) {
    long hidden = 0;
    for (int order = side.head(key); order != 0; order = orders.next(order)) {
      hidden += prevents(orders, mode, order, user) ? 0 : orders.hidden(order);
    }
    return hidden;
  }

  /** As {@link OrderBook#match} of an order that crosses: best price first, then oldest first. */
  static long take(
      OrderBook book,
      int mode,
      BookSide other,
      long limit,
      long quantity,
      long orderId,
      long userId,
      int tag,
      Outcomes outcomes) {
    OrderStore orders = book.orders();
    long open = quantity;
    do {
      int maker = book.levels().head(other.bestLevel());
      long lots = orders.open(maker);
      if (!prevents(orders, mode, maker, userId)) {
        long most = Math.min(open, orders.quantity(maker));
        open -= most;
        outcomes.trade(
            book.symbol(),
            other.code ^ 1,
            (most == lots ? Outcomes.MAKER_DONE : 0) | (open == 0 ? Outcomes.TAKER_DONE : 0),
            orderId,
            orders.id(maker),
            userId,
            orders.user(maker),
            other.bestPrice(),
            most,
            tag,
            orders.tag(maker));
        book.lastPrice(other.bestPrice());
        Icebergs.fill(book, other, maker, most, outcomes);
        continue;
      }
      long most = Math.min(open, lots);
      if (mode != SelfTrade.CANCEL_NEWEST_CODE) {
        long off = mode == SelfTrade.DECREMENT_CODE ? most : lots;
        report(
            book,
            other.code,
            orders.id(maker),
            orders.user(maker),
            other.bestPrice(),
            off,
            lots - off,
            orders.tag(maker),
            outcomes);
        Icebergs.takeOff(book, other, maker, off);
      }
      if (mode != SelfTrade.CANCEL_OLDEST_CODE) {
        long off = mode == SelfTrade.DECREMENT_CODE ? most : open;
        open -= off;
        book.prevented += off;
        report(book, other.code ^ 1, orderId, userId, other.key(limit), off, open, tag, outcomes);
        outcomes.markOffBook();
      }
    } while (open > 0 && other.crosses(limit));
    return open;
  }

  private static void report(
      OrderBook book,
      int side,
      long orderId,
      long userId,
      long price,
      long lots,
      long open,
      int tag,
      Outcomes outcomes) {
    outcomes.change(
        Outcomes.RELEASE,
        book.symbol(),
        side,
        Outcomes.BY_SELF_TRADE,
        orderId,
        userId,
        price,
        lots,
        open,
        tag);
  }
}
