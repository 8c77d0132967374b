package dev.tandem.hash.ffi;

import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Lanes;
import dev.tandem.hash.algorithm.Secret;

/** Addresses through JNI. */
final class JniAddressFunctions extends JniFunctions {

  JniAddressFunctions(HashFunctions java) {
    super(java);
  }

  @Override
  long piece64(Object base, long offset, int length, long seed) {
    return JniCalls.xxh64Address(offset, length, seed);
  }

  @Override
  long piece3(Object base, long offset, int length, long seed) {
    return JniCalls.xxh3Address(offset, length, seed);
  }

  @Override
  protected void consumePiece64(Lanes lanes, Object base, long offset, int stripes) {
    JniCalls.consume64Address(lanes.words, offset, stripes);
  }

  @Override
  protected int consumePiece3(
      Lanes lanes, Object base, long offset, int stripes, int inBlock, Secret secret) {
    return JniCalls.consume3Address(lanes.words, offset, stripes, inBlock, secret.bytes());
  }
}
