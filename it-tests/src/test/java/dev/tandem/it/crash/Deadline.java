package dev.tandem.it.crash;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Waits for a condition; far more time than it takes, so that only a hang runs into the limit. */
final class Deadline {

  static final Duration LIMIT = Duration.ofMinutes(5);

  private static final long PAUSE_NANOS = 200_000;

  private Deadline() {}

  /** Returns once the condition holds; an error with this text after the limit. */
  static void await(String what, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > LIMIT.toNanos()) {
        throw new AssertionError("still waiting after " + LIMIT + " for " + what);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Returns once a count has come so far; an error if it does not rise for as long. */
  static void awaitCount(String what, LongSupplier count, long wanted) {
    long last = count.getAsLong();
    while (last < wanted) {
      long before = last;
      await(what + ", " + before + " of " + wanted, () -> count.getAsLong() > before);
      last = count.getAsLong();
    }
  }

  /** Waits for the condition, but not longer than this; says whether it holds. */
  static boolean awaitAtMost(long nanos, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > nanos) {
        return false;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return true;
  }
}
