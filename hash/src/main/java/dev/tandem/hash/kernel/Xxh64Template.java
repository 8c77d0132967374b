package dev.tandem.hash.kernel;

import static dev.tandem.hash.kernel.Xxh64Math.P1;
import static dev.tandem.hash.kernel.Xxh64Math.P2;
import static dev.tandem.hash.kernel.Xxh64Math.P3;
import static dev.tandem.hash.kernel.Xxh64Math.P4;
import static dev.tandem.hash.kernel.Xxh64Math.P5;
import static dev.tandem.hash.kernel.Xxh64Math.STRIPE;
import static dev.tandem.hash.kernel.Xxh64Math.round;

import java.lang.invoke.MethodHandles;

/**
 * Loaded once per kind of memory by {@link Specialised}.
 *
 * <p>Loops end where an offset is equal, not where it is less: the compiler would split a counted
 * loop into three, which costs short inputs more than it gains long ones.
 */
final class Xxh64Template extends Xxh64Code {

  private static final Memory MEMORY = Specialised.constant(MethodHandles.lookup(), Memory.class);

  Xxh64Template() {}

  @Override
  long hash(Object base, long offset, long length, long seed) {
    long at = offset;
    long h;
    if (length < STRIPE) {
      h = seed + P5;
    } else {
      long v1 = seed + P1 + P2;
      long v2 = seed + P2;
      long v3 = seed;
      long v4 = seed - P1;
      long end = at + (length & -STRIPE);
      while (at != end) {
        v1 = round(v1, MEMORY.getLong(base, at));
        v2 = round(v2, MEMORY.getLong(base, at + 8));
        v3 = round(v3, MEMORY.getLong(base, at + 16));
        v4 = round(v4, MEMORY.getLong(base, at + 24));
        at += STRIPE;
      }
      h = Xxh64Math.merge(v1, v2, v3, v4);
    }
    return finish(h + length, base, at, (int) length & (STRIPE - 1));
  }

  @Override
  void consume(long[] lanes, Object base, long offset, long stripes) {
    long v1 = lanes[0];
    long v2 = lanes[1];
    long v3 = lanes[2];
    long v4 = lanes[3];
    long at = offset;
    long end = at + stripes * STRIPE;
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
    int left = length;
    while (left >= 8) {
      h ^= round(0, MEMORY.getLong(base, at));
      h = Long.rotateLeft(h, 27) * P1 + P4;
      at += 8;
      left -= 8;
    }
    if (left >= 4) {
      h ^= (MEMORY.getInt(base, at) & 0xFFFFFFFFL) * P1;
      h = Long.rotateLeft(h, 23) * P2 + P3;
      at += 4;
      left -= 4;
    }
    while (left > 0) {
      h ^= MEMORY.getByte(base, at) * P5;
      h = Long.rotateLeft(h, 11) * P1;
      at++;
      left--;
    }
    return Xxh64Math.avalanche(h);
  }
}
