package dev.tandem.hash.algorithm;

/**
 * The arithmetic of XXH64.
 *
 * <p>Algorithm: Yann Collet, "xxHash fast digest algorithm", section XXH64.
 */
public final class Xxh64Math {

  /** The primes of the algorithm. */
  public static final long P1 = 0x9E3779B185EBCA87L;

  /** See {@link #P1}. */
  public static final long P2 = 0xC2B2AE3D27D4EB4FL;

  static final long P3 = 0x165667B19E3779F9L;
  static final long P4 = 0x85EBCA77C2B2AE63L;

  /** See {@link #P1}. */
  public static final long P5 = 0x27D4EB2F165667C5L;

  /** Bytes that the four lanes take in at once; a shorter input has no lanes. */
  public static final int STRIPE = 32;

  /** One or two stripes are not worth getting into and out of a loop, in bytes. */
  public static final int WORTH_A_LOOP = 3 * STRIPE;

  private Xxh64Math() {}

  static void start(long[] lanes, long seed) {
    lanes[0] = seed + P1 + P2;
    lanes[1] = seed + P2;
    lanes[2] = seed;
    lanes[3] = seed - P1;
  }

  /** A lane after one more word. */
  public static long round(long lane, long word) {
    return Long.rotateLeft(lane + word * P2, 31) * P1;
  }

  static long merge(long[] lanes) {
    return merge(lanes[0], lanes[1], lanes[2], lanes[3]);
  }

  /** One value of four lanes. */
  public static long merge(long v1, long v2, long v3, long v4) {
    long h =
        Long.rotateLeft(v1, 1)
            + Long.rotateLeft(v2, 7)
            + Long.rotateLeft(v3, 12)
            + Long.rotateLeft(v4, 18);
    h = (h ^ round(0, v1)) * P1 + P4;
    h = (h ^ round(0, v2)) * P1 + P4;
    h = (h ^ round(0, v3)) * P1 + P4;
    return (h ^ round(0, v4)) * P1 + P4;
  }

  /** The last mixing of a digest. */
  public static long avalanche(long hash) {
    long h = hash;
    h ^= h >>> 33;
    h *= P2;
    h ^= h >>> 29;
    h *= P3;
    return h ^ (h >>> 32);
  }
}
