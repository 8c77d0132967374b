package dev.tandem.gateway.fix;

import dev.tandem.core.command.Side;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.fix.LevelBook.Change;
import dev.tandem.gateway.fix.LevelBook.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The market data of one symbol: its book, and who has subscribed to it. What has changed is sent
 * by {@link #flush}, once for all changes that have come by then. Who does not read is left behind,
 * and gets a snapshot when he reads again. On the thread of FIX.
 */
final class MarketFeed {

  /** A trade. */
  record Trade(long id, long price, long quantity, long timeNs) {}

  /** A session's subscription to this symbol. */
  static final class Subscriber {
    private final FixSession session;
    private final MarketRequest request;

    /** Changes that it was not sent; until it gets a snapshot there are no others for it. */
    private int missed;

    Subscriber(FixSession session, MarketRequest request) {
      this.session = session;
      this.request = request;
    }

    FixSession session() {
      return session;
    }

    MarketRequest request() {
      return request;
    }
  }

  /** The best levels that subscribers of a depth know. */
  private record View(List<Level> bids, List<Level> offers) {}

  private final int symbol;
  private final LevelBook book = new LevelBook();
  private final List<Subscriber> subscribers = new ArrayList<>();
  private final List<Subscriber> waiting = new ArrayList<>();
  private final List<Trade> trades = new ArrayList<>();
  private final Map<Integer, View> views = new HashMap<>();
  private boolean begun;

  MarketFeed(int symbol) {
    this.symbol = symbol;
  }

  /** It is sent a snapshot, now or when the book is here, and if it wants, changes after it. */
  void add(Subscriber subscriber, Units units) {
    if (!begun) {
      waiting.add(subscriber);
      return;
    }
    // The snapshot has what the others wait for.
    flush(units);
    begin(subscriber, units);
  }

  private void begin(Subscriber subscriber, Units units) {
    MarketRequest request = subscriber.request;
    if (!request.once()) {
      subscribers.add(subscriber);
      views.computeIfAbsent(request.depth(), this::view);
    }
    snapshot(subscriber, units, 0);
  }

  private View view(int depth) {
    return depth == 0
        ? new View(List.of(), List.of())
        : new View(book.best(Side.BUY, depth), book.best(Side.SELL, depth));
  }

  private void snapshot(Subscriber to, Units units, int missed) {
    to.session.sendNow(MarketMessages.snapshot(to.request, symbol, book, List.of(), missed, units));
  }

  /** Ends what a session has by this id; null for all that it has. */
  void remove(FixSession session, String id) {
    waiting.removeIf(each -> isOf(each, session, id));
    subscribers.removeIf(each -> isOf(each, session, id));
  }

  private static boolean isOf(Subscriber each, FixSession session, String id) {
    return each.session == session && (id == null || each.request.id().equals(id));
  }

  boolean isEmpty() {
    return waiting.isEmpty() && subscribers.isEmpty();
  }

  /** All who wait or have subscribed. */
  List<Subscriber> all() {
    List<Subscriber> all = new ArrayList<>(waiting);
    all.addAll(subscribers);
    return all;
  }

  /** The book is here, for the first time or anew. */
  void begin(long[] bids, long[] asks, Units units) {
    book.begin(bids, asks);
    trades.clear();
    views.replaceAll((depth, view) -> view(depth));
    begun = true;
    catchUp(units);
    List<Subscriber> begin = List.copyOf(waiting);
    waiting.clear();
    begin.forEach(each -> begin(each, units));
  }

  /** Changes are missing: all begin anew with the next book. */
  void lost() {
    begun = false;
    trades.clear();
    subscribers.forEach(each -> each.missed++);
  }

  /** What a command has changed; false if there is no book that it could have changed. */
  boolean change(long timeNs, long[] levelRows, long[] tradeRows) {
    if (!begun) {
      return false;
    }
    for (int i = 0; i < levelRows.length; i += MarketTap.LEVEL_WORDS) {
      Side side = levelRows[i] == Side.BUY_CODE ? Side.BUY : Side.SELL;
      book.set(side, levelRows[i + 1], levelRows[i + 2], (int) levelRows[i + 3]);
    }
    for (int i = 0; i < tradeRows.length; i += MarketTap.TRADE_WORDS) {
      trades.add(new Trade(tradeRows[i], tradeRows[i + 1], tradeRows[i + 2], timeNs));
    }
    return true;
  }

  /** Sends what has changed. */
  void flush(Units units) {
    if (!begun) {
      return;
    }
    Map<Integer, List<Change>> byDepth = new LinkedHashMap<>();
    views.replaceAll(
        (depth, before) -> {
          View now = view(depth);
          byDepth.put(depth, changes(depth, before, now));
          return now;
        });
    List<Trade> newTrades = List.copyOf(trades);
    trades.clear();
    book.settle();
    // A session that ends meanwhile leaves the list.
    for (Subscriber each : List.copyOf(subscribers)) {
      List<Change> changes = wanted(byDepth.get(each.request.depth()), each.request);
      List<Trade> its = each.request.trades() ? newTrades : List.of();
      if (changes.isEmpty() && its.isEmpty()) {
        continue;
      }
      if (each.missed > 0 || !each.session.takesMarketData()) {
        each.missed++;
      } else if (each.request.incremental()) {
        each.session.sendNow(MarketMessages.changes(each.request, symbol, changes, its, units));
      } else {
        each.session.sendNow(MarketMessages.snapshot(each.request, symbol, book, its, 0, units));
      }
    }
    views.keySet().removeIf(this::isUnused);
    catchUp(units);
  }

  private boolean isUnused(int depth) {
    return subscribers.stream().noneMatch(each -> each.request.depth() == depth);
  }

  private List<Change> changes(int depth, View before, View now) {
    List<Change> changes = new ArrayList<>();
    if (depth == 0) {
      changes.addAll(book.changes(Side.BUY));
      changes.addAll(book.changes(Side.SELL));
    } else {
      changes.addAll(LevelBook.changes(Side.BUY, before.bids, now.bids));
      changes.addAll(LevelBook.changes(Side.SELL, before.offers, now.offers));
    }
    return changes;
  }

  private static List<Change> wanted(List<Change> changes, MarketRequest by) {
    if (by.bids() && by.offers()) {
      return changes;
    }
    return changes.stream()
        .filter(each -> each.side() == Side.BUY ? by.bids() : by.offers())
        .toList();
  }

  /** A snapshot for each that was left behind and reads again. */
  void catchUp(Units units) {
    if (!begun) {
      return;
    }
    for (Subscriber each : List.copyOf(subscribers)) {
      if (each.missed > 0 && each.session.takesMarketData()) {
        int missed = each.missed;
        each.missed = 0;
        snapshot(each, units, missed);
      }
    }
  }
}
