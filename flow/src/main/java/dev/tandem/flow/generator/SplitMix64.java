package dev.tandem.flow.generator;

/**
 * A random number generator whose numbers are the same everywhere for ever, so that a seed names a
 * flow. Algorithm: Guy L. Steele Jr., Doug Lea, Christine H. Flood, "Fast splittable pseudorandom
 * number generators", OOPSLA 2014. Not thread-safe.
 */
public final class SplitMix64 {

  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  /** The generator of this seed. */
  public SplitMix64(long seed) {
    this.state = seed;
  }

  /** The next 64 bits. */
  public long nextLong() {
    state += GAMMA;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * The next number from 0 to {@code bound - 1}. The high half of a product replaces the remainder;
   * its bias is below {@code bound / 2^63}.
   */
  public int nextInt(int bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("bound " + bound + ", expected at least 1");
    }
    return (int) Math.multiplyHigh(nextLong() >>> 1, (long) bound << 1);
  }
}
