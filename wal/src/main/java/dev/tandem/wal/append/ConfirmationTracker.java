package dev.tandem.wal.append;

import dev.tandem.wal.ConfirmListener;
import dev.tandem.wal.ConfirmTimeoutException;
import dev.tandem.wal.Confirmation;
import dev.tandem.wal.Confirmations;
import dev.tandem.wal.Durability;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalPoisonedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * How far a log has come: who waits for it, and, on the writer's side, who publishes it. One read
 * where nothing has to be waited for.
 */
public final class ConfirmationTracker implements Confirmations {

  private static final VarHandle SYNC_REQUEST;
  private static final VarHandle SPINNING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SYNC_REQUEST = lookup.findVarHandle(ConfirmationTracker.class, "syncRequest", long.class);
      SPINNING = lookup.findVarHandle(ConfirmationTracker.class, "spinning", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** A sync takes longer only on a slow device, and then parking is the smaller part of it. */
  private static final long SPIN_NS = 300_000;

  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

  private final Positions positions;
  private final WriterSleep writerSleep;
  private final LongSupplier nextSequence;
  private final LogFailure failure;
  private final boolean syncsAlways;
  private final long limitNs;
  private final int spinners;

  private final ParkedWaiters waiters = new ParkedWaiters();
  private final PendingListeners writtenListeners = new PendingListeners(Durability.WRITTEN);
  private final PendingListeners syncedListeners = new PendingListeners(Durability.SYNCED);

  @SuppressWarnings("UnusedVariable") // Read by its handle.
  private long syncRequest = -1;

  @SuppressWarnings("UnusedVariable") // Read by its handle.
  private int spinning;

  /**
   * @param nextSequence gives the sequence that the next append will get
   */
  public ConfirmationTracker(
      WalConfig config,
      Positions positions,
      WriterSleep writerSleep,
      LongSupplier nextSequence,
      LogFailure failure) {
    this.positions = positions;
    this.writerSleep = writerSleep;
    this.nextSequence = nextSequence;
    this.failure = failure;
    syncsAlways = config.durability() == Durability.SYNCED;
    limitNs = nanos(config.confirmLimit());
    spinners = config.spinningWaiters();
  }

  @Override
  public boolean isConfirmed(long sequence, Durability level) {
    return switch (Objects.requireNonNull(level, "level")) {
      case SYNCED -> sequence <= positions.syncedAcquire();
      case WRITTEN -> sequence <= positions.writtenAcquire();
      case NONE -> sequence <= positions.writtenAcquire() || sequence < nextSequence.getAsLong();
    };
  }

  @Override
  public long written() {
    return positions.writtenAcquire();
  }

  @Override
  public long synced() {
    return positions.syncedAcquire();
  }

  @Override
  public Confirmation await(long sequence, Durability level) {
    awaitNanos(sequence, level, limitNs);
    return new Confirmation(sequence, level);
  }

  @Override
  public Confirmation await(long sequence, Durability level, Duration limit) {
    awaitNanos(sequence, level, nanos(limit));
    return new Confirmation(sequence, level);
  }

  public static long nanos(Duration limit) {
    Objects.requireNonNull(limit, "limit");
    if (limit.isNegative()) {
      return 0;
    }
    return limit.compareTo(FOR_EVER) < 0 ? limit.toNanos() : Long.MAX_VALUE;
  }

  @Override
  public void awaitNanos(long sequence, Durability level, long nanos) {
    if (isConfirmed(sequence, level)) {
      return;
    }
    // What follows counts spinners and queues waiters, and must not be broken off.
    StackProbe.require();
    long start = System.nanoTime();
    if (level == Durability.SYNCED) {
      requestSync(sequence);
    }
    // Its append may have been deferred.
    writerSleep.wake();
    if (!spin(sequence, level, start, Math.min(nanos, SPIN_NS))) {
      park(sequence, level, start, nanos);
    }
  }

  /** For a time, not by the {@link WaitLadder}, which says why. */
  @SuppressWarnings("ThreadPriorityCheck")
  private boolean spin(long sequence, Durability level, long start, long nanos) {
    try {
      if ((int) SPINNING.getAndAdd(this, 1) >= spinners) {
        return false;
      }
      while (System.nanoTime() - start < nanos) {
        Thread.onSpinWait();
        if (isConfirmed(sequence, level)) {
          return true;
        }
        if (failure.causeAcquire() != null) {
          return false;
        }
        Thread.yield();
      }
      return false;
    } finally {
      SPINNING.getAndAdd(this, -1);
    }
  }

  private void park(long sequence, Durability level, long start, long nanos) {
    ParkedWaiters.Node node = waiters.enter(sequence, level);
    boolean interrupted = false;
    try {
      while (true) {
        waiters.enqueue(node);
        if (isConfirmed(sequence, level)) {
          return;
        }
        if (failure.causeAcquire() != null || failure.isFinishedAcquire()) {
          // It may have been published, and then ended, since the look above.
          if (isConfirmed(sequence, level)) {
            return;
          }
          failure.checkSound();
          throw LogFailure.closedException();
        }
        long left = nanos - (System.nanoTime() - start);
        if (left <= 0) {
          throw new ConfirmTimeoutException(sequence, level, nanos, written(), synced());
        }
        LockSupport.parkNanos(this, left);
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public CompletableFuture<Confirmation> future(long sequence, Durability level) {
    ConfirmFuture future = new ConfirmFuture();
    whenConfirmed(sequence, level, future);
    return future;
  }

  @Override
  public void whenConfirmed(long sequence, Durability level, ConfirmListener listener) {
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(listener, "listener");
    PendingListeners pending = level == Durability.SYNCED ? syncedListeners : writtenListeners;
    if (level == Durability.NONE) {
      if (!isConfirmed(sequence, level)) {
        throw new IllegalArgumentException("sequence " + sequence + " has not been appended");
      }
      listener.confirmed(sequence, level);
      return;
    }
    pending.add(sequence, listener);
    if (level == Durability.SYNCED) {
      requestSync(sequence);
    }
    writerSleep.wake();
    // The writer may have published, or ended, before it could see the listener.
    pending.reportReached(level == Durability.SYNCED ? synced() : written());
    if (failure.causeAcquire() != null || failure.isFinishedAcquire()) {
      failListeners();
    }
  }

  /** Has the writer sync up to a record at least; no news where it syncs every batch. */
  void requestSync(long sequence) {
    if (syncsAlways) {
      return;
    }
    long before;
    do {
      before = (long) SYNC_REQUEST.getVolatile(this);
    } while (before < sequence && !SYNC_REQUEST.compareAndSet(this, before, sequence));
    writerSleep.wake();
  }

  // The writer's side.

  /**
   * Whether a sync is requested and there is something to sync. A request ahead of its record has
   * to wait for the record.
   */
  public boolean isSyncDueVolatile() {
    long synced = synced();
    return (long) SYNC_REQUEST.getVolatile(this) > synced && written() > synced;
  }

  public void publishWritten(long sequence) {
    positions.publishWrittenVolatile(sequence);
    waiters.wakeReached(sequence, synced());
    writtenListeners.reportReached(sequence);
  }

  public void publishSynced(long sequence) {
    positions.publishSyncedVolatile(sequence);
    waiters.wakeReached(written(), sequence);
    syncedListeners.reportReached(sequence);
  }

  /** The log has failed or is closed: nothing is confirmed any more. */
  public void end() {
    waiters.wakeAll();
    failListeners();
  }

  private void failListeners() {
    Throwable cause = failure.causeAcquire();
    Throwable reported =
        cause == null ? LogFailure.closedException() : new WalPoisonedException(cause);
    // Read behind the end, so that nothing published before it is reported as failed.
    writtenListeners.endAll(written(), reported);
    syncedListeners.endAll(synced(), reported);
  }

  public long listenerFailures() {
    return writtenListeners.failures() + syncedListeners.failures();
  }

  private static final class ConfirmFuture extends CompletableFuture<Confirmation>
      implements ConfirmListener {

    @Override
    public void confirmed(long sequence, Durability level) {
      complete(new Confirmation(sequence, level));
    }

    @Override
    public void failed(long sequence, Durability level, Throwable cause) {
      completeExceptionally(cause);
    }
  }
}
