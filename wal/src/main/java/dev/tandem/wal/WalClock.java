package dev.tandem.wal;

/** Time for the records' timestamps. Called by every appending thread at once. */
@FunctionalInterface
public interface WalClock {

  /** Nanoseconds since 1970-01-01T00:00Z. */
  long nanos();

  /**
   * A clock that is set once, now, by the system's and then runs by {@link System#nanoTime}: it
   * never goes back while the process runs.
   */
  static WalClock system() {
    long offset = System.currentTimeMillis() * 1_000_000 - System.nanoTime();
    return () -> System.nanoTime() + offset;
  }
}
