package dev.tandem.core;

import java.util.concurrent.Semaphore;

/** Polls a caller-driven exchange on a thread of its own, and sleeps until it is called. */
public final class PollingThread implements AutoCloseable {

  private final Semaphore calls = new Semaphore(0);
  private final Thread thread = new Thread(this::run, "polling");
  private volatile Exchange exchange;
  private volatile boolean over;

  /** What the builder is given. */
  public void wake() {
    calls.release();
  }

  /** Begins to poll. */
  public Exchange drive(Exchange newExchange) {
    exchange = newExchange;
    thread.setDaemon(true);
    thread.start();
    return newExchange;
  }

  private void run() {
    try {
      while (!over) {
        while (exchange.poll() > 0) {
          // There may be more.
        }
        calls.acquireUninterruptibly();
        calls.drainPermits();
      }
    } catch (ExchangeFailedException e) {
      // Reported to whoever waits.
    }
  }

  /** Ends the thread. */
  @Override
  public void close() {
    over = true;
    wake();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
