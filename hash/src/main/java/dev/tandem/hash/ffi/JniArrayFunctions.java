package dev.tandem.hash.ffi;

import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Lanes;
import dev.tandem.hash.algorithm.Secret;
import java.util.Objects;

/** {@code byte[]} through JNI, pinned by {@code GetPrimitiveArrayCritical}. */
final class JniArrayFunctions extends JniFunctions {

  JniArrayFunctions(HashFunctions java) {
    super(java);
  }

  /** The array of a range that native code may read unchecked. */
  private static byte[] array(Object base, long offset, long length) {
    byte[] array = (byte[]) base;
    Objects.checkFromIndexSize(offset, length, array.length);
    return array;
  }

  @Override
  long piece64(Object base, long offset, int length, long seed) {
    return JniCalls.xxh64Array(array(base, offset, length), (int) offset, length, seed);
  }

  @Override
  long piece3(Object base, long offset, int length, long seed) {
    return JniCalls.xxh3Array(array(base, offset, length), (int) offset, length, seed);
  }

  @Override
  protected void consumePiece64(Lanes lanes, Object base, long offset, int stripes) {
    byte[] in = array(base, offset, (long) stripes * STRIPE_64);
    JniCalls.consume64Array(lanes.words, in, (int) offset, stripes);
  }

  @Override
  protected int consumePiece3(
      Lanes lanes, Object base, long offset, int stripes, int inBlock, Secret secret) {
    byte[] in = array(base, offset, (long) stripes * STRIPE_3);
    return JniCalls.consume3Array(lanes.words, in, (int) offset, stripes, inBlock, secret.bytes());
  }
}
