package dev.tandem.core.matching;

/**
 * Trigger prices to the millionth of a tick, as products of two factors: so that an offset in ppm
 * is neither divided nor rounded where prices are compared. The first factor is a number without
 * sign, the second at most {@code 2 * PPM}.
 */
final class TriggerPrice {

  /** Millionths of a tick. */
  static final long PPM = 1_000_000;

  private TriggerPrice() {}

  /** First factor of the trigger that trails a best price by an offset. */
  static long base(boolean rise, long best, long offset, boolean inPpm) {
    if (inPpm) {
      return best;
    }
    return rise ? best + offset : Math.max(0, best - offset);
  }

  /** Second factor of it. */
  static long factor(boolean rise, long offset, boolean inPpm) {
    if (!inPpm) {
      return PPM;
    }
    return rise ? PPM + offset : PPM - offset;
  }

  /** Compares two products. */
  static int compare(long base, long factor, long otherBase, long otherFactor) {
    if (factor == otherFactor) {
      return Long.compareUnsigned(base, otherBase);
    }
    int high =
        Long.compare(
            Math.unsignedMultiplyHigh(base, factor),
            Math.unsignedMultiplyHigh(otherBase, otherFactor));
    return high != 0 ? high : Long.compareUnsigned(base * factor, otherBase * otherFactor);
  }

  /** The first price in ticks that reaches a trigger; 0 if none does. */
  static long ticks(boolean rise, long base, long factor) {
    long whole = Long.divideUnsigned(base, PPM) * factor;
    long part = Long.remainderUnsigned(base, PPM) * factor;
    long ticks = whole + (rise ? (part + PPM - 1) / PPM : part / PPM);
    return Math.max(0, ticks);
  }
}
