package dev.tandem.hash.algorithm;

/** XXH64 over one kind of memory. */
abstract class Xxh64Code {

  /** The digest of a range. */
  abstract long hash(Object base, long offset, long length, long seed);

  /** Adds whole stripes of 32 bytes to four lanes. */
  abstract void consume(long[] lanes, Object base, long offset, long stripes);

  /** Adds the fewer than 32 last bytes to a merged value, and mixes the result. */
  abstract long finish(long merged, Object base, long offset, int length);
}
