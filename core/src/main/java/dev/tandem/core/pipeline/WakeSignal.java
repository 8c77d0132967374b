package dev.tandem.core.pipeline;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * How a thread that parks is woken. It announces that it will park, looks once more for work, and
 * parks; who has work for it makes that visible, and then {@linkplain #wake looks} for a sleeper.
 * Between the two steps each side has a full fence, so one of the two sees the other, and no
 * wake-up is lost. Of many who wake one sleeper, one makes the system call.
 *
 * <p>One thread at a time sleeps; any may wake it.
 */
public final class WakeSignal {

  /** Null while nobody sleeps or is about to. */
  private final AtomicReference<Thread> sleeper = new AtomicReference<>();

  /** The calling thread will park, unless its next look finds work. */
  void announce() {
    sleeper.set(Thread.currentThread());
    // Its look may be an acquire, which by itself may go before the store.
    VarHandle.fullFence();
  }

  /**
   * Parks the thread that has announced it, which is awake again behind this: for a time at most,
   * and not at all if it was woken since.
   */
  void park(long nanos) {
    if (sleeper.getAcquire() != null) {
      LockSupport.parkNanos(this, nanos);
    }
    withdraw();
  }

  /** The thread that has announced it does not park. */
  void withdraw() {
    sleeper.setRelease(null);
  }

  /**
   * Wakes who sleeps, or is about to; behind a volatile store of what that thread looks for, or any
   * other and a full fence.
   */
  public void wake() {
    Thread thread = sleeper.get();
    if (thread != null && sleeper.compareAndSet(thread, null)) {
      LockSupport.unpark(thread);
    }
  }
}
