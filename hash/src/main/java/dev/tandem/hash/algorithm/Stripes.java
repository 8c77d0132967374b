package dev.tandem.hash.algorithm;

/** The loop of XXH3 over one kind of memory: eight lanes take in stripes of 64 bytes. */
public abstract class Stripes {

  /**
   * Adds whole stripes; scrambles the lanes at the end of each block.
   *
   * @param inBlock stripes already in the block, less than a whole block
   * @return stripes in the block afterwards
   */
  abstract int consume(
      long[] lanes, Object base, long offset, long stripes, int inBlock, Secret secret);

  /** Adds the stripe that ends the input. */
  abstract void consumeLast(long[] lanes, Object base, long offset, Secret secret);

  /** XXH3, 64 bits, of more than 240 bytes. */
  long hash(Object base, long offset, long length, Secret secret) {
    return Xxh3Math.digest(fill(base, offset, length, secret), length, secret);
  }

  /** Lanes of the calling thread that have taken in all of an input of more than 240 bytes. */
  long[] fill(Object base, long offset, long length, Secret secret) {
    long[] lanes = Scratch.lanes().words;
    Xxh3Math.start(lanes);
    consume(lanes, base, offset, (length - 1) / Xxh3Math.STRIPE, 0, secret);
    consumeLast(lanes, base, offset + length - Xxh3Math.STRIPE, secret);
    return lanes;
  }
}
