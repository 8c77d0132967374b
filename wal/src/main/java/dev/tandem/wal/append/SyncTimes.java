package dev.tandem.wal.append;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Distribution of the times that syncs took. The writer records without waiting; any thread may
 * read.
 *
 * <p>Times are counted in buckets, 128 for each power of two, so a percentile is less than one
 * percent too high. Not by a library, because the one at hand is no module, and an image could not
 * be linked with this log.
 */
final class SyncTimes {

  /** Leading bits of a time that choose its bucket, with the first, which is always 1. */
  private static final int BITS = 8;

  private static final int BUCKETS = (Long.SIZE - BITS + 1) << (BITS - 1);

  private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);
  private final AtomicLong sum = new AtomicLong();
  private final AtomicLong longest = new AtomicLong();

  /** By one thread at a time. */
  void record(long nanos) {
    long time = Math.max(0, nanos);
    int bucket = bucketOf(time);
    longest.setRelease(Math.max(longest.getPlain(), time));
    sum.setRelease(sum.getPlain() + time);
    counts.setRelease(bucket, counts.getPlain(bucket) + 1);
  }

  long count() {
    long count = 0;
    for (int i = 0; i < BUCKETS; i++) {
      count += counts.getAcquire(i);
    }
    return count;
  }

  /** 0 if nothing was recorded. */
  double mean() {
    long count = count();
    return count == 0 ? 0 : (double) sum.getAcquire() / count;
  }

  /** The time that so many in 100 did not exceed; 0 if nothing was recorded. */
  long percentile(double percent) {
    long wanted = Math.max(1, (long) Math.ceil(count() * percent / 100));
    for (int i = 0; i < BUCKETS; i++) {
      wanted -= counts.getAcquire(i);
      if (wanted <= 0) {
        return Math.min(highestIn(i), longest());
      }
    }
    return longest();
  }

  long longest() {
    return longest.getAcquire();
  }

  static int bucketOf(long time) {
    int shift = Math.max(0, Long.SIZE - BITS - Long.numberOfLeadingZeros(time));
    return (shift << (BITS - 1)) + (int) (time >>> shift);
  }

  static long highestIn(int bucket) {
    int shift = Math.max(0, (bucket >>> (BITS - 1)) - 1);
    long leading = bucket - ((long) shift << (BITS - 1));
    return ((leading + 1) << shift) - 1;
  }
}
