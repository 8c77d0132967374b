package dev.tandem.core;

import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.matching.Icebergs;
import dev.tandem.core.matching.MatchingEngine;
import dev.tandem.core.matching.OrderBook;
import dev.tandem.core.matching.StopOrders;
import dev.tandem.core.risk.RiskEngine;
import dev.tandem.core.statemachine.Admission;
import dev.tandem.core.statemachine.Query;
import dev.tandem.core.statemachine.Results;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/**
 * The queries of an {@link Exchange}. Shards are visited by their own threads at the same time, so
 * a visit that writes is synchronized.
 */
final class StateQueries {

  private StateQueries() {}

  /** A query with a future answer, completed by the results stage. */
  abstract static class Answer<T> implements Query {

    private final CompletableFuture<T> future = new CompletableFuture<>();

    final CompletableFuture<T> future() {
      return future;
    }

    @Override
    public final void visit(Results results) {
      future.complete(answer(results));
    }

    abstract T answer(Results results);
  }

  private static long lastEvent(Results results) {
    return results.eventCount() - 1;
  }

  /** Answers when everything before it is answered. */
  static final class Answered extends Answer<Void> {
    @Override
    Void answer(Results results) {
      return null;
    }
  }

  static final class EventHashes extends Answer<Long> {
    @Override
    Long answer(Results results) {
      return results.eventHash();
    }
  }

  static final class OneUser extends Answer<UserState> {
    private final long userId;
    private UserState found;

    OneUser(long userId) {
      this.userId = userId;
    }

    @Override
    public synchronized void visit(RiskEngine risk) {
      UserState user = risk.user(userId);
      if (user != null) {
        found = user;
      }
    }

    @Override
    synchronized UserState answer(Results results) {
      return found;
    }
  }

  static final class AllBalances extends Answer<Balances> {
    private final List<UserState> users = new ArrayList<>();
    private final TreeMap<Integer, CurrencyTotals> totals = new TreeMap<>();

    @Override
    public synchronized void visit(RiskEngine risk) {
      users.addAll(risk.users());
      merge(totals, risk.totals());
    }

    @Override
    synchronized Balances answer(Results results) {
      users.sort(Comparator.comparingLong(UserState::userId));
      return new Balances(List.copyOf(users), List.copyOf(totals.values()));
    }
  }

  static final class Currencies extends Answer<List<CurrencyTotals>> {
    private final TreeMap<Integer, CurrencyTotals> totals = new TreeMap<>();

    @Override
    public synchronized void visit(RiskEngine risk) {
      merge(totals, risk.totals());
    }

    @Override
    synchronized List<CurrencyTotals> answer(Results results) {
      return List.copyOf(totals.values());
    }
  }

  static Answer<BookSnapshot> book(int symbol) {
    return new OneBook<>(symbol, BookSnapshot::of, BookSnapshot::upTo);
  }

  static Answer<IndicativePrice> indicativePrice(int symbol) {
    return new OneBook<>(symbol, IndicativePrice::of, IndicativePrice::upTo);
  }

  /** What is made of one book, and of the last event that it includes. */
  private static final class OneBook<T> extends Answer<T> {
    private final int symbol;
    private final BiFunction<Integer, OrderBook, T> of;
    private final BiFunction<T, Long, T> upTo;
    private T found;

    OneBook(int symbol, BiFunction<Integer, OrderBook, T> of, BiFunction<T, Long, T> upTo) {
      this.symbol = symbol;
      this.of = of;
      this.upTo = upTo;
    }

    @Override
    public synchronized void visit(MatchingEngine matching) {
      OrderBook book = matching.book(symbol);
      if (book != null) {
        found = of.apply(symbol, book);
      }
    }

    @Override
    synchronized T answer(Results results) {
      return found == null ? null : upTo.apply(found, lastEvent(results));
    }
  }

  /** All books, by rising symbol. */
  static final class AllBooks extends Answer<List<BookSnapshot>> {
    private final List<BookSnapshot> found = new ArrayList<>();

    @Override
    public synchronized void visit(MatchingEngine matching) {
      for (int i = 0; i < matching.bookCount(); i++) {
        int symbol = matching.symbolAt(i);
        found.add(BookSnapshot.of(symbol, matching.book(symbol)));
      }
    }

    @Override
    synchronized List<BookSnapshot> answer(Results results) {
      found.sort(Comparator.comparingInt(BookSnapshot::symbol));
      return found.stream().map(book -> book.upTo(lastEvent(results))).toList();
    }
  }

  static final class OneOrder extends Answer<OpenOrder> {
    private final int symbol;
    private final long orderId;
    private OpenOrder found;

    OneOrder(int symbol, long orderId) {
      this.symbol = symbol;
      this.orderId = orderId;
    }

    @Override
    public synchronized void visit(MatchingEngine matching) {
      OrderBook book = matching.book(symbol);
      if (book != null) {
        book.view()
            .order(
                orderId,
                (side, price, order, user, quantity, tag) ->
                    found = resting(symbol, book, side, price, order, user, quantity));
        if (found == null && book.stops() != null) {
          book.stops()
              .show(
                  orderId,
                  (side, terms, waits, order, user, price, quantity, trigger, selfTrade) ->
                      found = openOrder(symbol, side, price, order, user, quantity, trigger));
        }
      }
    }

    @Override
    synchronized OpenOrder answer(Results results) {
      return found;
    }
  }

  static final class OrdersOfUser extends Answer<List<OpenOrder>> {
    private final long userId;
    private final List<OpenOrder> found = new ArrayList<>();

    OrdersOfUser(long userId) {
      this.userId = userId;
    }

    @Override
    public synchronized void visit(MatchingEngine matching) {
      for (int i = 0; i < matching.bookCount(); i++) {
        int symbol = matching.symbolAt(i);
        OrderBook book = matching.book(symbol);
        for (Side side : Side.values()) {
          book.view()
              .forEachOrder(
                  side.code(),
                  (code, price, order, user, quantity, tag) -> {
                    if (user == userId) {
                      found.add(resting(symbol, book, code, price, order, user, quantity));
                    }
                  });
        }
        addStops(symbol, matching.book(symbol).stops());
      }
    }

    private void addStops(int symbol, StopOrders stops) {
      if (stops != null) {
        stops.forEach(
            (side, terms, waits, order, user, price, quantity, trigger, selfTrade) -> {
              if (user == userId) {
                found.add(openOrder(symbol, side, price, order, user, quantity, trigger));
              }
            });
      }
    }

    @Override
    synchronized List<OpenOrder> answer(Results results) {
      // By symbol; the order within a symbol stays: buys, then sells, in price-time order; stops.
      found.sort(Comparator.comparingInt(OpenOrder::symbol));
      return List.copyOf(found);
    }
  }

  static final class Symbols extends Answer<List<SymbolSpec>> {
    private final TreeMap<Integer, SymbolSpec> found = new TreeMap<>();

    @Override
    public synchronized void visit(MatchingEngine matching) {
      for (int i = 0; i < matching.bookCount(); i++) {
        int symbol = matching.symbolAt(i);
        found.put(symbol, matching.spec(symbol));
      }
    }

    @Override
    synchronized List<SymbolSpec> answer(Results results) {
      return List.copyOf(found.values());
    }
  }

  /** The currencies that have a name. */
  static final class CurrencyNames extends Answer<SortedMap<Integer, Naming>> {
    private final SortedMap<Integer, Naming> found = new TreeMap<>();

    @Override
    public void visit(Admission admission) {
      found.putAll(admission.names().currencies());
    }

    @Override
    SortedMap<Integer, Naming> answer(Results results) {
      return Collections.unmodifiableSortedMap(found);
    }
  }

  /** A question that an embedder made. */
  static final class Foreign<T> extends Answer<T> {
    private final StateQuery<T> query;
    private Throwable failure;

    Foreign(StateQuery<T> query) {
      this.query = query;
    }

    @Override
    public synchronized void visit(MatchingEngine matching) {
      guarded(
          () -> {
            for (int i = 0; query.wantsBooks() && i < matching.bookCount(); i++) {
              int symbol = matching.symbolAt(i);
              OrderBook book = matching.book(symbol);
              query.book(matching.spec(symbol), book.state(), book.view());
            }
          });
    }

    @Override
    public synchronized void visit(RiskEngine risk) {
      guarded(
          () -> {
            if (query.wantsUsers()) {
              risk.users().forEach(query::user);
            }
            if (query.wantsCurrencies()) {
              risk.totals().forEach(query::currency);
            }
          });
    }

    /** A question that fails is its asker's trouble, not the exchange's. */
    private void guarded(Runnable visit) {
      if (failure == null) {
        try {
          visit.run();
        } catch (Throwable e) {
          failure = e;
        }
      }
    }

    @Override
    synchronized T answer(Results results) {
      if (failure != null) {
        future().completeExceptionally(failure);
        return null;
      }
      try {
        return query.answer(lastEvent(results));
      } catch (Throwable e) {
        future().completeExceptionally(e);
        return null;
      }
    }
  }

  private static OpenOrder openOrder(
      int symbol, int side, long price, long orderId, long userId, long quantity, long trigger) {
    return new OpenOrder(
        symbol, orderId, userId, Side.of((byte) side), price, quantity, trigger, 0);
  }

  /** An order of the book, which shows so many lots. */
  private static OpenOrder resting(
      int symbol, OrderBook book, int side, long price, long orderId, long userId, long shown) {
    long hidden = Icebergs.hiddenOf(book, orderId);
    return new OpenOrder(
        symbol, orderId, userId, Side.of((byte) side), price, shown + hidden, 0, hidden);
  }

  private static void merge(Map<Integer, CurrencyTotals> totals, Collection<CurrencyTotals> part) {
    part.forEach(t -> totals.merge(t.currency(), t, CurrencyTotals::plus));
  }
}
