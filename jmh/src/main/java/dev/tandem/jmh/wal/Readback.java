package dev.tandem.jmh.wal;

import java.util.Arrays;

/**
 * Holds what is in a log after a run against what the run appended. Each producer numbers its
 * records from 0; the upper bits of the number name the producer. Where a log lets go of old
 * records, or its directory holds earlier runs, too, the newest of this run are there all the same,
 * behind all others and without a gap.
 */
final class Readback {

  /** Where the producer stands in the number of a record. */
  private static final int PRODUCER_SHIFT = 48;

  private static final long COUNT_MASK = (1L << PRODUCER_SHIFT) - 1;

  private final long[] first;
  private final long[] last;

  Readback(int producers) {
    first = new long[producers];
    last = new long[producers];
    Arrays.fill(last, -1);
  }

  /** The number of a producer's record. */
  static long number(int producer, long count) {
    return (long) producer << PRODUCER_SHIFT | count;
  }

  /** The next record of the log has this number; one of no producer of this run is passed over. */
  void found(long number) {
    int producer = (int) (number >>> PRODUCER_SHIFT);
    if (producer >= last.length) {
      return;
    }
    long count = number & COUNT_MASK;
    if (last[producer] < 0 || count != last[producer] + 1) {
      first[producer] = count;
    }
    last[producer] = count;
  }

  /**
   * Counts what was found.
   *
   * @param appended by each producer
   * @param kept how many of each producer's newest the log has at least
   * @return how many of this run's records were found
   * @throws IllegalStateException if one is missing, or there are more
   */
  long check(long[] appended, long kept) {
    long all = 0;
    for (int p = 0; p < appended.length; p++) {
      long found = last[p] < 0 ? 0 : last[p] - first[p] + 1;
      if (last[p] != appended[p] - 1 || found < Math.min(appended[p], kept)) {
        throw new IllegalStateException(
            "producer %d appended %d records; read back without a gap were %d, up to number %d"
                .formatted(p, appended[p], found, last[p]));
      }
      all += found;
    }
    return all;
  }
}
