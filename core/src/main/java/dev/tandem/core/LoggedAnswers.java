package dev.tandem.core;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecordMark;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.journal.EventReplay;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.LongConsumer;

/**
 * The answers of an exchange from some event record on, read from its log, and the state between
 * them: for a projection of what happened. As {@link LoggedEvents}, which has the event records
 * alone, it applies the log's commands again, takes no lock, changes nothing but its cursor, and
 * gives what is as durable as the options say.
 *
 * <p>For one thread at a time.
 */
public final class LoggedAnswers implements AutoCloseable {

  private final EventReplay replay;

  private LoggedAnswers(EventReplay replay) {
    this.replay = replay;
  }

  /**
   * Reads a log, under a name for which an exchange with {@link JournalOptions#keepForCursors}
   * keeps what was not said to be {@link #doneBefore}.
   *
   * @param options where the log is, and how durable an answer must be
   * @param name of letters, digits and {@code . _ -}; it may be open once at a time
   * @param from number of the first event record that is wanted: that of a RESULT
   * @param read the last record of the log that went into what is there already; see {@link
   *     #contradiction}
   * @throws JournalException if the log cannot be read, or has no snapshot and no records left from
   *     which that event can be made
   */
  public static LoggedAnswers open(
      JournalOptions options, String name, long from, RecordMark read) {
    if (from < 0) {
      throw new IllegalArgumentException("event record " + from + ", expected 0 or more");
    }
    return new LoggedAnswers(
        EventReplay.open(
            options,
            Objects.requireNonNull(name, "name"),
            from,
            Objects.requireNonNull(read, "read")));
  }

  /**
   * As {@link #open}, from the earliest point from which nothing is missing: the log's first record
   * or, where that was deleted, the oldest snapshot that the records left continue. What the name
   * had said to be done does not count any more.
   *
   * @throws JournalException if the log cannot be read, or there is no such snapshot
   */
  public static LoggedAnswers openOldest(JournalOptions options, String name) {
    return new LoggedAnswers(EventReplay.openOldest(options, Objects.requireNonNull(name, "name")));
  }

  /**
   * Gives the answers that have come since the last call, in order; none of commands that leave no
   * event records.
   *
   * @param before gets the time of each command before that is applied, when the state is as the
   *     one before left it
   * @param limit how long to wait if there are none
   * @param most records of the log that are applied by this call, at most
   * @return how many records were applied; 0 if there are no more at the moment
   * @throws JournalException if the log cannot be read, or what is needed was deleted
   */
  public int poll(ResultHandler handler, LongConsumer before, Duration limit, int most) {
    return replay.poll(
        Objects.requireNonNull(handler, "handler"),
        Objects.requireNonNull(before, "before"),
        Objects.requireNonNull(limit, "limit"),
        most);
  }

  /** Number of the event record that the next answer begins with. */
  public long nextEvent() {
    return replay.nextEvent();
  }

  /** Number of the next command with event records; of the wanted one once {@link #isThere}. */
  public long nextCommand() {
    return replay.nextCommand();
  }

  /** Whether the state is at least that in front of the first event that was wanted. */
  public boolean isThere() {
    return replay.isThere();
  }

  /** Which log it is; a number that no other has. */
  public long logId() {
    return replay.logId();
  }

  /**
   * Why the log does not have the record that was read last: it has lost it with the power, or it
   * was deleted. Then what follows is of another past. Empty if it has it.
   */
  public Optional<String> contradiction() {
    return Optional.ofNullable(replay.contradiction());
  }

  /**
   * The last record that was applied, to be remembered with what was made of it; {@link
   * RecordMark#NONE} if none was.
   */
  public RecordMark lastRecord() {
    return replay.lastRecord();
  }

  /**
   * Time of the last command in the snapshot that it began with, ns since the epoch; 0 if it began
   * with the log's first record.
   */
  public long beganNs() {
    return replay.beganNs();
  }

  /**
   * How many records the log has behind the last one that was applied: those that are not known to
   * be as durable as the options say, or have come meanwhile. It opens the log for that.
   *
   * @throws JournalException if the log cannot be read
   */
  public long recordsLeft() {
    return replay.recordsLeft();
  }

  /** All symbols, by rising id. */
  public List<SymbolSpec> symbols() {
    return ask(new StateQueries.Symbols());
  }

  /** The names of currencies, by rising id. */
  public SortedMap<Integer, Naming> currencyNames() {
    return ask(new StateQueries.CurrencyNames());
  }

  /** All books, by rising symbol. */
  public List<BookSnapshot> books() {
    return ask(new StateQueries.AllBooks());
  }

  /** What everybody owns. */
  public Balances balances() {
    return ask(new StateQueries.AllBalances());
  }

  private <T> T ask(StateQueries.Answer<T> query) {
    replay.visit(query);
    return query.future().join();
  }

  /**
   * Says that what is in front of a record is done, durably: the log need not keep it for this
   * name. It keeps that record, by which a later {@link #open} knows the log again.
   *
   * @throws JournalException if that cannot be written
   */
  public void doneBefore(RecordMark record) {
    replay.doneBefore(record.sequence());
  }

  /** Ends reading; the cursor stays. */
  @Override
  public void close() {
    replay.close();
  }
}
