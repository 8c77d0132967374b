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

  private static void consumeRun(
      long[] lanes, Object base, long at, int run, long[] words, int firstWord) {
    long a0 = lanes[0];
    long a1 = lanes[1];
    long a2 = lanes[2];
    long a3 = lanes[3];
    long a4 = lanes[4];
    long a5 = lanes[5];
    long a6 = lanes[6];
    long a7 = lanes[7];
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
      long d4 = MEMORY.getLong(base, at + from + 32);
      long d5 = MEMORY.getLong(base, at + from + 40);
      a4 += d5 + mulHalves(d4 ^ words[w + 4]);
      a5 += d4 + mulHalves(d5 ^ words[w + 5]);
      long d6 = MEMORY.getLong(base, at + from + 48);
      long d7 = MEMORY.getLong(base, at + from + 56);
      a6 += d7 + mulHalves(d6 ^ words[w + 6]);
      a7 += d6 + mulHalves(d7 ^ words[w + 7]);
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
