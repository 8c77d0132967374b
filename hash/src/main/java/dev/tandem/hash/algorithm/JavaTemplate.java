package dev.tandem.hash.algorithm;

import java.lang.invoke.MethodHandles;

/** The hash functions in Java. Loaded once per kind of memory by {@link Specialised}. */
final class JavaTemplate extends HashFunctions {

  private static final JavaParts PARTS =
      Specialised.constant(MethodHandles.lookup(), JavaParts.class);
  private static final Memory MEMORY = PARTS.memory();
  private static final Xxh64Code XXH64 = PARTS.xxh64();
  private static final Xxh3Short XXH3 = PARTS.xxh3();
  private static final Stripes STRIPES = PARTS.stripes();

  JavaTemplate() {}

  @Override
  public long xxh64(Object base, long offset, long length, long seed) {
    return XXH64.hash(base, offset, length, seed);
  }

  @Override
  public long xxh3(Object base, long offset, long length, Secret secret) {
    if (length <= Xxh3Math.SHORT) {
      return XXH3.hash(base, offset, (int) length, secret);
    }
    return STRIPES.hash(base, offset, length, secret);
  }

  @Override
  public void xxh128(Object base, long offset, long length, Secret secret, long[] into) {
    if (length <= Xxh3Math.SHORT) {
      XXH3.hashWide(base, offset, (int) length, secret, into);
      return;
    }
    long[] lanes = STRIPES.fill(base, offset, length, secret);
    into[0] = Xxh3Math.digest(lanes, length, secret);
    into[1] = Xxh3Math.digestHigh(lanes, length, secret);
  }

  @Override
  public void consume64(Lanes lanes, Object base, long offset, long stripes) {
    XXH64.consume(lanes.words, base, offset, stripes);
  }

  @Override
  public int consume3(
      Lanes lanes, Object base, long offset, long stripes, int inBlock, Secret secret) {
    return STRIPES.consume(lanes.words, base, offset, stripes, inBlock, secret);
  }

  @Override
  public void last3(Lanes lanes, Object base, long offset, Secret secret) {
    STRIPES.consumeLast(lanes.words, base, offset, secret);
  }

  @Override
  public long finish64(long merged, Object base, long offset, int length) {
    return XXH64.finish(merged, base, offset, length);
  }

  @Override
  public void copy(Object base, long offset, byte[] target, int at, int length) {
    MEMORY.copy(base, offset, target, at, length);
  }
}
