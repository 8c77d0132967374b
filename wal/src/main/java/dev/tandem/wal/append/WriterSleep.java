package dev.tandem.wal.append;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The sleep of a log's writer. The writer says that it is idle, looks once more for work, and only
 * then parks; who has work for it makes that visible, and then looks whether the writer is idle.
 * All four are volatile, so one of the two sees the other, and no wake-up is lost.
 */
public final class WriterSleep {

  private static final VarHandle IDLE;

  static {
    try {
      IDLE = MethodHandles.lookup().findVarHandle(WriterSleep.class, "idle", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // Read by its handle.
  private volatile boolean idle;

  /** Written before the writer is idle for the first time, read only when it is. */
  private Thread writer;

  /** Says who the writer is; before it runs. */
  public void startedBy(Thread thread) {
    writer = thread;
  }

  /**
   * Parks the writer, which calls it, until it is woken; not at all if there is work. It may also
   * come back for no reason.
   *
   * @param work begins with a volatile look at what producers change before they call {@link #wake}
   */
  public void parkUnless(BooleanSupplier work) {
    IDLE.setVolatile(this, true);
    if (isIdleWithout(work)) {
      LockSupport.park(this);
    }
    IDLE.setVolatile(this, false);
  }

  /** As {@link #parkUnless(BooleanSupplier)}, for a time at most. */
  void parkUnless(BooleanSupplier work, long nanos) {
    IDLE.setVolatile(this, true);
    if (isIdleWithout(work)) {
      LockSupport.parkNanos(this, nanos);
    }
    IDLE.setVolatile(this, false);
  }

  /**
   * Whether there is no work and no wake-up has come. One that comes while the look for work waits
   * for a lock ends that wait, not the sleep behind it.
   */
  private boolean isIdleWithout(BooleanSupplier work) {
    return !work.getAsBoolean() && isIdleVolatile();
  }

  /**
   * Wakes the writer if it sleeps, or is about to. Any thread may call it, after a volatile change
   * that the writer looks at: a producer's claim is one.
   */
  public void wake() {
    if (isIdleVolatile() && IDLE.compareAndSet(this, true, false)) {
      try {
        LockSupport.unpark(writer);
      } catch (Throwable e) {
        // No room on the stack, so without any call: the next one wakes it.
        idle = true;
        throw e;
      }
    }
  }

  public boolean isIdleVolatile() {
    return (boolean) IDLE.getVolatile(this);
  }
}
