package dev.tandem.logger.storage;

import java.util.concurrent.locks.LockSupport;

/** How threads of the store wait for each other. */
public final class Waits {

  private static final int SPINS = 256;
  private static final int YIELDS = 16;
  private static final long PARK_NANOS = 50_000;

  private Waits() {}

  /** Whether this turn of a wait only spins. */
  static boolean isSpin(int turn) {
    return turn < SPINS;
  }

  /**
   * Passes the time between two looks at what nobody is woken for: spins, then yields, then parks
   * for 50 us. Makes no garbage.
   *
   * @param turn counts the looks of one wait, from 0
   */
  @SuppressWarnings("ThreadPriorityCheck") // between spinning and parking
  static void pause(int turn) {
    if (turn < SPINS) {
      Thread.onSpinWait();
    } else if (turn < SPINS + YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(PARK_NANOS);
    }
  }

  /**
   * Waits for the thread to end; an interrupt does not end the wait, and is kept for the caller.
   */
  public static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
