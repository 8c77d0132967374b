package dev.tandem.app.replay;

import dev.tandem.core.pipeline.WaitPlan;
import java.util.concurrent.locks.LockSupport;

/** When each command of an open loop is due: the same distance apart, whatever the kernel does. */
final class Schedule {

  private static final double NS_PER_SECOND = 1e9;

  /** Closer than this to the due time the thread spins, because a parked one wakes too late. */
  private static final long SPIN_NS = 200_000;

  private final double intervalNs;
  private final WaitPlan waiting;
  private long startNs;

  /**
   * A schedule that begins with {@link #start}.
   *
   * @param rate commands per second, at least 1
   * @param waiting what to do until a command is due: where the kernel's threads have to share CPUs
   *     with this one, a spin would hold up the very commands it measures
   */
  Schedule(long rate, WaitPlan waiting) {
    this.intervalNs = NS_PER_SECOND / rate;
    this.waiting = waiting;
  }

  /** This command, the first to be submitted, is due now. */
  void start(long nowNs, int first) {
    startNs = nowNs - (long) (first * intervalNs);
  }

  /** When a command is due, by {@link System#nanoTime}. */
  long intendedNs(int index) {
    return startNs + (long) (index * intervalNs);
  }

  /** How long the schedule is of so many commands: each has an interval, the last one too. */
  long lengthNs(int commands) {
    return (long) (commands * intervalNs);
  }

  /** Waits until a command is due; returns at once if it is late. */
  void await(int index) {
    long due = intendedNs(index);
    long left = due - System.nanoTime();
    int step = 0;
    while (left > 0) {
      if (left > SPIN_NS) {
        LockSupport.parkNanos(left - SPIN_NS);
      } else {
        step = waiting.pause(step);
      }
      left = due - System.nanoTime();
    }
  }
}
