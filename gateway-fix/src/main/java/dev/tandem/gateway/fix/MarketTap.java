package dev.tandem.gateway.fix;

import dev.tandem.core.api.BookView;
import dev.tandem.core.command.Side;
import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.gateway.bridge.MarketSource;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Takes books and their changes from the gateway's event loop to the thread of FIX, of the symbols
 * that sessions subscribe to. Where that thread falls behind, the changes of a symbol end, and its
 * book is asked for again. On the event loop.
 */
final class MarketTap implements MarketListener {

  /** Words of changes that may wait before others are dropped. */
  private static final int MOST_QUEUED = 100_000;

  /** Words of a row of changed levels: side, price, quantity, orders. */
  static final int LEVEL_WORDS = 4;

  /** Words of a row of trades: id, price, quantity. */
  static final int TRADE_WORDS = 3;

  /** Receives all of it on the thread of FIX. */
  interface Receiver {
    /** A book, rows as a {@link BookView} has them; its changes follow. */
    void began(int symbol, long[] bids, long[] asks);

    /** What a command has changed in a symbol. */
    void changed(int symbol, long timeNs, long[] levels, long[] trades);

    /** There are no changes any more, because too many wait. */
    void lost(int symbol);

    /** There is no book, and why. */
    void refused(int symbol, String why);
  }

  private final MarketSource market;
  private final Executor fix;
  private final Receiver receiver;
  private final Set<Integer> followed = new HashSet<>();
  private final AtomicInteger queued = new AtomicInteger();
  private long[] levels = new long[16 * LEVEL_WORDS];
  private long[] trades = new long[16 * TRADE_WORDS];
  private int levelWords;
  private int tradeWords;
  private int now;
  private boolean isFollowed;
  private long timeNs;

  MarketTap(MarketSource market, Executor fix, Receiver receiver) {
    this.market = market;
    this.fix = fix;
    this.receiver = receiver;
  }

  /** Begins to receive, before the first answer or on the event loop. */
  void open() {
    market.follow(this, followed::contains);
  }

  /** The receiver gets the book, and each change from there. */
  void follow(int symbol) {
    market.askBook(
        symbol,
        this::begin,
        (refusal, why) -> fix.execute(() -> receiver.refused(symbol, refusal.name() + ": " + why)));
  }

  private void begin(MarketBook book) {
    int symbol = book.symbol();
    long[] bids = rows(book.view(), Side.BUY);
    long[] asks = rows(book.view(), Side.SELL);
    followed.add(symbol);
    fix.execute(() -> receiver.began(symbol, bids, asks));
  }

  private static long[] rows(BookView view, Side side) {
    int count = view.levels(side.code());
    long[] rows = new long[count * BookView.LEVEL_WORDS];
    view.levels(side.code(), count, rows);
    return rows;
  }

  /** Nobody wants it any more. */
  void leave(int symbol) {
    followed.remove(symbol);
  }

  @Override
  public void begin(int symbol, long sequence, long event, long timestampNs) {
    now = symbol;
    isFollowed = followed.contains(symbol);
    timeNs = timestampNs;
  }

  @Override
  public void trade(
      long id, int takerSide, long price, long quantity, long takerOrderId, long makerOrderId) {
    if (isFollowed) {
      if (tradeWords == trades.length) {
        trades = Arrays.copyOf(trades, 2 * tradeWords);
      }
      trades[tradeWords++] = id;
      trades[tradeWords++] = price;
      trades[tradeWords++] = quantity;
    }
  }

  @Override
  public void level(int side, long price, long quantity, int orders) {
    if (isFollowed) {
      if (levelWords == levels.length) {
        levels = Arrays.copyOf(levels, 2 * levelWords);
      }
      levels[levelWords++] = side;
      levels[levelWords++] = price;
      levels[levelWords++] = quantity;
      levels[levelWords++] = orders;
    }
  }

  @Override
  public void end() {
    int words = levelWords + tradeWords;
    if (!isFollowed || words == 0) {
      return;
    }
    int symbol = now;
    long time = timeNs;
    if (queued.get() > MOST_QUEUED) {
      followed.remove(symbol);
      fix.execute(() -> receiver.lost(symbol));
    } else {
      long[] ofLevels = Arrays.copyOf(levels, levelWords);
      long[] ofTrades = Arrays.copyOf(trades, tradeWords);
      queued.addAndGet(words);
      fix.execute(
          () -> {
            queued.addAndGet(-words);
            receiver.changed(symbol, time, ofLevels, ofTrades);
          });
    }
    levelWords = 0;
    tradeWords = 0;
  }
}
