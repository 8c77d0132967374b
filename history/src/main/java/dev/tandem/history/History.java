package dev.tandem.history;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.history.store.Database;
import dev.tandem.history.store.Progress;
import dev.tandem.wal.WalCursor;
import dev.tandem.wal.WalException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * The history of an exchange: a thread follows its log into a database, and others answer questions
 * from there. The exchange, in this process or another, never waits for either. Its log keeps what
 * the history has not got yet, if it is kept for cursors ({@link JournalOptions#keepForCursors}).
 *
 * <p>It needs as much memory as the exchange, as it applies the same commands to a state of its
 * own. Any thread may call.
 */
public final class History implements AutoCloseable {

  private static final Duration WAIT = Duration.ofMillis(50);
  private static final long FIRST_PAUSE_MILLIS = 500;
  private static final long LONGEST_PAUSE_MILLIS = 60_000;
  private static final long CLOSE_MILLIS = 10_000;
  private static final System.Logger LOG = System.getLogger("dev.tandem.history");

  private final Follower follower;
  private final Questions questions;
  private final Thread thread;

  private History(JournalOptions log, Database database) {
    follower = new Follower(log, database);
    follower.keepRecords();
    questions = new Questions(database);
    thread = new Thread(this::run, "tandem-history");
    thread.setDaemon(true);
    thread.start();
  }

  /** The file of the history of an exchange whose log is in this directory, by default. */
  public static String fileBeside(Path log) {
    Path parent = log.toAbsolutePath().normalize().getParent();
    return "jdbc:sqlite:" + (parent == null ? log : parent).resolve(Database.USUAL_FILE);
  }

  /**
   * Checks that a history can be kept in a database of this address, without connecting to it.
   *
   * @throws IllegalArgumentException if it is of another kind, or its driver is not there
   */
  public static String checked(String url) {
    return Database.of(url).url();
  }

  /**
   * Starts to follow a log, which keeps its records for it from now on. Returns at once: what
   * cannot be used is tried again and again, and {@link #status} says so.
   *
   * @param log where the log is, and how durable a command must be before it is history
   * @param url of the database: {@code jdbc:sqlite:FILE} or {@code jdbc:postgresql:…}
   * @throws IllegalArgumentException if it is of another kind, or its driver is not there
   */
  public static History start(JournalOptions log, String url) {
    return new History(log, Database.of(url));
  }

  private void run() {
    long pause = FIRST_PAUSE_MILLIS;
    while (!follower.isEnding()) {
      try {
        follower.open();
        // Somebody may have built it again meanwhile.
        questions.reopen();
        while (!follower.isEnding()) {
          follower.step(WAIT);
          pause = FIRST_PAUSE_MILLIS;
        }
      } catch (SQLException | JournalException e) {
        follower.report(false, e.getMessage());
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.ERROR, "the history does not go on", e);
        follower.report(false, "a fault: " + e);
      }
      if (!follower.isEnding()) {
        follower.pause(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      }
    }
    closeFollower();
  }

  private void closeFollower() {
    try {
      follower.close();
    } catch (JournalException e) {
      LOG.log(System.Logger.Level.WARNING, "the history's cursor cannot be closed", e);
    }
  }

  /**
   * Whether there is a history of a log, followed at the moment or not: it has a cursor there.
   *
   * @param log directory of the log
   */
  public static boolean isFollowing(Path log) {
    return !cursors(log).isEmpty();
  }

  /**
   * The names of the cursors by which a log keeps its records for its histories.
   *
   * @throws HistoryException if they cannot be read
   */
  public static List<String> cursors(Path log) {
    try {
      return Cursors.of(log);
    } catch (WalException e) {
      throw new HistoryException(e.getMessage(), e);
    }
  }

  /** The name of the cursor that the history in a database has in a log, or will have. */
  public static String cursorOf(Path log, String url) {
    return Cursors.nameOf(log, Database.of(url));
  }

  /**
   * Has a log keep nothing any more for the history in a database, which stays as it is. Later it
   * may not be able to go on.
   *
   * @return whether the log kept anything for it
   * @throws HistoryException if it is followed at the moment, or the cursor cannot be deleted
   */
  public static boolean forget(Path log, String url) {
    try {
      return WalCursor.delete(log, cursorOf(log, url));
    } catch (WalException e) {
      throw new HistoryException(e.getMessage(), e);
    }
  }

  /** How far it is. */
  public HistoryStatus status() {
    return follower.status();
  }

  /** Answers questions from what is there. */
  public Questions questions() {
    return questions;
  }

  /**
   * Brings a database to the end of a log, and returns. While an exchange has the log, that is what
   * was there meanwhile. What is not known to be as durable as the options say is left: {@link
   * HistoryStatus#recordsLeft} says how much that is.
   *
   * @param today whether to write what everybody owns also if the last day has not ended
   * @throws HistoryException if log or database cannot be used, or another program follows the log
   */
  public static HistoryStatus build(JournalOptions log, String url, boolean today) {
    try (Follower follower = new Follower(log, Database.of(url))) {
      // What fails is thrown.
      follower.end();
      follower.open();
      boolean more = true;
      while (more) {
        more = follower.step(Duration.ZERO);
      }
      if (today) {
        follower.endDay();
      } else {
        follower.closeDay();
      }
      follower.flush();
      follower.step(Duration.ZERO);
      return follower.status().with(follower.recordsLeft());
    } catch (SQLException | JournalException e) {
      throw new HistoryException(e.getMessage(), e);
    }
  }

  /**
   * Throws a database away, and builds it from what the log has.
   *
   * @throws HistoryException if log or database cannot be used, or another program follows the log
   */
  public static HistoryStatus rebuild(JournalOptions log, String url) {
    Database database = Database.of(url);
    try {
      // Who follows the log at the moment keeps its database.
      WalCursor.open(log.directory(), Cursors.nameOf(log.directory(), database)).close();
      database.drop();
    } catch (SQLException | WalException e) {
      throw new HistoryException(database.place() + ": " + e.getMessage(), e);
    }
    return build(log, url, false);
  }

  /**
   * What a database has; it need not be followed by anybody.
   *
   * @throws HistoryException if it cannot be read
   */
  public static HistoryStatus statusOf(String url) {
    Database database = Database.of(url);
    try {
      Progress at = database.progress();
      return at == null
          ? new HistoryStatus(database.place(), false, 0, 0, 0, 0, false, 0, null)
          : new HistoryStatus(
              database.place(),
              true,
              at.wholeFrom(),
              at.wholeFromNs(),
              at.nextEvent(),
              at.timeNs(),
              false,
              0,
              null);
    } catch (SQLException e) {
      throw new HistoryException(database.place() + ": " + e.getMessage(), e);
    }
  }

  /** Ends; the next start continues where it was. Waits for at most ten seconds. */
  @Override
  public void close() {
    follower.end();
    questions.close();
    boolean interrupted = false;
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
