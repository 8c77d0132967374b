package dev.tandem.hash.algorithm;

import static dev.tandem.hash.algorithm.Xxh3Math.mulFold;
import static dev.tandem.hash.algorithm.Xxh3Math.mulHalves;

/**
 * Arrays of bytes, without the Vector API.
 *
 * <p>The compiler makes vectors of a plain loop over arrays by itself, where the processor has what
 * it takes. So there the products of a whole block are written down first, and are summed up
 * afterwards; the rest goes stripe by stripe. None of this holds for other memory: its reads are
 * more code than the compiler takes into one loop, so it is copied first, see {@link
 * CopyingStripes}.
 */
final class ArrayStripes extends Stripes {

  private static final ArrayMemory MEMORY = new ArrayMemory();

  /** NEON does not multiply words, and without vectors the detour costs a third. */
  private static final boolean BY_BLOCKS = System.getProperty("os.arch").equals("amd64");

  private static final int STRIPE = Xxh3Math.STRIPE;
  private static final int BLOCK = Secret.STANDARD_BLOCK;
  private static final int BLOCK_WORDS = BLOCK * Xxh3Math.LANES;

  @Override
  int consume(long[] lanes, Object base, long offset, long stripes, int inBlock, Secret secret) {
    int perBlock = secret.stripesPerBlock;
    int filled = inBlock;
    long at = offset;
    for (long left = stripes; left > 0; ) {
      int run = (int) Math.min(left, perBlock - filled);
      if (BY_BLOCKS && run == BLOCK && secret.block != null) {
        long[] products = Scratch.products();
        multiply(base, at, secret.block, products);
        sum(lanes, base, at, products);
      } else {
        consumeRun(lanes, base, at, run, secret.stripes, filled);
      }
      at += (long) run * STRIPE;
      left -= run;
      filled += run;
      if (filled == perBlock) {
        scramble(lanes, secret.scramble);
        filled = 0;
      }
    }
    return filled;
  }

  @Override
  long hash(Object base, long offset, long length, Secret secret) {
    return length <= (long) secret.stripesPerBlock * STRIPE
        ? hashWithinBlock(base, offset, length, secret)
        : super.hash(base, offset, length, secret);
  }

  /**
   * Nothing is scrambled, so the lanes never leave the registers. Two stripes a round, which halves
   * the checks of bounds.
   */
  private static long hashWithinBlock(Object base, long offset, long length, Secret secret) {
    long a0 = Xxh3Math.P32_3;
    long a1 = Xxh64Math.P1;
    long a2 = Xxh64Math.P2;
    long a3 = Xxh64Math.P3;
    long a4 = Xxh64Math.P4;
    long a5 = Xxh3Math.P32_2;
    long a6 = Xxh64Math.P5;
    long a7 = Xxh3Math.P32_1;
    long[] words = secret.stripes;
    long at = offset;
    int w = 0;
    long end = offset + ((length - 1) & -STRIPE);
    if (((end - offset) & STRIPE) != 0) {
      long d0 = MEMORY.getLong(base, at);
      long d1 = MEMORY.getLong(base, at + 8);
      a0 += d1 + mulHalves(d0 ^ words[w]);
      a1 += d0 + mulHalves(d1 ^ words[w + 1]);
      long d2 = MEMORY.getLong(base, at + 16);
      long d3 = MEMORY.getLong(base, at + 24);
      a2 += d3 + mulHalves(d2 ^ words[w + 2]);
      a3 += d2 + mulHalves(d3 ^ words[w + 3]);
      long d4 = MEMORY.getLong(base, at + 32);
      long d5 = MEMORY.getLong(base, at + 40);
      a4 += d5 + mulHalves(d4 ^ words[w + 4]);
      a5 += d4 + mulHalves(d5 ^ words[w + 5]);
      long d6 = MEMORY.getLong(base, at + 48);
      long d7 = MEMORY.getLong(base, at + 56);
      a6 += d7 + mulHalves(d6 ^ words[w + 6]);
      a7 += d6 + mulHalves(d7 ^ words[w + 7]);
      at += STRIPE;
      w++;
    }
    while (at != end) {
      long d0 = MEMORY.getLong(base, at);
      long d1 = MEMORY.getLong(base, at + 8);
      a0 += d1 + mulHalves(d0 ^ words[w]);
      a1 += d0 + mulHalves(d1 ^ words[w + 1]);
      long d2 = MEMORY.getLong(base, at + 16);
      long d3 = MEMORY.getLong(base, at + 24);
      a2 += d3 + mulHalves(d2 ^ words[w + 2]);
      a3 += d2 + mulHalves(d3 ^ words[w + 3]);
      long d4 = MEMORY.getLong(base, at + 32);
      long d5 = MEMORY.getLong(base, at + 40);
      a4 += d5 + mulHalves(d4 ^ words[w + 4]);
      a5 += d4 + mulHalves(d5 ^ words[w + 5]);
      long d6 = MEMORY.getLong(base, at + 48);
      long d7 = MEMORY.getLong(base, at + 56);
      a6 += d7 + mulHalves(d6 ^ words[w + 6]);
      a7 += d6 + mulHalves(d7 ^ words[w + 7]);
      long e0 = MEMORY.getLong(base, at + 64);
      long e1 = MEMORY.getLong(base, at + 72);
      a0 += e1 + mulHalves(e0 ^ words[w + 1]);
      a1 += e0 + mulHalves(e1 ^ words[w + 2]);
      long e2 = MEMORY.getLong(base, at + 80);
      long e3 = MEMORY.getLong(base, at + 88);
      a2 += e3 + mulHalves(e2 ^ words[w + 3]);
      a3 += e2 + mulHalves(e3 ^ words[w + 4]);
      long e4 = MEMORY.getLong(base, at + 96);
      long e5 = MEMORY.getLong(base, at + 104);
      a4 += e5 + mulHalves(e4 ^ words[w + 5]);
      a5 += e4 + mulHalves(e5 ^ words[w + 6]);
      long e6 = MEMORY.getLong(base, at + 112);
      long e7 = MEMORY.getLong(base, at + 120);
      a6 += e7 + mulHalves(e6 ^ words[w + 7]);
      a7 += e6 + mulHalves(e7 ^ words[w + 8]);
      at += 2 * STRIPE;
      w += 2;
    }
    long[] last = secret.lastStripe;
    at = offset + length - STRIPE;
    long d0 = MEMORY.getLong(base, at);
    long d1 = MEMORY.getLong(base, at + 8);
    a0 += d1 + mulHalves(d0 ^ last[0]);
    a1 += d0 + mulHalves(d1 ^ last[1]);
    long d2 = MEMORY.getLong(base, at + 16);
    long d3 = MEMORY.getLong(base, at + 24);
    a2 += d3 + mulHalves(d2 ^ last[2]);
    a3 += d2 + mulHalves(d3 ^ last[3]);
    long d4 = MEMORY.getLong(base, at + 32);
    long d5 = MEMORY.getLong(base, at + 40);
    a4 += d5 + mulHalves(d4 ^ last[4]);
    a5 += d4 + mulHalves(d5 ^ last[5]);
    long d6 = MEMORY.getLong(base, at + 48);
    long d7 = MEMORY.getLong(base, at + 56);
    a6 += d7 + mulHalves(d6 ^ last[6]);
    a7 += d6 + mulHalves(d7 ^ last[7]);
    long[] merge = secret.merge;
    return Xxh3Math.avalanche(
        length * Xxh64Math.P1
            + mulFold(a0 ^ merge[0], a1 ^ merge[1])
            + mulFold(a2 ^ merge[2], a3 ^ merge[3])
            + mulFold(a4 ^ merge[4], a5 ^ merge[5])
            + mulFold(a6 ^ merge[6], a7 ^ merge[7]));
  }

  @Override
  void consumeLast(long[] lanes, Object base, long offset, Secret secret) {
    consumeRun(lanes, base, offset, 1, secret.lastStripe, 0);
  }

  /** The key is bytes: of two arrays of words, the compiler would not know that they differ. */
  private static void multiply(Object base, long at, byte[] key, long[] products) {
    for (int i = 0; i < BLOCK_WORDS; i++) {
      products[i] = mulHalves(MEMORY.getLong(base, at + (i << 3)) ^ MEMORY.getLong(key, i << 3));
    }
  }

  /** Each lane takes its products and its neighbour's words. */
  private static void sum(long[] lanes, Object base, long at, long[] products) {
    long a0 = lanes[0];
    long a1 = lanes[1];
    long a2 = lanes[2];
    long a3 = lanes[3];
    long a4 = lanes[4];
    long a5 = lanes[5];
    long a6 = lanes[6];
    long a7 = lanes[7];
    for (int i = 0; i < BLOCK_WORDS; i += Xxh3Math.LANES) {
      a0 += products[i] + MEMORY.getLong(base, at + (i << 3) + 8);
      a1 += products[i + 1] + MEMORY.getLong(base, at + (i << 3));
      a2 += products[i + 2] + MEMORY.getLong(base, at + (i << 3) + 24);
      a3 += products[i + 3] + MEMORY.getLong(base, at + (i << 3) + 16);
      a4 += products[i + 4] + MEMORY.getLong(base, at + (i << 3) + 40);
      a5 += products[i + 5] + MEMORY.getLong(base, at + (i << 3) + 32);
      a6 += products[i + 6] + MEMORY.getLong(base, at + (i << 3) + 56);
      a7 += products[i + 7] + MEMORY.getLong(base, at + (i << 3) + 48);
    }
    lanes[0] = a0;
    lanes[1] = a1;
    lanes[2] = a2;
    lanes[3] = a3;
    lanes[4] = a4;
    lanes[5] = a5;
    lanes[6] = a6;
    lanes[7] = a7;
  }

  private static void consumeRun(
      long[] lanes, Object base, long offset, int run, long[] words, int firstWord) {
    long a0 = lanes[0];
    long a1 = lanes[1];
    long a2 = lanes[2];
    long a3 = lanes[3];
    long a4 = lanes[4];
    long a5 = lanes[5];
    long a6 = lanes[6];
    long a7 = lanes[7];
    long at = offset;
    int w = firstWord;
    long end = offset + (long) run * STRIPE;
    while (at != end) {
      long d0 = MEMORY.getLong(base, at);
      long d1 = MEMORY.getLong(base, at + 8);
      a0 += d1 + mulHalves(d0 ^ words[w]);
      a1 += d0 + mulHalves(d1 ^ words[w + 1]);
      long d2 = MEMORY.getLong(base, at + 16);
      long d3 = MEMORY.getLong(base, at + 24);
      a2 += d3 + mulHalves(d2 ^ words[w + 2]);
      a3 += d2 + mulHalves(d3 ^ words[w + 3]);
      long d4 = MEMORY.getLong(base, at + 32);
      long d5 = MEMORY.getLong(base, at + 40);
      a4 += d5 + mulHalves(d4 ^ words[w + 4]);
      a5 += d4 + mulHalves(d5 ^ words[w + 5]);
      long d6 = MEMORY.getLong(base, at + 48);
      long d7 = MEMORY.getLong(base, at + 56);
      a6 += d7 + mulHalves(d6 ^ words[w + 6]);
      a7 += d6 + mulHalves(d7 ^ words[w + 7]);
      at += STRIPE;
      w++;
    }
    lanes[0] = a0;
    lanes[1] = a1;
    lanes[2] = a2;
    lanes[3] = a3;
    lanes[4] = a4;
    lanes[5] = a5;
    lanes[6] = a6;
    lanes[7] = a7;
  }

  private static void scramble(long[] lanes, long[] words) {
    for (int i = 0; i < Xxh3Math.LANES; i++) {
      lanes[i] = Xxh3Math.scramble(lanes[i], words[i]);
    }
  }
}
