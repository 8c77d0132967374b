package dev.tandem.core.api;

import java.util.List;

/**
 * One user at one point of the command stream.
 *
 * @param suspended whether new orders and moves are refused
 * @param balances what the user owns, by rising currency id; currencies with nothing are left out
 * @param openOrders number of live orders
 */
public record UserState(long userId, boolean suspended, List<Balance> balances, int openOrders) {

  /**
   * An amount of one currency, in its smallest units.
   *
   * @param available may be spent
   * @param held reserved for live orders
   */
  public record Balance(int currency, long available, long held) {}

  /** The balance in a currency; zeros if the user owns nothing of it. */
  public Balance balance(int currency) {
    return balances.stream()
        .filter(b -> b.currency() == currency)
        .findFirst()
        .orElse(new Balance(currency, 0, 0));
  }
}
