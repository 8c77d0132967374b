package dev.tandem.wal;

/**
 * Called when a record has reached a level. It runs on the log's writer thread, on a thread that
 * calls {@link Wal#writeAppended}, or, if the level had been reached before, on the thread that
 * adds the listener; {@link #failed} may run on any thread that ends the log. So it must be short
 * and must not wait for the log. What it throws is counted and dropped. One object may listen for
 * any number of records.
 */
@FunctionalInterface
public interface ConfirmListener {

  /** The record has reached the level. */
  void confirmed(long sequence, Durability level);

  /** The log failed, or was closed, before the record reached the level. */
  default void failed(long sequence, Durability level, Throwable cause) {}
}
