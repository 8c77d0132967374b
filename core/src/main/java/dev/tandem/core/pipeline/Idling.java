package dev.tandem.core.pipeline;

import dev.tandem.core.api.WaitMode;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The pauses of one thread that finds nothing to do, by a {@link WaitPlan}: short at first, longer
 * the longer it lasts. Keeps an interrupt that came meanwhile for its owner. All waits of the
 * kernel for another thread's progress are of this kind (not those for its end).
 *
 * <p>Used by one thread at a time.
 */
public final class Idling {

  private final WaitPlan plan;

  /** Null if nobody wakes this thread. */
  private final WakeSignal signal;

  private final Runnable beforeParking;
  private boolean announced;
  private int step;
  private boolean interrupted;

  public Idling(WaitPlan plan) {
    this(plan, null, () -> {});
  }

  /**
   * Of a thread that others wake.
   *
   * @param beforeParking registers this thread with those that wake it only on request; it is
   *     called before the last look
   */
  Idling(WaitPlan plan, WakeSignal signal, Runnable beforeParking) {
    this.plan = plan;
    this.signal = signal;
    this.beforeParking = beforeParking;
  }

  /** Pauses once; each pause in a row may be longer. */
  public void pause() {
    if (signal == null || !plan.parksAt(step)) {
      step = plan.pause(step);
    } else if (!announced) {
      announced = true;
      signal.announce();
      beforeParking.run();
    } else {
      announced = false;
      signal.park(plan.maxParkNanos());
    }
    if (plan.mode() == WaitMode.PARKING) {
      // A pending interrupt would turn every park into a spin.
      interrupted |= Thread.interrupted();
    }
  }

  /**
   * Pauses once, unless the time is over.
   *
   * @param deadline of {@link #deadline}
   * @return false if the time is over
   */
  public boolean pauseBefore(long deadline) {
    if (System.nanoTime() - deadline >= 0) {
      return false;
    }
    pause();
    return true;
  }

  /** When this time will be over; what is too long to be counted is for ever. */
  public static long deadline(Duration timeout) {
    return System.nanoTime() + Math.max(0, TimeUnit.NANOSECONDS.convert(timeout));
  }

  /** There was something to do, and the wait continues: the next pause is a first one. */
  public void restart() {
    step = 0;
    if (announced) {
      announced = false;
      signal.withdraw();
    }
  }

  /** The wait is over: the next pause is a first one, and an interrupt is its owner's again. */
  public void end() {
    restart();
    if (interrupted) {
      interrupted = false;
      Thread.currentThread().interrupt();
    }
  }
}
