package dev.tandem.jmh.book;

import dev.tandem.flow.generator.BookStream;
import dev.tandem.flow.generator.Population;
import dev.tandem.jmh.harness.Once;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The book that anybody would write first: tree maps of linked hash maps. */
public final class NaiveTreeBook implements BookEngine {

  private static final class Order {
    final long id;
    final boolean sell;
    long price;
    long open;

    Order(long id, boolean sell, long price, long open) {
      this.id = id;
      this.sell = sell;
      this.price = price;
      this.open = open;
    }
  }

  private final Map<Long, Order> byId = new HashMap<>();
  private final TreeMap<Long, Map<Long, Order>> bids = new TreeMap<>(Comparator.reverseOrder());
  private final TreeMap<Long, Map<Long, Order>> asks = new TreeMap<>();
  private long hash;
  private long trades;
  private long refusals;

  @Override
  public long run(BookStream stream) {
    long[] w = stream.words();
    int end = stream.size() * BookStream.WORDS;
    hash = 0;
    for (int at = 0; at < end; at += BookStream.WORDS) {
      apply(w, at);
    }
    return hash;
  }

  /**
   * Runs a stream and counts what its messages meet; a cancel or a move of an order that is not in
   * the book is a refusal.
   *
   * @throws IllegalStateException if the book is empty on average, or nothing trades: what is
   *     measured on such a stream is no book
   */
  public static Population population(BookStream stream) {
    return met(stream).population();
  }

  /**
   * Population and trades of a stream.
   *
   * @param hash of its trades, as of {@link #run}
   */
  record Met(Population population, long hash) {}

  /**
   * The same of a stream that each process of a run makes, by the first of them.
   *
   * @param name of the stream
   */
  static Met met(String name, BookStream stream) {
    return Once.in("met-" + name, Met.class, () -> met(stream));
  }

  /** As {@link #population}, and what the stream trades: a book this slow is run but once. */
  static Met met(BookStream stream) {
    NaiveTreeBook book = new NaiveTreeBook();
    long[] w = stream.words();
    double live = 0;
    double levels = 0;
    for (int i = 0; i < stream.size(); i++) {
      book.apply(w, i * BookStream.WORDS);
      live += book.byId.size();
      levels += book.bids.size() + book.asks.size();
    }
    int size = Math.max(1, stream.size());
    Population met =
        new Population(stream.size(), live / size, levels / size, book.trades, book.refusals);
    return new Met(met.requireFilled(), book.hash);
  }

  private void apply(long[] w, int at) {
    int kind = (int) w[at];
    long id = w[at + 1];
    switch (kind & 0xff) {
      case BookStream.PLACE -> {
        Order o = new Order(id, (kind & BookStream.SELL) != 0, w[at + 2], w[at + 3]);
        take(o);
        if (o.open > 0 && (kind & BookStream.IMMEDIATE) == 0) {
          rest(o);
        }
      }
      case BookStream.CANCEL -> {
        Order o = byId.get(id);
        if (o != null) {
          drop(o);
        } else {
          refusals++;
        }
      }
      default -> {
        Order o = byId.get(id);
        if (o != null) {
          drop(o);
          o.price = w[at + 2];
          o.open = w[at + 3] == 0 ? o.open : w[at + 3];
          take(o);
          if (o.open > 0) {
            rest(o);
          }
        } else {
          refusals++;
        }
      }
    }
  }

  private void take(Order taker) {
    TreeMap<Long, Map<Long, Order>> other = taker.sell ? bids : asks;
    while (taker.open > 0 && !other.isEmpty()) {
      Order maker = other.firstEntry().getValue().values().iterator().next();
      if (taker.sell ? maker.price < taker.price : maker.price > taker.price) {
        return;
      }
      long lots = Math.min(taker.open, maker.open);
      taker.open -= lots;
      maker.open -= lots;
      trades++;
      hash = BookEngine.mix(hash, taker.id, maker.id, maker.price, lots);
      if (maker.open == 0) {
        drop(maker);
      }
    }
  }

  private void rest(Order o) {
    byId.put(o.id, o);
    (o.sell ? asks : bids).computeIfAbsent(o.price, p -> new LinkedHashMap<>()).put(o.id, o);
  }

  private void drop(Order o) {
    byId.remove(o.id);
    TreeMap<Long, Map<Long, Order>> side = o.sell ? asks : bids;
    Map<Long, Order> level = side.get(o.price);
    level.remove(o.id);
    if (level.isEmpty()) {
      side.remove(o.price);
    }
  }
}
