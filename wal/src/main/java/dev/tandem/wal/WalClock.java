package dev.tandem.wal;

/** Time for the records' timestamps. Called by every appending thread at once. */
@FunctionalInterface
public interface WalClock {

  /** Nanoseconds since 1970-01-01T00:00Z. */
  long nanos();

  /**
   * A clock that runs by {@link System#nanoTime} and is set by the system's: at once, and within
   * 100 ms after the system's was set to another time. It does not go back: where the system's
   * does, it stands still until that has come by.
   */
  static WalClock system() {
    return new SystemClock(System::nanoTime, () -> System.currentTimeMillis() * 1_000_000);
  }
}
