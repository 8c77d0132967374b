package dev.tandem.core;

import dev.tandem.core.event.Results;
import dev.tandem.core.matching.MatchingEngine;
import dev.tandem.core.matching.OrderBook;
import dev.tandem.core.risk.CurrencyTotals;
import dev.tandem.core.risk.RiskEngine;
import dev.tandem.core.risk.UserState;
import dev.tandem.core.topology.Query;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

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

  /** Answers when everything before it is answered. */
  static final class Flush extends Answer<Void> {
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

  static final class OneBook extends Answer<BookSnapshot> {
    private final int symbol;
    private BookSnapshot found;

    OneBook(int symbol) {
      this.symbol = symbol;
    }

    @Override
    public synchronized void visit(MatchingEngine matching) {
      OrderBook book = matching.book(symbol);
      if (book != null) {
        found = BookSnapshot.of(symbol, book);
      }
    }

    @Override
    synchronized BookSnapshot answer(Results results) {
      return found;
    }
  }

  private static void merge(Map<Integer, CurrencyTotals> totals, Collection<CurrencyTotals> part) {
    part.forEach(t -> totals.merge(t.currency(), t, CurrencyTotals::plus));
  }
}
