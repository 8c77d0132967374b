package dev.tandem.hash.kernel;

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
}
