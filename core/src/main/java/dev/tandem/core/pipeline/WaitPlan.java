package dev.tandem.core.pipeline;

import dev.tandem.core.api.WaitMode;
import java.util.concurrent.locks.LockSupport;

/**
 * What a thread does between two looks at the sequence it waits for: spins, then yields, then
 * parks, as far as its {@link WaitMode} goes.
 *
 * <p>Immutable and stateless, so any number of threads may share one: how long a thread has waited
 * is a step number that it keeps itself.
 *
 * @param mode how far it goes
 * @param spinsPerLook spin hints between two looks, so that the waited-for cache line is left alone
 * @param looks how many looks to spend spinning before the first yield (or park)
 * @param yields how many looks to spend yielding before the first park; only for {@link
 *     WaitMode#PARKING}
 * @param minParkNanos first park, in ns; each one doubles
 * @param maxParkNanos longest park, in ns: the bound on how late a parked thread looks again, not
 *     counting what the operating system adds (about 50 µs on Linux)
 */
public record WaitPlan(
    WaitMode mode, int spinsPerLook, int looks, int yields, long minParkNanos, long maxParkNanos) {

  // Measured on two cores: more hints per look cost throughput (8: -18 %, 16: -30 %), and with more
  // threads than cores each look beyond about ten is taken from the thread that is waited for.
  private static final int SPINS_PER_LOOK = 1;
  private static final int LOOKS = 3;
  private static final int YIELDS = 100;
  private static final long MIN_PARK_NANOS = 20_000;
  private static final long MAX_PARK_NANOS = 500_000;

  /**
   * How long a thread parks that others wake, in ns: still bounded, for what nobody wakes it for,
   * such as the end of a thread that has left a slot claimed.
   */
  private static final long WOKEN_PARK_NANOS = 20_000_000;

  /** Steps beyond this one behave alike. */
  private static final int LAST_STEP = Integer.MAX_VALUE;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if a count is negative, {@code spinsPerLook} is 0, or the
   *     parks are not {@code 0 < min <= max}
   */
  public WaitPlan {
    if (spinsPerLook < 1 || looks < 0 || yields < 0) {
      throw new IllegalArgumentException(
          "spinsPerLook must be 1 or more, looks and yields 0 or more: %d, %d, %d"
              .formatted(spinsPerLook, looks, yields));
    }
    if (minParkNanos < 1 || maxParkNanos < minParkNanos) {
      throw new IllegalArgumentException(
          "parks must be 0 < min <= max ns: %d, %d".formatted(minParkNanos, maxParkNanos));
    }
  }

  /** The measured defaults for a mode. */
  public static WaitPlan of(WaitMode mode) {
    return new WaitPlan(mode, SPINS_PER_LOOK, LOOKS, YIELDS, MIN_PARK_NANOS, MAX_PARK_NANOS);
  }

  /** The defaults for {@link WaitMode#auto(int)}. */
  public static WaitPlan auto(int threads) {
    return of(WaitMode.auto(threads));
  }

  /** This plan with another bound on a park, in ns; the first park shrinks to it if need be. */
  public WaitPlan withMaxPark(long nanos) {
    return new WaitPlan(mode, spinsPerLook, looks, yields, Math.min(minParkNanos, nanos), nanos);
  }

  /** This plan for a thread that others wake, which may park longer. */
  WaitPlan forWoken() {
    return withMaxPark(Math.max(maxParkNanos, WOKEN_PARK_NANOS));
  }

  /**
   * Spends the time between two looks.
   *
   * <p>An interrupt ends a park early but not the wait; {@link Idling} keeps it for its owner.
   *
   * @param step 0 for the first pause of a wait, then what the last call returned
   * @return the step to pass to the next call
   */
  @SuppressWarnings("ThreadPriorityCheck") // the mode says to yield
  public int pause(int step) {
    if (mode == WaitMode.BUSY_SPIN || step < looks) {
      for (int i = 0; i < spinsPerLook; i++) {
        Thread.onSpinWait();
      }
    } else if (mode == WaitMode.YIELDING || step - looks < yields) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(this, parkNanos(step - looks - yields));
    }
    return step == LAST_STEP ? step : step + 1;
  }

  /** Whether the pause at this step is a park. */
  boolean parksAt(int step) {
    return mode == WaitMode.PARKING && step >= looks && step - looks >= yields;
  }

  long parkNanos(int parks) {
    // Compared by shifting the bound down, because the park shifted up may overflow.
    boolean belowBound = parks < Long.SIZE - 1 && maxParkNanos >> parks >= minParkNanos;
    return belowBound ? minParkNanos << parks : maxParkNanos;
  }
}
