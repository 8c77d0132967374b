package dev.tandem.core.risk;

import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.IdIndex;
import java.util.ArrayList;
import java.util.List;

/** Reads a risk shard for queries; allocates freely, so never on the way of a command. */
final class RiskQueries {

  private RiskQueries() {}

  /** The user with this number. */
  static UserState user(Users users, Accounts accounts, int user) {
    List<UserState.Balance> balances = new ArrayList<>(2);
    for (int number : accounts.currencies().sortedIndexes()) {
      int currency = (int) accounts.currencies().idAt(number);
      int account = accounts.find(user, currency);
      if (account != IdIndex.ABSENT && !accounts.isEmpty(account)) {
        balances.add(
            new UserState.Balance(currency, accounts.available(account), accounts.held(account)));
      }
    }
    return new UserState(
        users.idOf(user), users.isSuspended(user), List.copyOf(balances), users.openOrders(user));
  }

  /** The shard's part of each currency. */
  static List<CurrencyTotals> totals(Accounts accounts) {
    int[] sorted = accounts.currencies().sortedIndexes();
    long[] available = new long[accounts.currencies().size()];
    long[] held = new long[available.length];
    for (int account = 0; account < accounts.size(); account++) {
      int currency = accounts.currency(accounts.currencyOf(account));
      available[currency] += accounts.available(account);
      held[currency] += accounts.held(account);
    }
    List<CurrencyTotals> totals = new ArrayList<>();
    for (int currency : sorted) {
      totals.add(
          new CurrencyTotals(
              (int) accounts.currencies().idAt(currency),
              available[currency],
              held[currency],
              accounts.fees(currency),
              accounts.supply(currency)));
    }
    return totals;
  }
}
