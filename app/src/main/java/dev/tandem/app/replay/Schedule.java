package dev.tandem.app.replay;

import java.util.concurrent.locks.LockSupport;

/** When each command of an open loop is due: the same distance apart, whatever the kernel does. */
final class Schedule {

  private static final double NS_PER_SECOND = 1e9;

  /** Closer than this to the due time the thread spins, because a parked one wakes too late. */
  private static final long SPIN_NS = 200_000;

  private final double intervalNs;
  private long startNs;

  /**
   * @param rate commands per second, at least 1
   */
  Schedule(long rate) {
    this.intervalNs = NS_PER_SECOND / rate;
  }

  /** The first command is due now. */
  void start(long nowNs) {
    startNs = nowNs;
  }

  /** When a command is due, by {@link System#nanoTime}. */
  long intendedNs(int index) {
    return startNs + (long) (index * intervalNs);
  }

  /** Waits until a command is due; returns at once if it is late. */
  void await(int index) {
    long due = intendedNs(index);
    long left = due - System.nanoTime();
    while (left > 0) {
      if (left > SPIN_NS) {
        LockSupport.parkNanos(left - SPIN_NS);
      } else {
        Thread.onSpinWait();
      }
      left = due - System.nanoTime();
    }
  }
}
