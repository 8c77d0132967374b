package dev.tandem.core;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.journal.ExchangeStore;
import dev.tandem.wal.WalPoisonedException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Takes the automatic snapshots of an exchange, on a thread of its own. */
final class SnapshotTimer implements Runnable {

  private static final System.Logger LOG = System.getLogger(SnapshotTimer.class.getName());
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Exchange exchange;
  private final ExchangeStore store;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private Thread thread;

  private SnapshotTimer(Exchange exchange, ExchangeStore store) {
    this.exchange = exchange;
    this.store = store;
  }

  /** Starts the thread if the options ask for automatic snapshots. */
  static SnapshotTimer startIfAsked(Exchange exchange, ExchangeStore store) {
    SnapshotTimer timer = new SnapshotTimer(exchange, store);
    if (store != null && store.options().hasAutomaticSnapshots()) {
      timer.thread = new Thread(timer, "tandem-snapshots");
      timer.thread.setDaemon(true);
      timer.thread.start();
    }
    return timer;
  }

  /** Begins no further snapshot. */
  void stop() {
    stopped.set(true);
    LockSupport.unpark(thread);
  }

  /** Waits for a snapshot that is being written. */
  void join() {
    if (thread == null) {
      return;
    }
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

  @Override
  public void run() {
    JournalOptions options = store.options();
    long lastRecord = store.snapshotSequence();
    long lastNs = System.nanoTime();
    while (!stopped.getAcquire() && exchange.failure().isEmpty()) {
      long logged = store.lastRecord() - lastRecord;
      if (isDue(options, logged, System.nanoTime() - lastNs)) {
        take();
        // Also after a failure: a full disk is not asked again at once.
        lastRecord = store.lastRecord();
        lastNs = System.nanoTime();
      }
      // By the clock, not by a wait plan: nothing is waited for, and the stop unparks.
      LockSupport.parkNanos(LOOK_NS);
    }
  }

  /**
   * @param logged records since the last snapshot
   * @param elapsedNs since then
   */
  static boolean isDue(JournalOptions options, long logged, long elapsedNs) {
    return (options.snapshotEvery() != 0 && logged >= options.snapshotEvery())
        || (!options.snapshotInterval().isZero()
            && logged > 0
            && elapsedNs >= TimeUnit.NANOSECONDS.convert(options.snapshotInterval()));
  }

  private void take() {
    try {
      exchange.snapshot();
    } catch (JournalException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "no snapshot was written; the exchange goes on, and so does its log",
          e);
    } catch (ExchangeFailedException | WalPoisonedException | IllegalStateException e) {
      // The kernel or its log has failed, which everybody is told who waits for it, or it is
      // closed.
      stopped.set(true);
    }
  }
}
