package dev.tandem.core.api;

/**
 * All of one currency at one point of the command stream, in its smallest units. Money is neither
 * made nor lost: {@code available + held + fees == supply}, always.
 *
 * @param available what users may spend
 * @param held what is reserved for live orders
 * @param fees what trades have paid so far
 * @param supply what was paid in, less what was paid out
 */
public record CurrencyTotals(int currency, long available, long held, long fees, long supply) {

  /** Whether every unit that was paid in is somewhere. */
  public boolean isConserved() {
    return available + held + fees == supply;
  }

  /**
   * The same currency in two risk shards, together. Each shard knows the whole supply and its own
   * part of the rest.
   */
  public CurrencyTotals plus(CurrencyTotals other) {
    return new CurrencyTotals(
        currency,
        available + other.available,
        held + other.held,
        fees + other.fees,
        Math.max(supply, other.supply));
  }
}
