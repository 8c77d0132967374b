package dev.tandem.hash.algorithm;

import static dev.tandem.hash.algorithm.Xxh64Math.P1;
import static dev.tandem.hash.algorithm.Xxh64Math.P2;
import static dev.tandem.hash.algorithm.Xxh64Math.P3;
import static dev.tandem.hash.algorithm.Xxh64Math.P4;
import static dev.tandem.hash.algorithm.Xxh64Math.P5;
import static dev.tandem.hash.algorithm.Xxh64Math.STRIPE;
import static dev.tandem.hash.algorithm.Xxh64Math.WORTH_A_LOOP;
import static dev.tandem.hash.algorithm.Xxh64Math.round;

import java.lang.invoke.MethodHandles;

/**
 * Loaded once per kind of memory by {@link Specialised}.
 *
 * <p>Over arrays, the loop counts, so that the checks of bounds leave it. It is a {@code for}: of a
 * {@code do} that has seen long inputs the compiler makes code that takes 1.7 times as long. Over
 * other memory it would only split the loop into three, so there the loop ends where an offset is
 * equal, not where it is less.
 */
final class Xxh64Template extends Xxh64Code {

  private static final Memory MEMORY = Specialised.constant(MethodHandles.lookup(), Memory.class);
  private static final boolean COUNTS = MEMORY.isArray();

  Xxh64Template() {}

  /** The loops are apart from it, so that what they become does not keep short inputs out. */
  @Override
  long hash(Object base, long offset, long length, long seed) {
    if (length < STRIPE) {
      return finish(seed + P5 + length, base, offset, (int) length);
    }
    if (length < WORTH_A_LOOP) {
      return hashFew(base, offset, (int) length, seed);
    }
    return COUNTS
        ? hashCounting(base, (int) offset, (int) length, seed)
        : hashStripes(base, offset, length, seed);
  }

  private long hashFew(Object base, long offset, int length, long seed) {
    long v1 = round(seed + P1 + P2, MEMORY.getLong(base, offset));
    long v2 = round(seed + P2, MEMORY.getLong(base, offset + 8));
    long v3 = round(seed, MEMORY.getLong(base, offset + 16));
    long v4 = round(seed - P1, MEMORY.getLong(base, offset + 24));
    long at = offset + STRIPE;
    if (length >= 2 * STRIPE) {
      v1 = round(v1, MEMORY.getLong(base, at));
      v2 = round(v2, MEMORY.getLong(base, at + 8));
      v3 = round(v3, MEMORY.getLong(base, at + 16));
      v4 = round(v4, MEMORY.getLong(base, at + 24));
      at += STRIPE;
    }
    return finish(Xxh64Math.merge(v1, v2, v3, v4) + length, base, at, length & (STRIPE - 1));
  }

  private long hashStripes(Object base, long offset, long length, long seed) {
    long v1 = seed + P1 + P2;
    long v2 = seed + P2;
    long v3 = seed;
    long v4 = seed - P1;
    long at = offset;
    long end = at + (length & -STRIPE);
    do {
      v1 = round(v1, MEMORY.getLong(base, at));
      v2 = round(v2, MEMORY.getLong(base, at + 8));
      v3 = round(v3, MEMORY.getLong(base, at + 16));
      v4 = round(v4, MEMORY.getLong(base, at + 24));
      at += STRIPE;
    } while (at != end);
    return finish(Xxh64Math.merge(v1, v2, v3, v4) + length, base, end, (int) length & (STRIPE - 1));
  }

  private long hashCounting(Object base, int offset, int length, long seed) {
    long v1 = seed + P1 + P2;
    long v2 = seed + P2;
    long v3 = seed;
    long v4 = seed - P1;
    int end = offset + (length & -STRIPE);
    for (int i = offset; i < end; i += STRIPE) {
      v1 = round(v1, MEMORY.getLong(base, i));
      v2 = round(v2, MEMORY.getLong(base, i + 8));
      v3 = round(v3, MEMORY.getLong(base, i + 16));
      v4 = round(v4, MEMORY.getLong(base, i + 24));
    }
    return finish(Xxh64Math.merge(v1, v2, v3, v4) + length, base, end, length & (STRIPE - 1));
  }

  @Override
  void consume(long[] lanes, Object base, long offset, long stripes) {
    long v1 = lanes[0];
    long v2 = lanes[1];
    long v3 = lanes[2];
    long v4 = lanes[3];
    long at = offset;
    long end = at + stripes * STRIPE;
    if (COUNTS) {
      for (int i = (int) at; i < (int) end; i += STRIPE) {
        v1 = round(v1, MEMORY.getLong(base, i));
        v2 = round(v2, MEMORY.getLong(base, i + 8));
        v3 = round(v3, MEMORY.getLong(base, i + 16));
        v4 = round(v4, MEMORY.getLong(base, i + 24));
      }
      at = end;
    }
    while (at != end) {
      v1 = round(v1, MEMORY.getLong(base, at));
      v2 = round(v2, MEMORY.getLong(base, at + 8));
      v3 = round(v3, MEMORY.getLong(base, at + 16));
      v4 = round(v4, MEMORY.getLong(base, at + 24));
      at += STRIPE;
    }
    lanes[0] = v1;
    lanes[1] = v2;
    lanes[2] = v3;
    lanes[3] = v4;
  }

  @Override
  long finish(long merged, Object base, long offset, int length) {
    long h = merged;
    long at = offset;
    if ((length & 16) != 0) {
      h = addWord(h, MEMORY.getLong(base, at));
      h = addWord(h, MEMORY.getLong(base, at + 8));
      at += 16;
    }
    if ((length & 8) != 0) {
      h = addWord(h, MEMORY.getLong(base, at));
      at += 8;
    }
    if ((length & 4) != 0) {
      h ^= (MEMORY.getInt(base, at) & 0xFFFFFFFFL) * P1;
      h = Long.rotateLeft(h, 23) * P2 + P3;
      at += 4;
    }
    int bytes = length & 3;
    if (bytes > 0) {
      h = addByte(h, MEMORY.getByte(base, at));
      if (bytes > 1) {
        h = addByte(h, MEMORY.getByte(base, at + 1));
        if (bytes > 2) {
          h = addByte(h, MEMORY.getByte(base, at + 2));
        }
      }
    }
    return Xxh64Math.avalanche(h);
  }

  private static long addWord(long hash, long word) {
    return Long.rotateLeft(hash ^ round(0, word), 27) * P1 + P4;
  }

  private static long addByte(long hash, int value) {
    return Long.rotateLeft(hash ^ value * P5, 11) * P1;
  }
}
