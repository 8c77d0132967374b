package dev.tandem.core;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.event.EventRecordListener;
import dev.tandem.core.journal.EventReplay;
import java.time.Duration;
import java.util.Objects;

/**
 * The event records of an exchange from some number on, read from its log: for a drop copy or an
 * audit in another process, beside the exchange or after it. A log holds commands; their events are
 * computed again by applying them, so this needs as much memory as the exchange. It starts from the
 * newest snapshot in front of the wanted event, takes no lock and changes nothing but its cursor.
 *
 * <p>Given are the events that are as durable as the options say: with {@code SYNCED} those whose
 * command a mark in the log says is synced, which the log writes with its next batch or after 10
 * ms.
 *
 * <p>For one thread at a time.
 */
public final class LoggedEvents implements AutoCloseable {

  private final EventReplay events;

  private LoggedEvents(EventReplay events) {
    this.events = events;
  }

  /**
   * Reads a log.
   *
   * @param options where the log is, whether snapshots are used, and how durable an event must be
   * @param from number of the first event that is wanted, from 0
   * @throws JournalException if the log cannot be read, or has no snapshot and no records left from
   *     which that event can be made
   */
  public static LoggedEvents open(JournalOptions options, long from) {
    return new LoggedEvents(EventReplay.open(options, null, checked(from)));
  }

  /**
   * As {@link #open(JournalOptions, long)} under a name, for which an exchange with {@link
   * JournalOptions#keepForCursors} keeps what was not said to be {@link #done}. A name that is new
   * keeps all that there is.
   *
   * @param name of letters, digits and {@code . _ -}; it may be open once at a time
   */
  public static LoggedEvents open(JournalOptions options, String name, long from) {
    return new LoggedEvents(
        EventReplay.open(options, Objects.requireNonNull(name, "name"), checked(from)));
  }

  private static long checked(long from) {
    if (from < 0) {
      throw new IllegalArgumentException("event record " + from + ", expected 0 or more");
    }
    return from;
  }

  /**
   * Gives the events that have come since the last call, one command at a time and in order. The
   * first batch may begin before the event that was wanted: {@code EventBatch.firstEvent()} says
   * where.
   *
   * @param limit how long to wait if there are none
   * @return number of the next event
   * @throws JournalException if the log cannot be read, or what is needed was deleted
   */
  public long poll(EventRecordListener listener, Duration limit) {
    return events.poll(
        Objects.requireNonNull(listener, "listener"), Objects.requireNonNull(limit, "limit"));
  }

  /**
   * Says that all events given are done, durably: a later {@link #open} under this name is from an
   * event behind them.
   *
   * @throws IllegalStateException if it was opened without a name
   */
  public void done() {
    events.done();
  }

  /** Ends reading; the cursor stays. */
  @Override
  public void close() {
    events.close();
  }
}
