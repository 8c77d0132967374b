package dev.tandem.it;

/** How many times the small number of crashes of an ordinary build are run. */
public final class CrashScale {

  private CrashScale() {}

  /** 1 in an ordinary build, 50 for the full counts. */
  public static int scale() {
    return Integer.getInteger("tandem.crash.scale", 1);
  }

  /** Whether all of something is tried, not a sample. */
  public static boolean isFull() {
    return scale() > 1;
  }

  /** The seed of the random moments: another one in every run, and printed. */
  public static long seed() {
    return Long.getLong("tandem.crash.seed", System.nanoTime());
  }
}
