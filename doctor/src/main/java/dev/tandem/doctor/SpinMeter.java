package dev.tandem.doctor;

/**
 * How fast a CPU runs, where its frequency is not reported: the time of a chain of shifts and
 * exclusive ors, each of which needs the one before, so no cache and no compiler shortens it.
 * (Multiplications and additions would not do: a compiler that unrolls the loop folds them into one
 * of each.) For one thread.
 *
 * <p>The step is Marsaglia's generator of 64 bits: George Marsaglia, "Xorshift RNGs", 2003.
 */
public final class SpinMeter {

  private static final int ROUNDS = 200;
  private static final int STEPS = 20_000;
  private static final int WARM_UP_ROUNDS = 1_000;

  private long value = 1;

  /** Compiles the loop; takes some 30 ms. */
  public SpinMeter() {
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      value = chain(value);
    }
  }

  /**
   * ns of one step, six dependent operations, of the fastest of 200 rounds: what the CPU can do,
   * whoever else ran on it meanwhile. Takes about 6 ms.
   */
  public double nanosPerStep() {
    return nanosPerStep(ROUNDS);
  }

  /** The same of so many rounds, each of some 30 us. */
  double nanosPerStep(int rounds) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < rounds; i++) {
      long start = System.nanoTime();
      value = chain(value);
      least = Math.min(least, System.nanoTime() - start);
    }
    // A chain that ends at 0 would never have depended on its steps.
    return value == 0 ? Double.NaN : (double) least / STEPS;
  }

  private static long chain(long from) {
    long x = from;
    for (int i = 0; i < STEPS; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }
}
