package dev.tandem.hash.kernel;

import java.lang.invoke.MethodHandles;

/** The kernel in Java. Loaded once per kind of memory by {@link Specialised}. */
final class JavaTemplate extends Kernel {

  /** What a copy is made of, all over the same kind of memory. */
  record Parts(Memory memory, Xxh64Code xxh64, Xxh3Short xxh3, Stripes stripes) {}

  private static final Parts PARTS = Specialised.constant(MethodHandles.lookup(), Parts.class);

  JavaTemplate() {}

  @Override
  public long xxh64(Object base, long offset, long length, long seed) {
    return PARTS.xxh64.hash(base, offset, length, seed);
  }

  @Override
  public long xxh3(Object base, long offset, long length, Secret secret) {
    if (length <= Xxh3Math.SHORT) {
      return PARTS.xxh3.hash(base, offset, (int) length, secret);
    }
    return Xxh3Math.digest(fill(base, offset, length, secret), length, secret);
  }

  @Override
  public void xxh128(Object base, long offset, long length, Secret secret, long[] into) {
    if (length <= Xxh3Math.SHORT) {
      PARTS.xxh3.hashWide(base, offset, (int) length, secret, into);
      return;
    }
    long[] lanes = fill(base, offset, length, secret);
    into[0] = Xxh3Math.digest(lanes, length, secret);
    into[1] = Xxh3Math.digestHigh(lanes, length, secret);
  }

  private static long[] fill(Object base, long offset, long length, Secret secret) {
    long[] lanes = Scratch.lanes();
    Xxh3Math.start(lanes);
    PARTS.stripes.consume(lanes, base, offset, (length - 1) / Xxh3Math.STRIPE, 0, secret);
    PARTS.stripes.consumeLast(lanes, base, offset + length - Xxh3Math.STRIPE, secret);
    return lanes;
  }

  @Override
  public void consume64(long[] lanes, Object base, long offset, long stripes) {
    PARTS.xxh64.consume(lanes, base, offset, stripes);
  }

  @Override
  public int consume3(
      long[] lanes, Object base, long offset, long stripes, int inBlock, Secret secret) {
    return PARTS.stripes.consume(lanes, base, offset, stripes, inBlock, secret);
  }

  @Override
  public void copy(Object base, long offset, byte[] target, int at, int length) {
    PARTS.memory.copy(base, offset, target, at, length);
  }
}
