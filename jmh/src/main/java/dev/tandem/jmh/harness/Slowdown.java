package dev.tandem.jmh.harness;

/**
 * Makes a benchmark slower than it is, by a known share, so that a comparison of two runs can be
 * tried on a real one. Without the property it does nothing.
 */
public final class Slowdown {

  /** By how many percent, for the JVM of a benchmark. */
  public static final String PROPERTY = "tandem.jmh.slowdown";

  private static final int PERCENT = Integer.getInteger(PROPERTY, 0);

  private Slowdown() {}

  /** Spins for the share of the property of the time that went by since a {@code nanoTime}. */
  public static void since(long startNanos) {
    if (PERCENT > 0) {
      since(startNanos, PERCENT);
    }
  }

  static void since(long startNanos, int percent) {
    long now = System.nanoTime();
    long end = now + (now - startNanos) * percent / 100;
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }
}
