package dev.tandem.core.command;

/**
 * How many lots an order of a symbol may have. Each limit is 0 where there is none.
 *
 * @param lotStep an order has a multiple of so many lots
 * @param minLots the least lots of an order
 * @param maxLots the most lots of an order; not below {@code minLots}
 * @param maxValue the most that price × lots × tick scale may come to, in units of the quote
 *     currency
 */
public record LotLimits(long lotStep, long minLots, long maxLots, long maxValue) {

  /** No limit at all. */
  public static final LotLimits NONE = new LotLimits(0, 0, 0, 0);

  /** Whether there is no limit. */
  public boolean isNone() {
    return (lotStep | minLots | maxLots | maxValue) == 0;
  }

  /** Whether every limit is possible. */
  public boolean isValid() {
    return (lotStep | minLots | maxLots | maxValue) >= 0 && (maxLots == 0 || maxLots >= minLots);
  }

  /** The most lots up to so many that are a multiple of the step. */
  public long inSteps(long lots) {
    return lotStep == 0 ? lots : lots - lots % lotStep;
  }

  /** Whether so many lots are a multiple of the step. */
  public boolean isInSteps(long lots) {
    return lotStep == 0 || lots % lotStep == 0;
  }

  /** The limit that so many lots break, as a refusal; PENDING if they break none. */
  public ResultCode refusalOf(long lots) {
    if (!isInSteps(lots)) {
      return ResultCode.QUANTITY_NOT_IN_STEPS;
    }
    if (lots < minLots) {
      return ResultCode.QUANTITY_TOO_SMALL;
    }
    return maxLots != 0 && lots > maxLots ? ResultCode.QUANTITY_TOO_LARGE : ResultCode.PENDING;
  }

  /** Whether so many lots at so many ticks, all at least 1, are worth more than they may be. */
  public boolean isWorthTooMuch(long price, long lots, long tickScale) {
    // Rounded down twice is rounded down once, and no product can overflow.
    return maxValue != 0 && lots > maxValue / tickScale / price;
  }
}
