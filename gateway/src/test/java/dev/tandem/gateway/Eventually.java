package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for an event, however long a slow or busy machine takes for it. */
final class Eventually {

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(150);
  private static final int PAUSE_MILLIS = 5;

  private Eventually() {}

  static void holds(String what, BooleanSupplier condition) throws InterruptedException {
    long began = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - began).as(what).isLessThan(LIMIT_NANOS);
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
