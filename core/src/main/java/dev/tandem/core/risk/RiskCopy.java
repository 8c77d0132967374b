package dev.tandem.core.risk;

import dev.tandem.core.state.WordCopy;

/**
 * A copy of a risk shard. Only what changes is copied: amounts, suspensions, transactions, fees and
 * supplies. Ids of users, accounts and currencies are only ever added behind the others, so their
 * arrays are shared. Held orders are left out: when everything is settled each is what its order in
 * the book says, and its hold exactly what that needs.
 *
 * <p>Taken on the thread that owns the shard, read by another one after a safe hand-over.
 */
public final class RiskCopy implements AutoCloseable {

  final WordCopy amounts = new WordCopy();
  final WordCopy fees = new WordCopy();
  final WordCopy supplies = new WordCopy();

  /** Two words a user: highest transaction id, bits of the window. */
  final WordCopy transactions = new WordCopy();

  boolean[] suspended = {};

  /** The self-trade groups of the first users; those behind them have none. */
  long[] groups = {};

  int grouped;
  long[] userIds;
  int users;
  long[] accountKeys;
  int accounts;
  long[] currencyIds;
  int currencies;

  /** Says how large the shard is, on the thread that owns it. */
  public void measure(RiskEngine risk) {
    risk.measure(this);
  }

  void reserveUsers(int count) {
    if (count > suspended.length) {
      suspended = new boolean[count + count / 8];
      groups = new long[suspended.length];
    }
  }

  /** Makes room for what was measured. */
  public void reserve() {
    reserveUsers(users);
    amounts.reserve();
    transactions.reserve();
  }

  /** Copies the shard, on the thread that owns it. */
  public void take(RiskEngine risk) {
    risk.copyTo(this);
  }

  @Override
  public void close() {
    amounts.close();
    fees.close();
    supplies.close();
    transactions.close();
  }
}
