package dev.tandem.core.risk;

import dev.tandem.core.command.ResultCode;

/**
 * The rule by which a user's balance adjustments are applied at most once.
 *
 * <p>Of each user the {@value #SIZE} transaction ids up to the highest accepted one are known, one
 * bit each: bit {@code i} says whether {@code highest - i} was accepted. So ids must rise, but the
 * last {@value #SIZE} may come in any order. What is below the window is refused: to forget an id
 * and accept it again would mint money.
 */
public final class TransactionWindow {

  /** Transaction ids of a user that are known: the highest accepted, and those right below it. */
  public static final int SIZE = Long.SIZE;

  private TransactionWindow() {}

  /**
   * What is wrong with an id, or null.
   *
   * @param bits 0 if nothing was ever accepted; then the highest id means nothing
   */
  static ResultCode check(long highest, long bits, long id) {
    if (bits == 0 || id > highest) {
      return null;
    }
    // The difference of two longs may need 64 bits, so it is unsigned.
    long below = highest - id;
    if (Long.compareUnsigned(below, SIZE) >= 0) {
      return ResultCode.STALE_TRANSACTION;
    }
    return (bits >>> below & 1) != 0 ? ResultCode.DUPLICATE_TRANSACTION : null;
  }

  /** The highest id once this one is accepted. */
  static long highestWith(long highest, long bits, long id) {
    return bits == 0 ? id : Math.max(highest, id);
  }

  /** The bits once this id, which {@link #check} found nothing wrong with, is accepted. */
  static long bitsWith(long highest, long bits, long id) {
    if (bits == 0) {
      return 1;
    }
    if (id <= highest) {
      return bits | 1L << (highest - id);
    }
    long risen = id - highest;
    return Long.compareUnsigned(risen, SIZE) >= 0 ? 1 : bits << risen | 1;
  }

  /** Whether bits and highest id can be those of a user. */
  static boolean isPossible(long highest, long bits) {
    return bits == 0 ? highest == 0 : (bits & 1) != 0;
  }
}
