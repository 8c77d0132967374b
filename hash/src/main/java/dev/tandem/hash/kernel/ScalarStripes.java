package dev.tandem.hash.kernel;

import static dev.tandem.hash.kernel.Xxh3Math.mulHalves;

import java.lang.invoke.MethodHandles;

/** Without vectors. Loaded once per kind of memory by {@link Specialised}. */
final class ScalarStripes extends Stripes {

  private static final Memory MEMORY = Specialised.constant(MethodHandles.lookup(), Memory.class);

  ScalarStripes() {}

  @Override
  int consume(long[] lanes, Object base, long offset, long stripes, int inBlock, Secret secret) {
    int perBlock = secret.stripesPerBlock;
    int filled = inBlock;
    long at = offset;
    for (long left = stripes; left > 0; ) {
      int run = (int) Math.min(left, perBlock - filled);
      consumeRun(lanes, base, at, run, secret.stripes, filled);
      at += (long) run * Xxh3Math.STRIPE;
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
  void consumeLast(long[] lanes, Object base, long offset, Secret secret) {
    consumeRun(lanes, base, offset, 1, secret.lastStripe, 0);
  }

  /** In two halves: eight lanes and what they need do not fit the registers. */
  private static void consumeRun(
      long[] lanes, Object base, long at, int run, long[] words, int firstWord) {
    consumeHalf(lanes, 0, base, at, run, words, firstWord);
    consumeHalf(lanes, 4, base, at + 32, run, words, firstWord + 4);
  }

  private static void consumeHalf(
      long[] lanes, int lane, Object base, long at, int run, long[] words, int firstWord) {
    long a0 = lanes[lane];
    long a1 = lanes[lane + 1];
    long a2 = lanes[lane + 2];
    long a3 = lanes[lane + 3];
    for (int i = 0; i < run; i++) {
      int from = i * Xxh3Math.STRIPE;
      int w = firstWord + i;
      long d0 = MEMORY.getLong(base, at + from);
      long d1 = MEMORY.getLong(base, at + from + 8);
      a0 += d1 + mulHalves(d0 ^ words[w]);
      a1 += d0 + mulHalves(d1 ^ words[w + 1]);
      long d2 = MEMORY.getLong(base, at + from + 16);
      long d3 = MEMORY.getLong(base, at + from + 24);
      a2 += d3 + mulHalves(d2 ^ words[w + 2]);
      a3 += d2 + mulHalves(d3 ^ words[w + 3]);
    }
    lanes[lane] = a0;
    lanes[lane + 1] = a1;
    lanes[lane + 2] = a2;
    lanes[lane + 3] = a3;
  }

  private static void scramble(long[] lanes, long[] words) {
    for (int i = 0; i < Xxh3Math.LANES; i++) {
      lanes[i] = Xxh3Math.scramble(lanes[i], words[i]);
    }
  }
}
