package dev.tandem.doctor;

/**
 * How fast a CPU runs, where its frequency is not told: the time of a fixed chain of dependent
 * operations, which no cache and no compiler shortens. Compare two figures of one process only. For
 * one thread.
 */
public final class SpinMeter {

  private static final int ROUNDS = 200;
  private static final int STEPS = 20_000;
  private static final int WARM_UP_ROUNDS = 2_000;
  private static final long MULTIPLIER = 6_364_136_223_846_793_005L;

  private long value = 1;

  /** Compiles the loop; takes some 50 ms. */
  public SpinMeter() {
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      value = chain(value);
    }
  }

  /**
   * ns of one step, of the fastest of 200 rounds: what the CPU can do, whoever else ran on it
   * meanwhile. Takes about 5 ms.
   */
  public double nanosPerStep() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long start = System.nanoTime();
      value = chain(value);
      least = Math.min(least, System.nanoTime() - start);
    }
    // A chain that ends at 0 would never have depended on its steps.
    return value == 0 ? Double.NaN : (double) least / STEPS;
  }

  private static long chain(long from) {
    long x = from | 1;
    for (int i = 0; i < STEPS; i++) {
      x = x * MULTIPLIER + 1;
    }
    return x | 1;
  }
}
