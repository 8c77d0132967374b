package dev.tandem.gateway.websocket;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.api.BookView;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.json.JsonText;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Turns changes of the books into messages, once for all subscribers of a channel, which are sent
 * them at the end of the loop's visit, and does nothing for a symbol that nobody subscribed to. On
 * the event loop.
 */
public final class MarketChannels implements MarketListener {

  /** How long messages are kept for who may come back. */
  private static final long KEPT_NS = 60_000_000_000L;

  private static final String[] SIDES = {Side.BUY.name(), Side.SELL.name()};

  /** One symbol that somebody has subscribed to. */
  private static final class Symbol {
    final int id;
    final EnumMap<Channel, Feed> feeds = new EnumMap<>(Channel.class);

    /** The same in decimals, and how those are written. */
    final EnumMap<Channel, Feed> decimalFeeds = new EnumMap<>(Channel.class);

    Units decimals;
    long leftNs;
    long sequence;
    long timestampNs;
    final Rows trades = new Rows(5);
    final Rows orders = new Rows(5);
    final Rows levels = new Rows(4);
    final Rows top = new Rows(4);

    /** What it has come to with the command; null if it is the same. */
    SymbolState newState;

    Symbol(int id) {
      this.id = id;
    }

    /** Also what nobody listens to just now, as long as somebody may come back. */
    boolean wants(Channel channel) {
      return feeds.containsKey(channel) || decimalFeeds.containsKey(channel);
    }

    boolean isLeft() {
      return feeds.values().stream().allMatch(Feed::isLeft)
          && decimalFeeds.values().stream().allMatch(Feed::isLeft);
    }

    EnumMap<Channel, Feed> feeds(Units units) {
      if (units.equals(Units.NUMBERS)) {
        return feeds;
      }
      decimals = units;
      return decimalFeeds;
    }
  }

  private final Map<Integer, Symbol> symbols = new HashMap<>();
  private final Set<Feed> pending = new LinkedHashSet<>();
  private Runnable deliverLater = () -> {};
  private Symbol now;

  /** Nobody has subscribed to anything. */
  public MarketChannels() {}

  /** Says who calls {@link #deliver} at the end of this visit of the loop. */
  void deliverBy(Runnable later) {
    deliverLater = later;
  }

  /** Sends changes from now on, which begin above the book's sequence. */
  void add(Subscription subscription, MarketBook book) {
    symbols
        .computeIfAbsent(subscription.symbol, Symbol::new)
        .feeds(subscription.units)
        .computeIfAbsent(subscription.channel, c -> new Feed(book.sequence()))
        .add(subscription);
  }

  private Feed feed(Subscription subscription) {
    return symbols.get(subscription.symbol).feeds(subscription.units).get(subscription.channel);
  }

  /** What is known of the past of a channel that somebody listens to. */
  History history(Subscription subscription) {
    return feed(subscription).history();
  }

  void remove(Subscription subscription) {
    Symbol symbol = symbols.get(subscription.symbol);
    if (symbol != null) {
      symbol.feeds(subscription.units).get(subscription.channel).remove(subscription);
      symbol.leftNs = System.nanoTime();
    }
  }

  /** Whether subscribers wait for messages that the end of the visit brings. */
  boolean hasPending() {
    return !pending.isEmpty();
  }

  /** Sends a subscriber what it waits for: before something of its own. */
  void deliver(Subscription subscription) {
    feed(subscription).deliver(subscription);
  }

  /** A subscriber gets in another way what it waits for. */
  void skip(Subscription subscription) {
    feed(subscription).skip(subscription);
  }

  /** Sends all subscribers what they wait for. */
  void deliver() {
    pending.forEach(Feed::deliver);
    pending.clear();
  }

  /** Whether a symbol has subscribers, or may have one again that gets what it missed. */
  boolean hasSubscribers(int symbol) {
    return symbols.containsKey(symbol);
  }

  /** Once a second: forgets the symbols that all have left for long. */
  void sweep(long nowNs) {
    symbols.values().removeIf(symbol -> symbol.isLeft() && nowNs - symbol.leftNs > KEPT_NS);
  }

  @Override
  public void begin(int symbol, long sequence, long event, long timestampNs) {
    now = symbols.get(symbol);
    if (now != null) {
      now.sequence = sequence;
      now.timestampNs = timestampNs;
    }
  }

  @Override
  public void trade(
      long id, int takerSide, long price, long quantity, long takerOrderId, long makerOrderId) {
    if (now != null && now.wants(Channel.TRADES)) {
      now.trades.add(id, takerSide, price, quantity, 0);
    }
  }

  @Override
  public void order(OrderChange change, int side, long orderId, long price, long quantity) {
    if (now != null && now.wants(Channel.ORDERS)) {
      now.orders.add(change.ordinal(), side, orderId, price, quantity);
    }
  }

  @Override
  public void level(int side, long price, long quantity, int orders) {
    if (now != null && now.wants(Channel.LEVELS)) {
      now.levels.add(side, price, quantity, orders, 0);
    }
  }

  @Override
  public void top(long bidPrice, long bidQuantity, long askPrice, long askQuantity) {
    if (now != null && now.wants(Channel.TOP)) {
      now.top.add(bidPrice, bidQuantity, askPrice, askQuantity, 0);
    }
  }

  @Override
  public void state(SymbolState state) {
    if (now != null) {
      now.newState = state;
    }
  }

  @Override
  public void end() {
    Symbol symbol = now;
    if (symbol == null) {
      return;
    }
    report(symbol, Channel.TRADES, symbol.trades, MarketChannels::writeTrade);
    report(symbol, Channel.ORDERS, symbol.orders, MarketChannels::writeOrder);
    report(symbol, Channel.LEVELS, symbol.levels, MarketChannels::writeLevel);
    report(symbol, Channel.TOP, symbol.top, null);
    symbol.newState = null;
    now = null;
  }

  /** Writes one row of a message. */
  private interface RowWriter {
    void write(Rows rows, int row, Units units, JsonGenerator to) throws IOException;
  }

  private void report(Symbol symbol, Channel channel, Rows rows, RowWriter writer) {
    if (symbol.wants(channel) && (rows.count() > 0 || symbol.newState != null)) {
      report(symbol, channel, symbol.feeds.get(channel), Units.NUMBERS, rows, writer);
      report(symbol, channel, symbol.decimalFeeds.get(channel), symbol.decimals, rows, writer);
    }
    rows.clear();
  }

  private void report(
      Symbol symbol, Channel channel, Feed feed, Units units, Rows rows, RowWriter writer) {
    if (feed == null) {
      return;
    }
    int id = symbol.id;
    ByteBuf message =
        JsonText.object(
            to -> {
              to.writeStringField("t", name(channel));
              units.symbol(id, to);
              to.writeNumberField("seq", symbol.sequence);
              to.writeNumberField("prev", feed.last());
              to.writeNumberField("time", symbol.timestampNs);
              if (symbol.newState != null) {
                to.writeStringField("state", symbol.newState.name());
              }
              if (channel == Channel.TOP) {
                writeTop(rows, units, to);
              } else {
                to.writeArrayFieldStart("changes");
                for (int row = 0; row < rows.count(); row++) {
                  to.writeStartArray();
                  writer.write(rows, row, units, to);
                  to.writeEndArray();
                }
                to.writeEndArray();
              }
            });
    try {
      feed.add(symbol.sequence, message);
    } finally {
      message.release();
    }
    if (pending.isEmpty()) {
      deliverLater.run();
    }
    pending.add(feed);
  }

  private static String name(Channel channel) {
    return channel.name().toLowerCase(Locale.ROOT);
  }

  private static void writeTop(Rows rows, Units units, JsonGenerator to) throws IOException {
    if (rows.count() > 0) {
      writeTop(to, units, rows.get(0, 0), rows.get(0, 1), rows.get(0, 2), rows.get(0, 3));
    }
  }

  private static void writeTop(
      JsonGenerator to,
      Units units,
      long bidPrice,
      long bidQuantity,
      long askPrice,
      long askQuantity)
      throws IOException {
    to.writeArrayFieldStart("bid");
    units.price(bidPrice, to);
    units.quantity(bidQuantity, to);
    to.writeEndArray();
    to.writeArrayFieldStart("ask");
    units.price(askPrice, to);
    units.quantity(askQuantity, to);
    to.writeEndArray();
  }

  private static void writeTrade(Rows rows, int row, Units units, JsonGenerator to)
      throws IOException {
    to.writeNumber(rows.get(row, 0));
    long side = rows.get(row, 1);
    to.writeString(side < 0 ? "NONE" : SIDES[(int) side]);
    units.price(rows.get(row, 2), to);
    units.quantity(rows.get(row, 3), to);
  }

  private static void writeOrder(Rows rows, int row, Units units, JsonGenerator to)
      throws IOException {
    to.writeString(OrderChange.values()[(int) rows.get(row, 0)].name());
    to.writeString(SIDES[(int) rows.get(row, 1)]);
    to.writeNumber(rows.get(row, 2));
    units.price(rows.get(row, 3), to);
    units.quantity(rows.get(row, 4), to);
  }

  private static void writeLevel(Rows rows, int row, Units units, JsonGenerator to)
      throws IOException {
    to.writeString(SIDES[(int) rows.get(row, 0)]);
    units.price(rows.get(row, 1), to);
    units.quantity(rows.get(row, 2), to);
    to.writeNumber(rows.get(row, 3));
  }

  /** What a subscriber begins with; null for a channel that has no state. */
  ByteBuf snapshot(Channel channel, MarketBook book, Units units) {
    if (channel == Channel.TRADES) {
      return null;
    }
    BookView view = book.view();
    return JsonText.object(
        to -> {
          to.writeStringField("t", "snapshot");
          to.writeStringField("channel", name(channel));
          units.symbol(book.symbol(), to);
          to.writeNumberField("seq", book.sequence());
          to.writeNumberField("event", book.lastEvent());
          to.writeStringField("state", book.state().name());
          switch (channel) {
            case TOP ->
                writeTop(
                    to,
                    units,
                    view.bestPrice(Side.BUY_CODE),
                    view.bestQuantity(Side.BUY_CODE),
                    view.bestPrice(Side.SELL_CODE),
                    view.bestQuantity(Side.SELL_CODE));
            case LEVELS -> writeLevels(view, Integer.MAX_VALUE, units, to);
            case ORDERS -> {
              writeOrders(view, Side.BUY, "bids", units, to);
              writeOrders(view, Side.SELL, "asks", units, to);
            }
            default -> throw new IllegalStateException(channel.name());
          }
        });
  }

  /** Writes the levels of a book, best first, as rows of price, quantity and orders. */
  public static void writeLevels(BookView view, int depth, Units units, JsonGenerator to)
      throws IOException {
    writeLevels(view, Side.BUY, depth, "bids", units, to);
    writeLevels(view, Side.SELL, depth, "asks", units, to);
  }

  private static void writeLevels(
      BookView view, Side side, int depth, String name, Units units, JsonGenerator to)
      throws IOException {
    int most = Math.min(depth, view.levels(side.code()));
    long[] rows = new long[most * BookView.LEVEL_WORDS];
    int count = view.levels(side.code(), most, rows);
    to.writeArrayFieldStart(name);
    for (int i = 0; i < count * BookView.LEVEL_WORDS; i += BookView.LEVEL_WORDS) {
      to.writeStartArray();
      units.price(rows[i], to);
      units.quantity(rows[i + 1], to);
      to.writeNumber(rows[i + 2]);
      to.writeEndArray();
    }
    to.writeEndArray();
  }

  private static void writeOrders(
      BookView view, Side side, String name, Units units, JsonGenerator to) throws IOException {
    Rows rows = new Rows(3);
    view.forEachOrder(
        side.code(),
        (code, price, orderId, userId, quantity, tag) -> rows.add(orderId, price, quantity, 0, 0));
    to.writeArrayFieldStart(name);
    for (int i = 0; i < rows.count(); i++) {
      to.writeStartArray();
      to.writeNumber(rows.get(i, 0));
      units.price(rows.get(i, 1), to);
      units.quantity(rows.get(i, 2), to);
      to.writeEndArray();
    }
    to.writeEndArray();
  }
}
