package dev.tandem.jmh.wal;

import dev.tandem.jmh.harness.Waits;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Group commit: one sync runs at a time, and it carries all that was appended before it began.
 * Waiting producers lead in turn; or, once it was started, a thread syncs again and again. The
 * first is better for a lone producer, the second for all others: 215 against 256 µs with eight.
 */
final class GroupSync {

  private final AtomicLong synced = new AtomicLong(-1);
  private final ReentrantLock leading = new ReentrantLock();
  private final Thread syncer = new Thread(this::run, "group-sync");
  private final LongSupplier appended;
  private final LongSupplier force;
  private boolean threaded;
  private volatile boolean stopping;
  private volatile RuntimeException failure;

  /**
   * @param appended the highest ticket appended so far
   * @param force makes durable what was appended before the call, and returns the highest ticket of
   *     it; never called twice at once
   */
  GroupSync(LongSupplier appended, LongSupplier force) {
    this.appended = appended;
    this.force = force;
  }

  long synced() {
    return synced.getAcquire();
  }

  /** Leads a sync, or waits for the one that carries the ticket. */
  void await(long ticket) {
    int spins = 0;
    while (synced() < ticket) {
      failIfFailed();
      if (!threaded && leading.tryLock()) {
        try {
          if (synced() < ticket) {
            sync();
          }
        } finally {
          leading.unlock();
        }
      } else {
        spins = Waits.relax(spins);
      }
    }
  }

  /** Syncs whatever was appended, until it is stopped and nothing is left. */
  private void run() {
    try {
      syncUntilStopped();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private void syncUntilStopped() {
    int spins = 0;
    while (true) {
      boolean last = stopping;
      if (appended.getAsLong() > synced()) {
        sync();
        spins = 0;
      } else if (last) {
        return;
      } else {
        spins = Waits.relax(spins);
      }
    }
  }

  private void sync() {
    synced.setRelease(force.getAsLong());
  }

  /** Throws what ended the thread. */
  void failIfFailed() {
    RuntimeException e = failure;
    if (e != null) {
      throw new IllegalStateException("the log failed", e);
    }
  }

  /** Starts the thread; before any producer. */
  void start() {
    threaded = true;
    syncer.setDaemon(true);
    syncer.start();
  }

  /** Ends it when everything is durable. */
  void stop() {
    stopping = true;
    Waits.join(syncer);
  }
}
