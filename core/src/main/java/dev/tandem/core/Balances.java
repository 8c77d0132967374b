package dev.tandem.core;

import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.UserState;
import java.util.List;

/**
 * What everybody owns at one point of the command stream.
 *
 * @param users all users, by rising id
 * @param totals all currencies, by rising id
 */
public record Balances(List<UserState> users, List<CurrencyTotals> totals) {

  /** Whether no unit of any currency was made or lost. */
  public boolean areConserved() {
    return totals.stream().allMatch(CurrencyTotals::isConserved);
  }

  /** The totals of a currency; zeros if it was never seen. */
  public CurrencyTotals total(int currency) {
    return totals.stream()
        .filter(t -> t.currency() == currency)
        .findFirst()
        .orElse(new CurrencyTotals(currency, 0, 0, 0, 0));
  }
}
