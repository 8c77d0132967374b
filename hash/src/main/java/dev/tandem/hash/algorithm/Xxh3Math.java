package dev.tandem.hash.algorithm;

/**
 * The arithmetic of XXH3.
 *
 * <p>Algorithm: Yann Collet, "xxHash fast digest algorithm", section XXH3.
 */
final class Xxh3Math {

  static final long P32_1 = 0x9E3779B1L;
  static final long P32_2 = 0x85EBCA77L;
  static final long P32_3 = 0xC2B2AE3DL;
  static final long MX1 = 0x165667919E3779F9L;
  static final long MX2 = 0x9FB21C651E98DF25L;

  static final int STRIPE = 64;
  static final int LANES = 8;

  /** The longest input that is hashed without lanes. */
  static final int SHORT = 240;

  private Xxh3Math() {}

  static void start(long[] lanes) {
    lanes[0] = P32_3;
    lanes[1] = Xxh64Math.P1;
    lanes[2] = Xxh64Math.P2;
    lanes[3] = Xxh64Math.P3;
    lanes[4] = Xxh64Math.P4;
    lanes[5] = P32_2;
    lanes[6] = Xxh64Math.P5;
    lanes[7] = P32_1;
  }

  /** The two halves of a 128-bit product, xored. */
  static long mulFold(long a, long b) {
    return (a * b) ^ Math.unsignedMultiplyHigh(a, b);
  }

  static long avalanche(long hash) {
    long h = hash;
    h ^= h >>> 37;
    h *= MX1;
    return h ^ (h >>> 32);
  }

  /** The low half of a word by its high half. */
  static long mulHalves(long word) {
    return (word & 0xFFFFFFFFL) * (word >>> 32);
  }

  static long scramble(long lane, long word) {
    return (lane ^ (lane >>> 47) ^ word) * P32_1;
  }

  static long merge(long[] lanes, long[] words, long start) {
    long h = start;
    for (int i = 0; i < LANES; i += 2) {
      h += mulFold(lanes[i] ^ words[i], lanes[i + 1] ^ words[i + 1]);
    }
    return avalanche(h);
  }

  /** The 64-bit digest of lanes to which everything has been added. */
  static long digest(long[] lanes, long length, Secret secret) {
    return merge(lanes, secret.merge, length * Xxh64Math.P1);
  }

  /** The high half of the 128-bit digest; the low half is {@link #digest}. */
  static long digestHigh(long[] lanes, long length, Secret secret) {
    return merge(lanes, secret.mergeHigh, ~(length * Xxh64Math.P2));
  }
}
