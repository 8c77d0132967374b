package dev.tandem.core.marketdata;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.api.BookView;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.marketdata.MarketListener.OrderChange;
import dev.tandem.core.matching.Icebergs;
import dev.tandem.core.matching.LiveOrders;
import dev.tandem.core.matching.OrderBook;
import java.util.Arrays;

/**
 * The book of one symbol, kept from the answers to its commands. It matches nothing: makers lose
 * what the trades say, and what rests or leaves does so where the answer says. Each order that an
 * answer touches must be here with the side, the price and the open lots that the answer says of
 * it, and what rests must not cross; otherwise it throws. Of an iceberg it shows what the order
 * shows, and each part that follows as a new order of the same id. An order that no command touches
 * is not checked.
 *
 * <p>One thread at a time. Allocates nothing once it has its size.
 */
public final class MarketBook {

  /** A side and a price of a level that was touched. */
  private static final int TOUCH_WORDS = 2;

  private final int symbol;
  private final OrderBook book = new OrderBook();
  private final BookView view = book.view();

  /** Number of the last event record that the book began with. */
  private final long copiedEvent;

  /** Whether what it began with counts as changes, too. */
  private boolean numbersContinue;

  private long sequence;
  private long lastEvent;
  private long[] touched = new long[64];
  private int touches;

  /** Lots that the command's own order will show of all that rest; 0: all. */
  private long ownShown;

  /** Price that the order of the MOVE in progress has left. */
  private long movedFrom;

  private long bidPrice;
  private long bidQuantity;
  private long askPrice;
  private long askQuantity;

  /** An empty book, as that of a new symbol is. */
  MarketBook(int symbol, long event) {
    this.symbol = symbol;
    this.copiedEvent = event;
    this.lastEvent = event;
  }

  /**
   * A book that continues from a copy, for {@link MarketData#join(MarketBook)}: on any thread,
   * because a large one takes its time.
   *
   * @throws IllegalArgumentException if the copy is no book: it crosses in a state in which it may
   *     not, or has an id twice, a price or quantity that is not positive, or too many lots
   */
  public static MarketBook of(BookSnapshot copy) {
    return new MarketBook(copy);
  }

  private MarketBook(BookSnapshot from) {
    this(from.symbol(), from.lastEvent());
    for (Side side : Side.values()) {
      for (BookSnapshot.Order order : from.orders(side)) {
        if (!rests(side.code(), order.price(), order.open(), order.orderId(), order.userId())
            || !hides(order.orderId(), order.quantity(), order.hidden())) {
          throw new IllegalArgumentException(
              "a copy of symbol " + symbol + " has an order that cannot rest in it: " + order);
        }
      }
    }
    if (!book.enter(from.state())) {
      throw new IllegalArgumentException("a copy of symbol " + symbol + " crosses");
    }
    takeTop();
  }

  /** The symbol that this is the book of. */
  public int symbol() {
    return symbol;
  }

  /** Number of the last change, from 1; 0 before the first one. */
  public long sequence() {
    return sequence;
  }

  /** Number of the RESULT record of the last change, or of the last record it began with. */
  public long lastEvent() {
    return lastEvent;
  }

  /** Whether and how the symbol trades. */
  public SymbolState state() {
    return book.state();
  }

  /** What rests in the book. */
  public BookView view() {
    return view;
  }

  /** Continues with the numbers of a symbol that had some before this book. */
  void continueNumbering(long lastSequence, long event) {
    numbersContinue = true;
    sequence = lastSequence;
    lastEvent = event;
  }

  /** Whether the copy that it began with has this command. */
  private boolean beganWith(Command c) {
    return c.eventNumber <= copiedEvent;
  }

  /** Takes over what a command of this symbol did. */
  void apply(Command c, MarketListener to) {
    if (changesNothing(c)) {
      return;
    }
    if (beganWith(c)) {
      if (numbersContinue && c.eventNumber > lastEvent) {
        sequence++;
        lastEvent = c.eventNumber;
      }
      return;
    }
    sequence++;
    lastEvent = c.eventNumber;
    touches = 0;
    ownShown = 0;
    to.begin(symbol, sequence, c.eventNumber, c.timestampNs);
    SymbolState state = book.state();
    // A refused command may have outcomes, but it has done nothing to its own order.
    boolean own = c.result == ResultCode.OK_CODE;
    Outcomes outcomes = c.outcomes;
    boolean moves = own && !c.asleep && moves(c);
    if (moves) {
      leave(c);
    }
    for (int i = 0; i < outcomes.ownEnd(); i++) {
      apply(c, i, to);
    }
    if (own && !c.asleep) {
      applyOwn(c, moves, to);
    }
    for (int i = outcomes.ownEnd(); i < outcomes.count(); i++) {
      apply(c, i, to);
    }
    for (int i = 0; i < touches; i += TOUCH_WORDS) {
      int side = (int) touched[i];
      long price = touched[i + 1];
      to.level(side, price, view.quantityAt(side, price), view.ordersAt(side, price));
    }
    if (takeTop()) {
      to.top(bidPrice, bidQuantity, askPrice, askQuantity);
    }
    if (state != book.state()) {
      to.state(book.state());
    }
    to.end();
  }

  /**
   * An immediate order that found nobody, or one that sleeps: it is in no book; or a session that
   * ended, or orders that were to be cancelled or were due, without any.
   */
  static boolean changesNothing(Command c) {
    return c.asleep
        ? !touchesBook(c.outcomes)
        : c.outcomes.count() == 0
            && (c.type == CommandType.PLACE
                ? !c.leavesOwnOrder()
                : CommandType.worksInParts(c.type));
  }

  /** Whether more happened than that an order sleeps, and that others left that slept. */
  private static boolean touchesBook(Outcomes outcomes) {
    for (int i = 0; i < outcomes.count(); i++) {
      boolean isAsleep = outcomes.kind(i) == Outcomes.SLEEP || outcomes.isOffBook(i);
      if (!isAsleep || i >= outcomes.ownEnd()) {
        return true;
      }
    }
    return false;
  }

  /** Takes over what became of the command's own order, or of the whole book. */
  private void applyOwn(Command c, boolean moves, MarketListener to) {
    switch (c.type) {
      case CommandType.PLACE -> {
        if (c.leavesOwnOrder()) {
          rest(c, OrderChange.ADDED, to);
        }
      }
      case CommandType.CANCEL -> cancel(c, to);
      case CommandType.REDUCE -> reduce(c, to);
      case CommandType.MOVE -> enter(c, to);
      case CommandType.AMEND -> amend(c, moves, to);
      case CommandType.START_AUCTION,
          CommandType.UNCROSS,
          CommandType.SET_STATE,
          CommandType.END_SESSION,
          CommandType.MASS_CANCEL,
          CommandType.TICK -> {
        // Rows say what they have done.
      }
      default -> throw new IllegalStateException(c.toString());
    }
  }

  private void apply(Command c, int i, MarketListener to) {
    Outcomes outcomes = c.outcomes;
    check(outcomes.symbol(i) == symbol, c);
    switch (outcomes.kind(i)) {
      case Outcomes.TRADE -> trade(c, i, to);
      case Outcomes.TRIGGER, Outcomes.SLEEP -> {
        // The order is in no book yet.
      }
      case Outcomes.RELEASE -> {
        if (outcomes.isOffBook(i)) {
          return;
        }
        long before = shownOf(outcomes.orderId(i));
        long open = fill(outcomes.orderId(i), outcomes.userId(i), outcomes.quantity(i), c);
        check(open == outcomes.openQuantity(i), c);
        check(isFound(outcomes.side(i), outcomes.price(i)), c);
        reportReduced(outcomes.orderId(i), before, open, to);
      }
      case Outcomes.REST ->
          rest(
              c,
              OrderChange.ADDED,
              outcomes.side(i),
              outcomes.price(i),
              outcomes.openQuantity(i),
              outcomes.orderId(i),
              outcomes.userId(i),
              to);
      case Outcomes.SHOW -> show(c, i, to);
      case Outcomes.STATE -> enter(SymbolState.of(outcomes.reason(i)), c);
      default -> throw new IllegalStateException("an outcome of kind " + outcomes.kind(i));
    }
  }

  private void enter(SymbolState state, Command c) {
    check(book.setState(state) == ResultCode.OK, c);
  }

  /** The taker of a trade is not in the book, unless it is one of an auction. */
  private void trade(Command c, int i, MarketListener to) {
    Outcomes outcomes = c.outcomes;
    boolean auction = outcomes.isAuction(i);
    int side = outcomes.side(i);
    to.trade(
        c.eventOf(i),
        auction ? MarketListener.NO_SIDE : side,
        outcomes.price(i),
        outcomes.quantity(i),
        outcomes.takerOrderId(i),
        outcomes.makerOrderId(i));
    if (auction) {
      long before = shownOf(outcomes.takerOrderId(i));
      long open = fill(outcomes.takerOrderId(i), outcomes.takerUserId(i), outcomes.quantity(i), c);
      check(open == 0 == outcomes.takerDone(i) && book.foundSide() == side, c);
      reportReduced(outcomes.takerOrderId(i), before, open, to);
    } else {
      check(!c.isTaker(i) || side == c.orderSide, c);
    }
    long maker = outcomes.makerOrderId(i);
    long before = shownOf(maker);
    long open =
        auction
            ? fill(maker, outcomes.makerUserId(i), outcomes.quantity(i), c)
            : fillShown(maker, outcomes.makerUserId(i), outcomes.quantity(i), c);
    check(open == 0 == outcomes.makerDone(i) && book.foundSide() != side, c);
    check(auction || book.foundPrice() == outcomes.price(i), c);
    reportReduced(maker, before, open, to);
  }

  /**
   * Takes lots off what an order shows. One that shows no more, and has more, is not in the book
   * until the row that says what it shows next.
   */
  private long fillShown(long orderId, long userId, long lots, Command c) {
    long hidden = Icebergs.hides(book) ? Icebergs.hiddenOf(book, orderId) : 0;
    if (hidden == 0) {
      return fill(orderId, userId, lots, c);
    }
    long shown = Icebergs.shownOf(book, orderId);
    check(lots <= shown, c);
    if (lots == shown) {
      check(book.cancel(orderId, userId) == shown + hidden, c);
      return hidden;
    }
    return Icebergs.takeShown(book, orderId, userId, lots);
  }

  /** Lots that an order shows; negative, and not looked up, where all show all their lots. */
  private long shownOf(long orderId) {
    return Icebergs.hides(book) ? Icebergs.shownOf(book, orderId) : -1;
  }

  /** What the command's own order will show, or the next part of another one. */
  private void show(Command c, int i, MarketListener to) {
    Outcomes outcomes = c.outcomes;
    long shown = outcomes.quantity(i);
    if (outcomes.reason(i) == Outcomes.BY_ENTRY) {
      ownShown = shown;
      return;
    }
    long order = outcomes.orderId(i);
    long open = outcomes.openQuantity(i);
    check(rests(outcomes.side(i), outcomes.price(i), open, order, outcomes.userId(i)), c);
    check(hides(order, shown, open - shown), c);
    touch(outcomes.side(i), outcomes.price(i));
    to.order(OrderChange.ADDED, outcomes.side(i), order, outcomes.price(i), shown);
  }

  /** Has an order that rests with all its lots hide some of them. */
  private boolean hides(long orderId, long shown, long hidden) {
    return hidden == 0 || Icebergs.restore(book, orderId, shown, hidden);
  }

  /** Takes lots off an order that has as many; the lots that are still open. */
  private long fill(long orderId, long userId, long lots, Command c) {
    long open = book.reduce(orderId, userId, lots);
    check(open >= 0 && lots <= book.foundQuantity(), c);
    return open;
  }

  private void cancel(Command c, MarketListener to) {
    check(book.cancel(c.orderId, c.userId) == c.releasedQuantity, c);
    check(isFound(c.orderSide, c.orderPrice), c);
    touch(c.orderSide, c.orderPrice);
    to.order(OrderChange.REMOVED, c.orderSide, c.orderId, c.orderPrice, 0);
  }

  private void reduce(Command c, MarketListener to) {
    long before = shownOf(c.orderId);
    long open = fill(c.orderId, c.userId, c.releasedQuantity, c);
    check(open == c.openQuantity && isFound(c.orderSide, c.orderPrice), c);
    reportReduced(c.orderId, before, open, to);
  }

  /** Whether a command gives its order another place; an AMEND says so by price and lots. */
  private boolean moves(Command c) {
    return c.type == CommandType.MOVE
        || (c.type == CommandType.AMEND
            && c.releasedQuantity == 0
            && !LiveOrders.rests(book, c.orderId, c.orderPrice, c.openQuantity));
  }

  private void amend(Command c, boolean moves, MarketListener to) {
    if (moves) {
      enter(c, to);
    } else if (c.releasedQuantity != 0 && c.leavesOwnOrder()) {
      reduce(c, to);
    } else if (c.releasedQuantity != 0) {
      cancel(c, to);
    }
  }

  /** An order that moves leaves its place before it takes. */
  private void leave(Command c) {
    long lots = book.cancel(c.orderId, c.userId);
    check(lots >= 0 && book.foundSide() == c.orderSide, c);
    // An answer gives the old quantity only if the move keeps it.
    check(c.quantity != 0 || lots == c.filledQuantity + c.openQuantity + c.preventedQuantity(), c);
    movedFrom = book.foundPrice();
    touch(c.orderSide, movedFrom);
  }

  private void enter(Command c, MarketListener to) {
    if (c.leavesOwnOrder()) {
      rest(c, OrderChange.MOVED, to);
    } else {
      to.order(OrderChange.REMOVED, c.orderSide, c.orderId, movedFrom, 0);
    }
  }

  private boolean isFound(int side, long price) {
    return book.foundSide() == side && book.foundPrice() == price;
  }

  /**
   * Reports what an order shows after it has lost lots.
   *
   * @param before as of {@link #shownOf}; if it shows the same, only hidden lots are gone
   * @param open lots that are left
   */
  private void reportReduced(long orderId, long before, long open, MarketListener to) {
    long shown = before < 0 ? open : Icebergs.shownOf(book, orderId);
    if (shown == before) {
      return;
    }
    touch(book.foundSide(), book.foundPrice());
    to.order(
        shown == 0 ? OrderChange.REMOVED : OrderChange.REDUCED,
        book.foundSide(),
        orderId,
        book.foundPrice(),
        shown);
  }

  /** What is left of a command's own order after its trades. */
  private void rest(Command c, OrderChange change, MarketListener to) {
    long open = c.openQuantity;
    long shown = ownShown == 0 ? open : ownShown;
    check(rests(c.orderSide, c.orderPrice, open, c.orderId, c.userId), c);
    check(hides(c.orderId, shown, open - shown), c);
    report(c, change, c.orderSide, c.orderPrice, shown, c.orderId, to);
  }

  private void rest(
      Command c,
      OrderChange change,
      int side,
      long price,
      long open,
      long order,
      long user,
      MarketListener to) {
    check(rests(side, price, open, order, user), c);
    report(c, change, side, price, open, order, to);
  }

  private void report(
      Command c,
      OrderChange change,
      int side,
      long price,
      long shown,
      long order,
      MarketListener to) {
    check(book.state().mayCross() || !book.isCrossed(), c);
    touch(side, price);
    to.order(change, side, order, price, shown);
  }

  private boolean rests(int side, long price, long lots, long orderId, long userId) {
    return book.insert(side, price, lots, orderId, userId, 0) == lots;
  }

  private void check(boolean fits, Command c) {
    if (!fits) {
      throw lost(c);
    }
  }

  private IllegalStateException lost(Command c) {
    return new IllegalStateException(
        "the book of symbol " + symbol + " is another than that of " + c);
  }

  /** Orders come level by level, so only the last level of its side can be the same. */
  private void touch(int side, long price) {
    for (int i = touches - TOUCH_WORDS; i >= 0; i -= TOUCH_WORDS) {
      if (touched[i] == side) {
        if (touched[i + 1] == price) {
          return;
        }
        break;
      }
    }
    if (touches == touched.length) {
      touched = Arrays.copyOf(touched, touches * 2);
    }
    touched[touches] = side;
    touched[touches + 1] = price;
    touches += TOUCH_WORDS;
  }

  private boolean takeTop() {
    long bp = view.bestPrice(Side.BUY_CODE);
    long bq = view.bestQuantity(Side.BUY_CODE);
    long ap = view.bestPrice(Side.SELL_CODE);
    long aq = view.bestQuantity(Side.SELL_CODE);
    boolean changed = bp != bidPrice || bq != bidQuantity || ap != askPrice || aq != askQuantity;
    bidPrice = bp;
    bidQuantity = bq;
    askPrice = ap;
    askQuantity = aq;
    return changed;
  }
}
