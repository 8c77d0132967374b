package dev.tandem.doctor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a word of memory takes from one thread to another and back, where both look at it all
 * the time. On two CPUs that is the distance of their caches. A host may move the CPUs of a virtual
 * machine nearer together or farther apart, and then every hand-over between threads changes with
 * it; no counter of the guest says so.
 */
public final class HandOverMeter {

  /** CPUs from which on they share no cache: near ones take 50 to 190 ns, far ones from 370 on. */
  public static final double FAR_NANOS = 300;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  /** Apart, and away from the array's ends: no line is shared. */
  private static final int THERE = 32;

  private static final int BACK = 64;
  private static final int LENGTH = 96;
  private static final int TRIPS = 500;
  private static final int BLOCKS = 60;
  private static final long LONGEST_NANOS = 500_000_000;
  private static final int LOOKS = 1 << 14;

  private final long[] words = new long[LENGTH];
  private final long deadline = System.nanoTime() + LONGEST_NANOS;

  private HandOverMeter() {}

  /**
   * ns from the calling thread to another and back: the median of 30 blocks of 500, after as many
   * that compile the loop. Takes 5 to 30 ms. NaN where the two threads do not run at the same time:
   * on one CPU at once, on busy ones after half a second.
   */
  public static double roundTripNanos() {
    if (Runtime.getRuntime().availableProcessors() == 1) {
      return Double.NaN;
    }
    HandOverMeter meter = new HandOverMeter();
    Thread other = new Thread(meter::echo, "tandem-doctor-echo");
    other.setDaemon(true);
    other.start();
    double nanos = meter.ask();
    WORD.setRelease(meter.words, THERE, Long.MAX_VALUE);
    return nanos;
  }

  private void echo() {
    for (long i = 1; await(THERE, i); i++) {
      if ((long) WORD.getAcquire(words, THERE) == Long.MAX_VALUE) {
        return;
      }
      WORD.setRelease(words, BACK, i);
    }
  }

  private double ask() {
    double[] nanos = new double[BLOCKS];
    long i = 0;
    for (int block = 0; block < BLOCKS; block++) {
      long start = System.nanoTime();
      for (int trip = 0; trip < TRIPS; trip++) {
        i++;
        WORD.setRelease(words, THERE, i);
        if (!await(BACK, i)) {
          return Double.NaN;
        }
      }
      nanos[block] = (System.nanoTime() - start) / (double) TRIPS;
    }
    Arrays.sort(nanos, BLOCKS / 2, BLOCKS);
    return nanos[BLOCKS * 3 / 4];
  }

  /** Looks until the word is there; false if that takes too long. */
  private boolean await(int word, long value) {
    int looks = 0;
    while ((long) WORD.getAcquire(words, word) < value) {
      if (++looks < LOOKS) {
        Thread.onSpinWait();
      } else if (System.nanoTime() > deadline) {
        return false;
      } else {
        LockSupport.parkNanos(1_000);
      }
    }
    return true;
  }
}
