package dev.tandem.core.matching;

import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.state.SortedOrder;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.StopRows;
import dev.tandem.core.state.SymbolRows;
import dev.tandem.core.state.Table;
import dev.tandem.core.state.TableKind;
import dev.tandem.core.state.Words;
import java.lang.foreign.Arena;
import java.util.Arrays;

/**
 * A copy of a matching shard: the rows of all orders as they lie in memory, and for each level its
 * price and its oldest order, from which the queue is found. So the shard stops for a bulk copy and
 * a walk over the levels, not over the orders. The copy takes as long as there ever were orders at
 * once: about 10 ms for a million.
 *
 * <p>Taken on the thread that owns the shard, read by another one after a safe hand-over.
 */
public final class MatchingCopy implements AutoCloseable {

  private static final int STOP_WORDS = TableKind.STOPS.rowWords();

  private final OrderStore.Copy orders = new OrderStore.Copy();

  private SymbolSpec[] specs = new SymbolSpec[16];
  private SymbolState[] states = new SymbolState[16];
  private long[] lastPrices = new long[16];

  /** The end of each book's rows in {@link #stops}. */
  private int[] stopEnds = new int[16];

  /** Rows of {@link TableKind#STOPS}. */
  private long[] stops = new long[8 * STOP_WORDS];

  private int stopRows;

  /** Rows of {@link TableKind#TIMED} without their symbols, and where each book's end. */
  private long[] timed = new long[64];

  private int[] timedEnds = new int[16];
  private int timedRows;

  /** Two a book, one a side: orders, and the end of its levels in {@link #heads}. */
  private int[] counts = new int[32];

  private int[] ends = new int[32];
  private int books;

  private int[] heads = new int[64];
  private long[] prices = new long[64];
  private int levels;

  /** Says how large the shard is, on the thread that owns it. */
  public void measure(MatchingEngine matching) {
    matching.orders().measure(orders);
    levels = countLevels(matching);
  }

  /** Makes room for what was measured. */
  public void reserve() {
    orders.reserve();
    if (levels > heads.length) {
      heads = new int[levels + levels / 8];
      prices = new long[heads.length];
    }
  }

  /** Copies the shard, on the thread that owns it. */
  public void take(MatchingEngine matching) {
    matching.orders().copyTo(orders);
    books = matching.bookCount();
    if (books > specs.length) {
      int room = books + books / 8;
      specs = new SymbolSpec[room];
      states = new SymbolState[room];
      lastPrices = new long[room];
      stopEnds = new int[room];
      timedEnds = new int[room];
      counts = new int[room * 2];
      ends = new int[room * 2];
    }
    levels = countLevels(matching);
    reserve();
    stopRows = 0;
    timedRows = 0;
    int at = 0;
    for (int i = 0; i < books; i++) {
      OrderBook book = matching.bookAt(i);
      specs[i] = matching.specAt(i);
      states[i] = book.state();
      lastPrices[i] = book.lastPrice();
      if (book.stops() != null) {
        book.stops().forEachView(stop -> takeStop(stop, LiveOrders.linkedTo(book, stop.orderId)));
      }
      stopEnds[i] = stopRows;
      if (book.timed != null) {
        book.timed.forEach(this::takeTimed);
      }
      timedEnds[i] = timedRows;
      for (int code = Side.BUY_CODE; code <= Side.SELL_CODE; code++) {
        BookSide side = book.side(code);
        at = takeLevels(side, book.levels(), at);
        counts[i * 2 + code] = side.count();
        ends[i * 2 + code] = at;
      }
    }
  }

  private void takeStop(StopView stop, long linked) {
    int at = stopRows++ * STOP_WORDS;
    if (at + STOP_WORDS > stops.length) {
      stops = Arrays.copyOf(stops, stops.length * 2);
    }
    stops[at] = StopRows.head(stop.side, stop.terms, stop.isWaiting, stop.selfTrade, stop.inPpm);
    stops[at + 1] = stop.orderId;
    stops[at + 2] = stop.userId;
    stops[at + 3] = stop.limit;
    stops[at + 4] = stop.quantity;
    stops[at + 5] = stop.trigger;
    stops[at + 6] = stop.best;
    stops[at + 7] = stop.offset;
    stops[at + 8] = linked;
  }

  private void takeTimed(long orderId, long expireTime) {
    if (timedRows * 2 == timed.length) {
      timed = Arrays.copyOf(timed, timed.length * 2);
    }
    timed[timedRows * 2] = orderId;
    timed[timedRows++ * 2 + 1] = expireTime;
  }

  /** The numbers of the levels first, then in their place the oldest orders. */
  private int takeLevels(BookSide side, LevelStore store, int at) {
    int end = side.levels(heads, at);
    for (int i = at; i < end; i++) {
      prices[i] = side.key(store.key(heads[i]));
      heads[i] = store.head(heads[i]);
    }
    return end;
  }

  private static int countLevels(MatchingEngine matching) {
    int n = 0;
    for (int i = 0; i < matching.bookCount(); i++) {
      OrderBook book = matching.bookAt(i);
      n += book.side(Side.BUY_CODE).size() + book.side(Side.SELL_CODE).size();
    }
    return n;
  }

  /** Writes the tables of the symbols and their orders from the copies of all shards. */
  public static void write(MatchingCopy[] shards, StateImage image) {
    int symbolCount = 0;
    long orderCount = 0;
    long stopCount = 0;
    long timedCount = 0;
    long icebergCount = 0;
    for (MatchingCopy shard : shards) {
      symbolCount += shard.books;
      stopCount += shard.stopRows;
      timedCount += shard.timedRows;
      icebergCount += shard.countIcebergs();
      for (int i = 0; i < shard.books * 2; i++) {
        orderCount += shard.counts[i];
      }
    }
    Table symbols = image.create(TableKind.SYMBOLS, symbolCount);
    Table orders = image.create(TableKind.ORDERS, orderCount);
    Table stops = image.create(TableKind.STOPS, stopCount);
    Table timed = image.create(TableKind.TIMED, timedCount);
    Table icebergs = image.create(TableKind.ICEBERGS, icebergCount);
    try (Arena arena = Arena.ofConfined()) {
      Words ids = new Words(arena, symbolCount);
      Words places = new Words(arena, symbolCount);
      int n = 0;
      for (int s = 0; s < shards.length; s++) {
        for (int i = 0; i < shards[s].books; i++) {
          ids.set(n, shards[s].specs[i].symbol());
          places.set(n++, (long) s << 32 | i);
        }
      }
      Words order = SortedOrder.of(ids, symbolCount, arena);
      for (int i = 0; i < symbolCount; i++) {
        long place = places.get(order.get(i));
        shards[(int) (place >>> 32)].write((int) place, symbols, orders, stops, icebergs);
        shards[(int) (place >>> 32)].writeTimed((int) place, timed);
      }
    }
  }

  private long countIcebergs() {
    long n = 0;
    for (int level = 0; level < levels; level++) {
      n += orders.icebergs(heads[level]);
    }
    return n;
  }

  private void write(int book, Table symbols, Table table, Table stopTable, Table icebergs) {
    int stop = book == 0 ? 0 : stopEnds[book - 1];
    SymbolRows.add(
        symbols,
        specs[book],
        states[book],
        counts[book * 2],
        counts[book * 2 + 1],
        lastPrices[book],
        stopEnds[book] - stop);
    for (; stop < stopEnds[book]; stop++) {
      int at = stop * STOP_WORDS;
      stopTable.addRow(
          stops[at],
          stops[at + 1],
          stops[at + 2],
          stops[at + 3],
          stops[at + 4],
          stops[at + 5],
          stops[at + 6],
          stops[at + 7],
          stops[at + 8]);
    }
    int level = book == 0 ? 0 : ends[book * 2 - 1];
    for (int end = ends[book * 2]; level < end; level++) {
      orders.writeQueue(specs[book].symbol(), heads[level], prices[level], table, icebergs);
    }
    for (int end = ends[book * 2 + 1]; level < end; level++) {
      orders.writeQueue(specs[book].symbol(), heads[level], prices[level], table, icebergs);
    }
  }

  private void writeTimed(int book, Table table) {
    for (int i = book == 0 ? 0 : timedEnds[book - 1]; i < timedEnds[book]; i++) {
      table.add(specs[book].symbol(), timed[i * 2], timed[i * 2 + 1]);
    }
  }

  @Override
  public void close() {
    orders.close();
  }
}
