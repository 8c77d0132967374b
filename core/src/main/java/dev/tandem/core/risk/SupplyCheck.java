package dev.tandem.core.risk;

import dev.tandem.core.command.IdIndex;
import dev.tandem.core.state.InvalidImageException;
import java.util.Arrays;

/**
 * Whether all that there is of each currency, which is its supply, is what users own and fees were
 * taken. No kernel writes anything else, and settlement, which adds without a check, relies on it:
 * a sum that is within the supply cannot overflow.
 *
 * <p>Each method refuses, with an {@link InvalidImageException}, what no kernel can have written.
 */
public final class SupplyCheck {

  private final IdIndex currencies = new IdIndex(16);
  private long[] supply = new long[16];

  /** What of the supply was not found yet. */
  private long[] left = new long[16];

  /** A currency that comes once, neither amount below 0. */
  public void currency(int id, long fees, long supplied) {
    if (fees > supplied) {
      throw refused(id, supplied, "fees of " + fees);
    }
    int number = currencies.findOrAdd(id);
    if (number == supply.length) {
      supply = Arrays.copyOf(supply, 2 * number);
      left = Arrays.copyOf(left, 2 * number);
    }
    supply[number] = supplied;
    left[number] = supplied - fees;
  }

  /** What a user owns, an amount above 0 of a currency that came. */
  public void owned(int currency, long amount) {
    int number = currencies.find(currency);
    if (amount > left[number]) {
      throw refused(currency, supply[number], "fees and what users own are more than that");
    }
    left[number] -= amount;
  }

  /** After all that users own. */
  public void finish() {
    for (int number = 0; number < currencies.size(); number++) {
      if (left[number] != 0) {
        throw refused(
            currencies.idAt(number),
            supply[number],
            left[number] + " of it are neither fees nor a user's");
      }
    }
  }

  private static InvalidImageException refused(long currency, long supply, String what) {
    return new InvalidImageException(
        "currency " + currency + " has a supply of " + supply + ", and " + what);
  }
}
