package dev.tandem.it.serve;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** How much longer than asked a thread has slept, all in all: what the machine lacked. */
final class Stalls implements AutoCloseable {
  private static final int NAP_MILLIS = 20;

  private final AtomicLong nanos = new AtomicLong();
  private final Thread thread = Thread.ofPlatform().daemon().start(this::run);

  private void run() {
    try {
      while (true) {
        long began = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(NAP_MILLIS);
        long late = System.nanoTime() - began - TimeUnit.MILLISECONDS.toNanos(NAP_MILLIS);
        nanos.addAndGet(Math.max(0, late));
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  long millis() {
    return TimeUnit.NANOSECONDS.toMillis(nanos.get());
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
