package dev.tandem.flow.model;

import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.risk.RiskEngine;
import dev.tandem.core.statemachine.Query;
import java.util.Map;
import java.util.TreeMap;

/** Asks in the middle of a flow what all users have, available and held, of each currency. */
final class TotalsQuery implements Query {

  /** What there is of a currency; currencies of which there is nothing are left out. */
  record Total(long available, long held) {}

  private final TreeMap<Integer, Total> found = new TreeMap<>();

  @Override
  public synchronized void visit(RiskEngine risk) {
    for (CurrencyTotals part : risk.totals()) {
      add(found, part.currency(), part.available(), part.held());
    }
  }

  synchronized Map<Integer, Total> found() {
    return new TreeMap<>(found);
  }

  /** What a naive exchange says. */
  static Map<Integer, Total> of(NaiveState state) {
    TreeMap<Integer, Total> totals = new TreeMap<>();
    for (NaiveUser user : state.users.values()) {
      user.accounts.forEach(
          (currency, account) -> add(totals, currency, account.available, account.held));
    }
    return totals;
  }

  private static void add(Map<Integer, Total> totals, int currency, long available, long held) {
    if (available != 0 || held != 0) {
      totals.merge(
          currency,
          new Total(available, held),
          (a, b) -> new Total(a.available + b.available, a.held + b.held));
    }
  }
}
