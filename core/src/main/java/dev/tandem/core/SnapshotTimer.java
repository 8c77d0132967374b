package dev.tandem.core;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.journal.ExchangeStore;
import dev.tandem.wal.WalPoisonedException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Takes the automatic snapshots of an exchange, on a thread of its own. */
final class SnapshotTimer implements Runnable {

  private static final System.Logger LOG = System.getLogger(SnapshotTimer.class.getName());
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Runnable snapshot;
  private final BooleanSupplier isOver;
  private final ExchangeStore store;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private Thread thread;

  /**
   * @param snapshot takes one, and throws if there is none
   * @param isOver whether there will be none any more
   * @param store null if there never are any
   */
  SnapshotTimer(Runnable snapshot, BooleanSupplier isOver, ExchangeStore store) {
    this.snapshot = snapshot;
    this.isOver = isOver;
    this.store = store;
  }

  /** Starts the thread if the options enable automatic snapshots. */
  static SnapshotTimer startIfAsked(Exchange exchange, ExchangeStore store) {
    SnapshotTimer timer =
        new SnapshotTimer(exchange::snapshot, () -> exchange.failure().isPresent(), store);
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
    while (!isStopped()) {
      long logged = store.lastRecord() - lastRecord;
      if (isDue(options, logged, System.nanoTime() - lastNs)) {
        take();
        // Also after a failure: on a full disk the next attempt has to wait.
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

  boolean isStopped() {
    return stopped.getAcquire() || isOver.getAsBoolean();
  }

  /** Takes a snapshot; whatever goes wrong is reported, and costs this one alone. */
  void take() {
    try {
      snapshot.run();
    } catch (ExchangeFailedException | WalPoisonedException e) {
      // The kernel or its log has failed, which is reported to every caller that waits.
      stopped.set(true);
    } catch (Throwable t) {
      if (!isStopped()) {
        report(t);
      }
    }
  }

  /** Without memory even a line in the log may fail. */
  private static void report(Throwable t) {
    try {
      LOG.log(
          System.Logger.Level.WARNING,
          "no snapshot was written; the exchange continues, and so does its log",
          t);
    } catch (Throwable alsoFailed) {
      System.err.println("no snapshot was written: " + t);
    }
  }
}
