package dev.tandem.wal;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * How far a log has been written and synced, and waits for it. One sync confirms all records that
 * it carried, so a confirmation is for a sequence and all before it.
 *
 * <p>All methods may be called by any thread. A wait cannot be interrupted: an interrupt is kept
 * for the caller. A log has its own; see {@link Wal#confirmations}.
 */
public interface Confirmations {

  /** Whether a record has reached a level: one read. */
  boolean isConfirmed(long sequence, Durability level);

  /** Highest sequence that is written; -1 if none. One read. */
  long written();

  /** Highest sequence that is synced; -1 if none. One read. */
  long synced();

  /** Waits as long as the log's configuration says; see the other {@code await}. */
  Confirmation await(long sequence, Durability level);

  /**
   * Waits until a record has reached a level.
   *
   * @param limit how long at most; one of more than 292 years is for ever. It bounds this wait
   *     only: the record is not withdrawn when it has passed, and must not be appended again for it
   * @throws ConfirmTimeoutException if it has not within the limit; its fate stays knowable
   * @throws WalPoisonedException if the log has failed before
   * @throws IllegalStateException if the log has been closed without ever taking the record
   */
  Confirmation await(long sequence, Durability level, Duration limit);

  /** As {@link #await(long, Durability, Duration)}, without an object. */
  void awaitNanos(long sequence, Durability level, long nanos);

  /**
   * A future that completes with the confirmation, or with what ended the log before. It completes
   * on a thread of the log or of who writes: see {@link ConfirmListener}.
   */
  CompletableFuture<Confirmation> future(long sequence, Durability level);

  /**
   * Notifies a listener once, when a record has reached a level; at once if it has. Allocates
   * nothing but to grow.
   */
  void whenConfirmed(long sequence, Durability level, ConfirmListener listener);
}
