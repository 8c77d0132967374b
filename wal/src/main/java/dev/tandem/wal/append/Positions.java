package dev.tandem.wal.append;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How far a log is written and synced. The writer publishes, everyone reads; the object is alone on
 * its cache lines, which readers may poll.
 */
public final class Positions {

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int WRITTEN = 16;
  private static final int SYNCED = 32;

  private final long[] values = new long[48];

  public Positions(long last) {
    LONGS.setVolatile(values, WRITTEN, last);
    LONGS.setVolatile(values, SYNCED, last);
  }

  /** Highest sequence written; -1 if none. */
  public long writtenAcquire() {
    return (long) LONGS.getAcquire(values, WRITTEN);
  }

  /** Highest sequence synced; -1 if none. */
  public long syncedAcquire() {
    return (long) LONGS.getAcquire(values, SYNCED);
  }

  /** Volatile, so that a waiter either sees it or is seen by the writer's next look for waiters. */
  public void publishWrittenVolatile(long sequence) {
    LONGS.setVolatile(values, WRITTEN, sequence);
  }

  /** Volatile, as {@link #publishWrittenVolatile}. */
  public void publishSyncedVolatile(long sequence) {
    LONGS.setVolatile(values, SYNCED, sequence);
  }
}
