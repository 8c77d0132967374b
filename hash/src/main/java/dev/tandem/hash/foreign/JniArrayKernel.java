package dev.tandem.hash.foreign;

import dev.tandem.hash.kernel.Kernel;
import dev.tandem.hash.kernel.Secret;

/** {@code byte[]} through JNI, pinned by {@code GetPrimitiveArrayCritical}. */
final class JniArrayKernel extends JniKernel {

  JniArrayKernel(Kernel java) {
    super(java);
  }

  @Override
  long piece64(Object base, long offset, int length, long seed) {
    return JniCalls.xxh64Array((byte[]) base, (int) offset, length, seed);
  }

  @Override
  long piece3(Object base, long offset, int length, long seed) {
    return JniCalls.xxh3Array((byte[]) base, (int) offset, length, seed);
  }

  @Override
  protected void consumePiece64(long[] lanes, Object base, long offset, int stripes) {
    JniCalls.consume64Array(lanes, (byte[]) base, (int) offset, stripes);
  }

  @Override
  protected int consumePiece3(
      long[] lanes, Object base, long offset, int stripes, int inBlock, Secret secret) {
    return JniCalls.consume3Array(
        lanes, (byte[]) base, (int) offset, stripes, inBlock, secret.bytes());
  }
}
