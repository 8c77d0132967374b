package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.UserState;

/** What must hold of all balances at any point: nothing made, nothing lost, nobody below zero. */
final class Solvency {

  private Solvency() {}

  static void check(Balances balances) {
    for (CurrencyTotals total : balances.totals()) {
      assertThat(total.available() + total.held() + total.fees())
          .as("currency %d", total.currency())
          .isEqualTo(total.supply());
    }
    for (UserState user : balances.users()) {
      for (UserState.Balance balance : user.balances()) {
        assertThat(balance.available()).as("%s", user).isNotNegative();
        assertThat(balance.held()).as("%s", user).isNotNegative();
      }
    }
  }
}
