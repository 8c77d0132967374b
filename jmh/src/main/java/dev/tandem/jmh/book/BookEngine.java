package dev.tandem.jmh.book;

import dev.tandem.flow.generator.BookStream;

/** An order book that can run a stream. */
public interface BookEngine {

  /**
   * Prepares for a stream before it runs, outside the clock: for an engine whose client would know
   * more of an order than the stream says.
   */
  default void prepare(BookStream stream) {}

  /**
   * Runs all commands of a stream, one after the other.
   *
   * @return a hash over all trades in order; see {@link #mix}
   */
  long run(BookStream stream);

  /** Adds one trade to a hash. */
  static long mix(long hash, long taker, long maker, long price, long quantity) {
    return (hash + (taker ^ Long.rotateLeft(maker, 21)) + price * 31 + quantity)
        * 0x9E3779B97F4A7C15L;
  }
}
