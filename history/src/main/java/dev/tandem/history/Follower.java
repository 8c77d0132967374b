package dev.tandem.history;

import dev.tandem.core.LoggedAnswers;
import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecordMark;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Command;
import dev.tandem.history.projection.Projection;
import dev.tandem.history.rows.DayBalances;
import dev.tandem.history.store.Database;
import dev.tandem.history.store.Progress;
import dev.tandem.history.store.Writer;
import dev.tandem.wal.WalException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Brings a database to where the log is, and says to the log how far it is. What fails is tried
 * again from what the database has, so nothing is written twice or left out.
 *
 * <p>For one thread at a time, but for {@link #status} and {@link #end}.
 */
final class Follower implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Follower.class.getName());

  private static final int MOST_RECORDS = 1_024;
  private static final int MOST_ROWS = 20_000;
  private static final long FRESH_NS = 200_000_000;
  private static final long DONE_EVERY_NS = 1_000_000_000;
  private static final long PAUSE_MILLIS = 1_000;

  /** Records that leave no events are not written down, until there are so many. */
  private static final long MANY_RECORDS = 100_000;

  /** Commands of a day may come so long after it, by clocks that differ. */
  private static final Duration GRACE = Duration.ofMinutes(1);

  private final JournalOptions log;
  private final Database database;

  /** The name under which the log keeps its records for it. */
  private final String cursor;

  private final CountDownLatch ended = new CountDownLatch(1);
  private Projection projection = new Projection();
  private LoggedAnswers answers;
  private Writer writer;

  /** What the database has; null if it is empty. */
  private Progress written;

  /** What it has with the batch that is being filled. */
  private Progress next;

  /** The last day whose balances are written or in the batch, as they are now; null if none. */
  private LocalDate closed;

  private long flushedNs = System.nanoTime();
  private long doneNs;
  private boolean doneIsDue;
  private Instant lastAnswer = Instant.EPOCH;
  private volatile HistoryStatus status;

  Follower(JournalOptions log, Database database) {
    this.log = Objects.requireNonNull(log, "log");
    this.database = database;
    cursor = Cursors.nameOf(log.directory(), database);
    status = new HistoryStatus(database.place(), false, 0, 0, 0, 0, false, 0, null);
  }

  /** How far it is. Any thread. */
  HistoryStatus status() {
    return status;
  }

  /** Has it end at the next opportunity. Any thread. */
  void end() {
    ended.countDown();
  }

  /** Has the log keep its records for it, also while the database cannot be reached. */
  void keepRecords() {
    try {
      Cursors.keep(log.directory(), cursor);
    } catch (WalException e) {
      // It is tried again, and said, when the log is read.
      LOG.log(System.Logger.Level.WARNING, "the history''s cursor cannot be made: {0}", e);
    }
  }

  boolean isEnding() {
    return ended.getCount() == 0;
  }

  /** Waits, unless it is to end. */
  void pause(long millis) {
    boolean interrupted = false;
    try {
      if (ended.await(millis, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Opens database and log where the database has come to.
   *
   * @throws JournalException if the log does not have what comes next, or has another past
   */
  void open() throws SQLException {
    close();
    projection = new Projection();
    writer = Writer.open(database);
    written = writer.progress();
    if (written == null) {
      answers = LoggedAnswers.openOldest(log, cursor);
      answers.symbols().forEach(projection::begin);
      answers.currencyNames().forEach(projection::begin);
      answers.books().forEach(book -> projection.begin(book, answers.beganNs()));
      long event = answers.nextEvent();
      long command = answers.nextCommand();
      next =
          new Progress(
              answers.logId(),
              event,
              command,
              answers.beganNs(),
              event,
              command,
              answers.beganNs(),
              RecordMark.NONE);
    } else {
      writer.resume(projection);
      answers = LoggedAnswers.open(log, cursor, written.nextEvent(), written.last());
      String refusal = refusal();
      if (refusal != null) {
        // Whoever builds it again meanwhile needs the cursor.
        close();
        throw new JournalException(database.place() + ": " + refusal);
      }
      next = written;
    }
    closed = null;
    report(false, null);
  }

  /** Why the database cannot go on with this log; null if it can. */
  private String refusal() {
    if (answers.logId() != written.logId()) {
      return "is of log %016x, and the log in %s is %016x"
          .formatted(written.logId(), log.directory(), answers.logId());
    }
    return answers
        .contradiction()
        .map(
            why ->
                "does not go with its log any more: %s. Build it again: %s"
                    .formatted(why, rebuilding()))
        .orElse(null);
  }

  /** The command that builds it again. */
  private String rebuilding() {
    boolean isUsual = database.url().equals(History.fileBeside(log.directory()));
    return "tandem history %s%s --rebuild"
        .formatted(log.directory(), isUsual ? "" : " --url " + database.place());
  }

  /**
   * Applies some of what has come, and writes it where it is much or old.
   *
   * @return whether there was anything
   */
  boolean step(Duration wait) throws SQLException {
    int applied = answers.poll(this::onAnswer, this::before, wait, MOST_RECORDS);
    long now = System.nanoTime();
    boolean idle = applied == 0;
    if (idle && Duration.between(lastAnswer, Instant.now()).compareTo(GRACE) > 0) {
      closeDay();
    }
    boolean isDue = idle || now - flushedNs > FRESH_NS;
    if (answers.lastRecord().sequence() - next.last().sequence() > MANY_RECORDS) {
      next = next.behind(answers.lastRecord());
    }
    if (projection.batch().rows() >= MOST_ROWS || isDue) {
      flush();
    }
    // The cursor must not pass what the database does not have.
    boolean isWritten = next.equals(written) && projection.batch().rows() == 0;
    if (doneIsDue && isWritten && answers.isThere() && (idle || now - doneNs > DONE_EVERY_NS)) {
      doneNs = now;
      doneIsDue = false;
      answers.doneBefore(written.last());
    }
    report(idle && answers.isThere(), null);
    return !idle;
  }

  private void onAnswer(Command answer) {
    projection.apply(answer);
    lastAnswer = Instant.now();
    closed = null;
    long event = answer.eventNumber + 1 + records(answer);
    next = next.at(event, answer.number + 1, answer.timestampNs);
  }

  private static long records(Command answer) {
    return (long) answer.outcomes.count() + (answer.releasedQuantity == 0 ? 0 : 1);
  }

  /** A command of another day comes: what there is now is what the day before ended with. */
  private void before(long timeNs) {
    if (next.timeNs() > 0 && dayOf(timeNs).isAfter(dayOf(next.timeNs()))) {
      endDay(dayOf(next.timeNs()));
    }
  }

  /** Writes what everybody owns if the day of the last command is over by this machine's clock. */
  void closeDay() {
    if (next.timeNs() > 0 && isOver(dayOf(next.timeNs()))) {
      endDay(dayOf(next.timeNs()));
    }
  }

  private static boolean isOver(LocalDate day) {
    return day.isBefore(Instant.now().minus(GRACE).atZone(ZoneOffset.UTC).toLocalDate());
  }

  /** Writes what everybody owns now as of the day of the last command, though it may go on. */
  void endDay() {
    if (next.timeNs() > 0) {
      LocalDate day = dayOf(next.timeNs());
      if (isOver(day)) {
        endDay(day);
      } else {
        projection.endDay(day, DayBalances.unfinished(next.nextEvent()), users());
      }
    }
  }

  private void endDay(LocalDate day) {
    if (!day.equals(closed)) {
      projection.endDay(day, next.nextEvent(), users());
      closed = day;
    }
  }

  private List<UserState> users() {
    return answers.balances().users();
  }

  static LocalDate dayOf(long timeNs) {
    return Instant.EPOCH.plusNanos(timeNs).atZone(ZoneOffset.UTC).toLocalDate();
  }

  /** Writes the batch, and tries until it is written or {@link #end} is called. */
  void flush() throws SQLException {
    flushedNs = System.nanoTime();
    if (next.equals(written) && projection.batch().rows() == 0) {
      return;
    }
    next = next.behind(answers.lastRecord());
    boolean isWritten = false;
    while (!isWritten) {
      try {
        isWritten = writer == null && isThere();
        if (!isWritten) {
          writer.write(projection.batch(), written, next);
          isWritten = true;
        }
      } catch (SQLException e) {
        closeWriter();
        if (isEnding()) {
          throw e;
        }
        report(false, database.place() + ": " + e.getMessage());
        pause(PAUSE_MILLIS);
      }
    }
    projection.batch().clear();
    written = next;
    doneIsDue = true;
  }

  /** Connects again; whether the batch is in the database, though its commit seemed to fail. */
  private boolean isThere() throws SQLException {
    writer = Writer.open(database);
    Progress found = writer.progress();
    if (Objects.equals(found, written)) {
      return false;
    }
    if (Objects.equals(found, next)) {
      return true;
    }
    throw new IllegalStateException(
        database.place() + ": somebody else writes this history, it is at " + found);
  }

  /** How many records of the log it has not applied. */
  long recordsLeft() {
    return answers.recordsLeft();
  }

  void report(boolean caughtUp, String problem) {
    if (problem != null && !problem.equals(status.problem())) {
      LOG.log(System.Logger.Level.WARNING, "the history waits: {0}", problem);
    }
    Progress at = written;
    if (at == null && next != null) {
      // Nothing is there yet.
      at = next.at(next.wholeFrom(), next.wholeFromCommand(), next.wholeFromNs());
    }
    status =
        at == null
            ? new HistoryStatus(database.place(), false, 0, 0, 0, 0, false, 0, problem)
            : new HistoryStatus(
                database.place(),
                written != null,
                at.wholeFrom(),
                at.wholeFromNs(),
                at.nextEvent(),
                at.timeNs(),
                caughtUp && written != null,
                0,
                problem);
  }

  private void closeWriter() {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }

  @Override
  public void close() {
    closeWriter();
    if (answers != null) {
      LoggedAnswers closing = answers;
      answers = null;
      closing.close();
    }
  }
}
