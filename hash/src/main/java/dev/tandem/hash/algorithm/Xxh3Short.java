package dev.tandem.hash.algorithm;

/** XXH3 of at most 240 bytes of one kind of memory. */
abstract class Xxh3Short {

  /** The 64-bit digest. */
  abstract long hash(Object base, long offset, int length, Secret secret);

  /** The 128-bit digest, low half first. */
  abstract void hashWide(Object base, long offset, int length, Secret secret, long[] into);
}
