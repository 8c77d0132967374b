package dev.tandem.core.pipeline;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition; a deadline far off turns a hang into a failure. */
final class Await {

  static final Duration DEADLINE = Duration.ofMinutes(2);

  private Await() {}

  static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("never happened: " + what);
      }
      LockSupport.parkNanos(50_000);
    }
  }

  static void join(Thread thread) {
    try {
      if (!thread.join(DEADLINE)) {
        throw new AssertionError("thread " + thread.getName() + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
