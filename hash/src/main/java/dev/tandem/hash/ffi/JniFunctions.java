package dev.tandem.hash.ffi;

import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Secret;
import dev.tandem.hash.algorithm.SplittingFunctions;

/** What the functions that call through JNI have in common. */
abstract class JniFunctions extends SplittingFunctions {

  private final HashFunctions java;

  JniFunctions(HashFunctions java) {
    super(java);
    this.java = java;
  }

  /** XXH64 of not more than a piece. */
  abstract long piece64(Object base, long offset, int length, long seed);

  /** XXH3, 64 bits, of not more than a piece. */
  abstract long piece3(Object base, long offset, int length, long seed);

  @Override
  public final long xxh64(Object base, long offset, long length, long seed) {
    return length > PIECE
        ? split64(base, offset, length, seed)
        : piece64(base, offset, (int) length, seed);
  }

  @Override
  public final long xxh3(Object base, long offset, long length, Secret secret) {
    if (length <= PIECE && secret.isSeeded()) {
      return piece3(base, offset, (int) length, secret.seed());
    }
    return length <= SHORT
        ? java.xxh3(base, offset, length, secret)
        : split3(base, offset, length, secret);
  }

  @Override
  public final void xxh128(Object base, long offset, long length, Secret secret, long[] into) {
    if (length <= SHORT) {
      java.xxh128(base, offset, length, secret, into);
    } else {
      split128(base, offset, length, secret, into);
    }
  }
}
