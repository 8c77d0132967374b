package dev.tandem.core.event;

/**
 * XXH64 with seed 0 over a stream of 64-byte records, each given as eight little-endian words.
 *
 * <p>A record is two whole stripes of the algorithm, so nothing is buffered and nothing is
 * allocated. Not thread-safe. Algorithm: Yann Collet, xxHash fast digest algorithm, XXH64.
 */
public final class EventHash {

  /** Bytes of one record. */
  public static final int RECORD_BYTES = 64;

  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;

  private long v1 = 0x60EA27EEADC0B5D6L; // P1 + P2, modulo 2^64
  private long v2 = P2;
  private long v3;
  private long v4 = -P1;
  private long records;

  /** Adds one record. */
  public void update(long w0, long w1, long w2, long w3, long w4, long w5, long w6, long w7) {
    v1 = round(round(v1, w0), w4);
    v2 = round(round(v2, w1), w5);
    v3 = round(round(v3, w2), w6);
    v4 = round(round(v4, w3), w7);
    records++;
  }

  /** Number of records added so far. */
  public long records() {
    return records;
  }

  /** The XXH64 of all bytes added so far; more may be added afterwards. */
  public long digest() {
    long h;
    if (records == 0) {
      h = P5;
    } else {
      h =
          Long.rotateLeft(v1, 1)
              + Long.rotateLeft(v2, 7)
              + Long.rotateLeft(v3, 12)
              + Long.rotateLeft(v4, 18);
      h = merge(h, v1);
      h = merge(h, v2);
      h = merge(h, v3);
      h = merge(h, v4);
    }
    h += records * RECORD_BYTES;
    h ^= h >>> 33;
    h *= P2;
    h ^= h >>> 29;
    h *= P3;
    h ^= h >>> 32;
    return h;
  }

  private static long round(long acc, long word) {
    return Long.rotateLeft(acc + word * P2, 31) * P1;
  }

  private static long merge(long h, long v) {
    return (h ^ round(0, v)) * P1 + P4;
  }
}
