package dev.tandem.jmh.harness;

/** How the threads of the comparison wait. */
public final class Waits {

  private static final int SPINS = 200;

  private Waits() {}

  /** Waits for the end of a thread that was stopped, through interrupts. */
  public static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Spins a little, then yields: the fastest where more threads wait than there are CPUs.
   *
   * @return what to pass next time; 0 begins anew
   */
  public static int relax(int spins) {
    if (spins < SPINS) {
      Thread.onSpinWait();
      return spins + 1;
    }
    yieldCpu();
    return spins;
  }

  /** Lets another thread run. */
  @SuppressWarnings("ThreadPriorityCheck") // A benchmark may rely on the scheduler.
  public static void yieldCpu() {
    Thread.yield();
  }
}
