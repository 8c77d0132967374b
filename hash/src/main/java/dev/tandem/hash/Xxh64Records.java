package dev.tandem.hash;

import dev.tandem.hash.algorithm.Xxh64Math;
import java.util.Objects;

/**
 * XXH64 of a stream of records of 64 bytes, each given as eight words: the digest of their bytes,
 * every word low byte first.
 *
 * <p>A record is two whole stripes of the algorithm, so nothing is buffered, copied or allocated,
 * and no native code is called. For one thread at a time.
 */
public final class Xxh64Records {

  /** Bytes of one record. */
  public static final int RECORD_BYTES = 64;

  /** Number of words of {@link #save}. */
  public static final int STATE_WORDS = 5;

  private final long seed;
  private long v1;
  private long v2;
  private long v3;
  private long v4;
  private long records;

  /** No records, under a seed. */
  public Xxh64Records(long seed) {
    this.seed = seed;
    reset();
  }

  /** Adds one record. */
  public void update(long w0, long w1, long w2, long w3, long w4, long w5, long w6, long w7) {
    v1 = Xxh64Math.round(Xxh64Math.round(v1, w0), w4);
    v2 = Xxh64Math.round(Xxh64Math.round(v2, w1), w5);
    v3 = Xxh64Math.round(Xxh64Math.round(v3, w2), w6);
    v4 = Xxh64Math.round(Xxh64Math.round(v4, w3), w7);
    records++;
  }

  /** Number of records added since the last reset. */
  public long records() {
    return records;
  }

  /** The XXH64 of all bytes added since the last reset; more may be added. */
  public long digest() {
    long h = records == 0 ? seed + Xxh64Math.P5 : Xxh64Math.merge(v1, v2, v3, v4);
    return Xxh64Math.avalanche(h + records * RECORD_BYTES);
  }

  /** Forgets all that was added. */
  public void reset() {
    v1 = seed + Xxh64Math.P1 + Xxh64Math.P2;
    v2 = seed + Xxh64Math.P2;
    v3 = seed;
    v4 = seed - Xxh64Math.P1;
    records = 0;
  }

  /**
   * Writes what {@link #restore} needs besides the seed: the number of records, and the four lanes.
   *
   * @throws IndexOutOfBoundsException if there is no room for {@link #STATE_WORDS}
   */
  public void save(long[] into, int at) {
    Objects.checkFromIndexSize(at, STATE_WORDS, into.length);
    into[at] = records;
    into[at + 1] = v1;
    into[at + 2] = v2;
    into[at + 3] = v3;
    into[at + 4] = v4;
  }

  /**
   * Continues where a stream with the same seed stood when it was saved.
   *
   * @throws IndexOutOfBoundsException if there are fewer than {@link #STATE_WORDS}
   * @throws IllegalArgumentException if the number of records is negative
   */
  public void restore(long[] from, int at) {
    Objects.checkFromIndexSize(at, STATE_WORDS, from.length);
    if (from[at] < 0) {
      throw new IllegalArgumentException(from[at] + " records");
    }
    records = from[at];
    v1 = from[at + 1];
    v2 = from[at + 2];
    v3 = from[at + 3];
    v4 = from[at + 4];
  }
}
