package dev.tandem.core;

import dev.tandem.core.api.BookView;
import dev.tandem.core.command.LiveTerms;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.matching.BookTerms;
import dev.tandem.core.matching.Icebergs;
import dev.tandem.core.matching.LiveOrders;
import dev.tandem.core.matching.OrderBook;
import dev.tandem.core.matching.StopOrders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A copy of one order book at one point of the command stream.
 *
 * @param state whether and how the symbol trades
 * @param bids buy orders in price-time order
 * @param asks sell orders in price-time order
 * @param stops orders that sleep until their trigger, which are in no book
 * @param terms what orders and stops say beside that, by order id; without those that are {@link
 *     LiveTerms#PLAIN}
 * @param lastEvent number of the last event record that it includes, -1 if there is none: with the
 *     records after it the book can be carried on
 */
public record BookSnapshot(
    int symbol,
    SymbolState state,
    List<Order> bids,
    List<Order> asks,
    List<Stop> stops,
    Map<Long, LiveTerms> terms,
    long lastEvent) {

  /** A copy of a book whose orders are all plain, without stops. */
  public BookSnapshot(
      int symbol, SymbolState state, List<Order> bids, List<Order> asks, long lastEvent) {
    this(symbol, state, bids, asks, List.of(), Map.of(), lastEvent);
  }

  /**
   * A resting order.
   *
   * @param price in ticks
   * @param quantity open lots that it shows
   * @param hidden open lots that it does not show, beside those
   * @param filled lots of it that have traded
   */
  public record Order(
      Side side, long price, long orderId, long userId, long quantity, long hidden, long filled) {

    /** An order that shows all its lots, none of which has traded. */
    public Order(Side side, long price, long orderId, long userId, long quantity) {
      this(side, price, orderId, userId, quantity, 0, 0);
    }

    /** All its open lots. */
    public long open() {
      return quantity + hidden;
    }
  }

  /**
   * An order that sleeps.
   *
   * @param waits whether it is triggered already, and comes after the next command of the symbol
   * @param triggerPrice in ticks; of one that trails the one of now, 0 if no price triggers it yet
   * @param price limit in ticks
   * @param quantity open lots
   * @param trailing how far it trails the best price, in ticks or ppm; 0 if it does not, or waits
   * @param inPpm whether that is in ppm
   */
  public record Stop(
      Side side,
      OrderType type,
      TimeInForce timeInForce,
      boolean waits,
      long triggerPrice,
      long price,
      long orderId,
      long userId,
      long quantity,
      long trailing,
      boolean inPpm) {}

  /**
   * All orders of one price, together.
   *
   * @param price in ticks
   * @param quantity open lots that they show
   * @param orders how many they are
   */
  public record Level(long price, long quantity, int orders) {}

  /** A copy whose last event is not known yet. */
  static BookSnapshot of(int symbol, OrderBook book) {
    return new BookSnapshot(
        symbol,
        book.state(),
        orders(book, Side.BUY),
        orders(book, Side.SELL),
        stops(book.stops()),
        BookTerms.of(book),
        -1);
  }

  BookSnapshot upTo(long event) {
    return new BookSnapshot(symbol, state, bids, asks, stops, terms, event);
  }

  /** What a live order of this book says beside side, price and quantity. */
  public LiveTerms termsOf(long orderId) {
    return terms.getOrDefault(orderId, LiveTerms.PLAIN);
  }

  private static List<Order> orders(OrderBook book, Side side) {
    BookView view = book.view();
    List<Order> orders = new ArrayList<>(view.orders(side.code()));
    // Without an iceberg in the book no order is looked up.
    boolean hides = Icebergs.hides(book);
    view.forEachOrder(
        side.code(),
        (code, price, orderId, userId, quantity, tag) ->
            orders.add(
                new Order(
                    side,
                    price,
                    orderId,
                    userId,
                    quantity,
                    hides ? Icebergs.hiddenOf(book, orderId) : 0,
                    LiveOrders.filledOf(book, orderId))));
    return List.copyOf(orders);
  }

  private static List<Stop> stops(StopOrders of) {
    if (of == null) {
      return List.of();
    }
    List<Stop> stops = new ArrayList<>(of.count());
    of.forEachView(
        stop ->
            stops.add(
                new Stop(
                    Side.of((byte) stop.side),
                    OrderTerms.type(stop.terms),
                    OrderTerms.timeInForce(stop.terms),
                    stop.isWaiting,
                    stop.triggerNow,
                    stop.limit,
                    stop.orderId,
                    stop.userId,
                    stop.quantity,
                    stop.offset,
                    stop.inPpm)));
    return List.copyOf(stops);
  }

  /** The orders of a side, in price-time order. */
  public List<Order> orders(Side side) {
    return side == Side.BUY ? bids : asks;
  }

  /** The best {@code depth} price levels of a side, best first. */
  public List<Level> levels(Side side, int depth) {
    List<Level> levels = new ArrayList<>();
    List<Order> orders = orders(side);
    int i = 0;
    while (i < orders.size() && levels.size() < depth) {
      long price = orders.get(i).price();
      long quantity = 0;
      int first = i;
      while (i < orders.size() && orders.get(i).price() == price) {
        quantity += orders.get(i++).quantity();
      }
      levels.add(new Level(price, quantity, i - first));
    }
    return levels;
  }
}
