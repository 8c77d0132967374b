package dev.tandem.logger.append;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;

/**
 * Nanoseconds since 1970 at the cost of {@link System#nanoTime}. Follows the clock of the system in
 * steps of {@link #adjust}, so a thread's times may go back when that clock is set back.
 */
public final class LogClock {
  private static final VarHandle OFFSET;

  static {
    try {
      OFFSET = MethodHandles.lookup().findVarHandle(LogClock.class, "offset", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through the handle
  private long offset = difference();

  public long nanos() {
    return System.nanoTime() + (long) OFFSET.getOpaque(this);
  }

  /** Takes over the system's clock if the two are more than this apart. */
  void adjust(long nanos) {
    long difference = difference();
    if (Math.abs(difference - (long) OFFSET.getOpaque(this)) > nanos) {
      OFFSET.setOpaque(this, difference);
    }
  }

  private static long difference() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano() - System.nanoTime();
  }
}
