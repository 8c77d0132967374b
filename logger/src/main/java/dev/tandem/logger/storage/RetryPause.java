package dev.tandem.logger.storage;

/**
 * Pauses between attempts at work that keeps failing, each twice as long as the one before, up to a
 * bound. For one thread at a time.
 */
public final class RetryPause {
  public static final long FIRST_NANOS = 4_000_000;
  public static final long MOST_NANOS = 4_096_000_000L;

  private long pause;
  private long since;

  /** Whether the work may be tried. */
  public boolean isOver(long nowNanos) {
    return pause == 0 || nowNanos - since >= pause;
  }

  /** The work failed at this time. */
  public void failed(long nowNanos) {
    since = nowNanos;
    pause = pause == 0 ? FIRST_NANOS : Math.min(MOST_NANOS, 2 * pause);
  }

  /** The work was done, or is to be tried at once whatever happened before. */
  void end() {
    pause = 0;
  }
}
