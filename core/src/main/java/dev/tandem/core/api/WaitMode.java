package dev.tandem.core.api;

/** How far a waiting thread goes in giving up its CPU. */
public enum WaitMode {

  /** Never gives up the CPU: for a thread that has a CPU to itself. */
  BUSY_SPIN,

  /**
   * Spins, then yields the CPU to whoever can run, for ever: burns an idle CPU, shares a busy one.
   */
  YIELDING,

  /**
   * Spins, yields, then parks for intervals that grow up to a bound: an idle thread costs next to
   * nothing, and wakes at the latest after the bound. The one thread of a fused kernel with the
   * shared ring is woken where there is work; publishing then costs a memory fence more.
   */
  PARKING;

  /**
   * The mode for {@code threads} threads that may wait at the same time, publishers included, on
   * the CPUs this JVM may use: {@link #BUSY_SPIN} only if each can have a CPU of its own and one is
   * left for the rest of the JVM, otherwise {@link #YIELDING}.
   *
   * @throws IllegalArgumentException if {@code threads} is less than 1
   */
  public static WaitMode auto(int threads) {
    return auto(threads, Runtime.getRuntime().availableProcessors());
  }

  static WaitMode auto(int threads, int usableCpus) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be 1 or more: " + threads);
    }
    return threads < usableCpus ? BUSY_SPIN : YIELDING;
  }
}
