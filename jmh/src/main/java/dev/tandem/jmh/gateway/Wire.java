package dev.tandem.jmh.gateway;

import java.nio.ByteBuffer;

/** How one protocol puts requests on a connection and finds the answers. One connection's. */
interface Wire {

  /** Most bytes of a request. */
  int MOST_BYTES = 512;

  /** Counts the answers of one connection. */
  final class Tally {
    long answers;
    long refused;
    long trades;
    String firstRefusal;

    /** Counts an answer that is no acceptance. */
    void refuse(String what) {
      refused++;
      if (firstRefusal == null) {
        firstRefusal = what;
      }
    }
  }

  /** Writes what comes before the first request; false if there is nothing, and no answer. */
  default boolean begin(ByteBuffer to) {
    return false;
  }

  /** Writes request {@code n} of all connections, from 1. */
  void request(long n, ByteBuffer to);

  /**
   * Takes whole answers from the buffer, which is flipped; leaves the rest.
   *
   * @return how many requests they answer
   */
  int answers(ByteBuffer from, Tally tally);
}
