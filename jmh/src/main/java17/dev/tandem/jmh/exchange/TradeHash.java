package dev.tandem.jmh.exchange;

/**
 * A hash over trades in their order, the same for whoever traded: taker, maker, price and quantity.
 * For the thread that gets them.
 */
final class TradeHash {

  private static final long ODD = 0x9E37_79B9_7F4A_7C15L;

  private long value;

  /** Adds a trade. */
  void add(long taker, long maker, long price, long quantity) {
    for (long word : new long[] {taker, maker, price, quantity}) {
      value = Long.rotateLeft((value ^ word) * ODD, 31);
    }
  }

  /** The hash of all trades added so far. */
  long value() {
    return value;
  }
}
