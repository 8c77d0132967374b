package dev.tandem.core.journal;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecordMark;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.command.Command;
import dev.tandem.core.event.EventBatch;
import dev.tandem.core.event.EventRecordListener;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.snapshot.Snapshots;
import dev.tandem.core.statemachine.Query;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.hash.Hashing;
import dev.tandem.hash.Xxh3;
import dev.tandem.wal.Durability;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Tailer;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalCursor;
import dev.tandem.wal.WalException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Makes the event records of a log again from some number on, by applying its commands to stages of
 * its own; see {@link dev.tandem.core.LoggedEvents} and {@link dev.tandem.core.LoggedAnswers}.
 */
public final class EventReplay implements AutoCloseable {

  private static final Xxh3 XXH3 = Hashing.xxh3();

  private final Path directory;
  private final WalCursor cursor;

  /** What was read before by who reads on; null if that does not matter. */
  private final RecordMark earlier;

  private long from;
  private long logId;
  private long beganNs;
  private Stages stages;
  private LogReplay replay;
  private Tailer tailer;

  /** Of the call that runs. */
  private EventRecordListener listener = events -> {};

  private ResultHandler answers = ResultHandler.NONE;

  /** Null where nobody asks for it. */
  private LongConsumer before;

  /** The record that comes next. */
  private long nextRecord;

  /** Whether a command is applied, or was when something threw. */
  private boolean applying;

  /** The last record that was applied, if the reader wants to know. */
  private RecordMark last = RecordMark.NONE;

  /** Why the log is not the one that was read before; null if it is. */
  private String contradiction;

  private EventReplay(Path directory, long from, RecordMark earlier, WalCursor cursor) {
    this.directory = directory;
    this.from = from;
    this.earlier = earlier;
    this.cursor = cursor;
  }

  /**
   * Opens a log, and changes nothing but the cursor.
   *
   * @param name of the cursor; null if there is none
   * @param from number of the first event record that is wanted
   */
  public static EventReplay open(JournalOptions options, String name, long from) {
    return open(options, name, from, null, false);
  }

  /**
   * The same, for a reader that has what is in front of that event.
   *
   * @param earlier the last record that it has read; see {@link #contradiction}
   */
  public static EventReplay open(
      JournalOptions options, String name, long from, RecordMark earlier) {
    return open(options, name, from, earlier, false);
  }

  /**
   * Opens a log at the earliest point from which all that follows can be made: its first record, or
   * the oldest snapshot that the records left continue. Its cursor, if it has a name, goes back to
   * the oldest record.
   */
  public static EventReplay openOldest(JournalOptions options, String name) {
    return open(options, name, 0, RecordMark.NONE, true);
  }

  private static EventReplay open(
      JournalOptions options, String name, long from, RecordMark earlier, boolean oldest) {
    Path directory = options.directory();
    WalCursor cursor = null;
    EventReplay opened = null;
    try {
      cursor = name == null ? null : WalCursor.open(directory, name);
      EventReplay events = new EventReplay(directory, from, earlier, cursor);
      if (oldest) {
        events.beginWithOldest(options);
      } else {
        events.begin(options);
      }
      opened = events;
      return events;
    } catch (IOException e) {
      throw new JournalException(e);
    } finally {
      if (opened == null && cursor != null) {
        closeQuietly(cursor);
      }
    }
  }

  private static void closeQuietly(WalCursor cursor) {
    try {
      cursor.close();
    } catch (WalException e) {
      // What failed before is the cause.
    }
  }

  private void begin(JournalOptions options) throws IOException {
    long upTo = Long.MAX_VALUE;
    long included;
    try (Wal wal = openReadOnly(directory)) {
      contradiction = earlier == null ? null : contradiction(wal);
      do {
        included = restore(options, wal, Math.min(upTo, wal.nextSequence() - 1));
        upTo = included - 1;
      } while (stages.eventCount() > from);
    } catch (JournalException e) {
      throw new JournalException(
          "%s: event record %d is wanted, and cannot be made again: %s"
              .formatted(directory, from, e.getMessage()),
          new IOException(e));
    }
    follow(options, included);
  }

  private void beginWithOldest(JournalOptions options) throws IOException {
    if (cursor != null) {
      cursor.skipTo(-1);
    }
    long included;
    try (Wal wal = openReadOnly(directory)) {
      included = restore(options, wal, oldest(directory, wal));
    }
    from = stages.eventCount();
    follow(options, included);
  }

  /** The last record that is included in the oldest sound snapshot which the log continues. */
  private static long oldest(Path directory, Wal wal) throws IOException {
    Path place = ExchangeStore.snapshotsIn(directory);
    if (wal.firstSequence() > 0 && Files.isDirectory(place)) {
      Snapshots snapshots = Snapshots.openReadOnly(place);
      List<SnapshotInfo> all = snapshots.list(damaged -> {});
      for (SnapshotInfo each : all) {
        if (each.logSequence() >= wal.firstSequence() - 1) {
          try (Snapshots.Loaded loaded = snapshots.latestValid(each.logSequence(), damaged -> {})) {
            if (loaded != null && loaded.info().logSequence() == each.logSequence()) {
              return each.logSequence();
            }
          }
        }
      }
    }
    // Nothing is included; if the first records are gone, that is reported as it is found.
    return -1;
  }

  /** Looks for the record that was read last. */
  private String contradiction(Wal wal) throws IOException {
    long read = earlier.sequence();
    if (read < 0) {
      return null;
    }
    if (read < wal.firstSequence()) {
      return "record %d was the last one read from the log in %s, which begins with record %d now"
          .formatted(read, directory, wal.firstSequence());
    }
    if (read >= wal.nextSequence()) {
      return "record %d was read from the log in %s, which ends in front of record %d now: it has lost what was not synced, as after a loss of power"
          .formatted(read, directory, wal.nextSequence());
    }
    try (Tailer found = wal.tail(read)) {
      return found.next() && mark(found).equals(earlier)
          ? null
          : "record %d of the log in %s is another one than was read: it had lost what was not synced, as after a loss of power, and went on"
              .formatted(read, directory);
    }
  }

  private static RecordMark mark(Tailer at) {
    MemorySegment body = at.body();
    return new RecordMark(at.sequence(), at.timestampNs(), XXH3.hash(body, 0, body.byteSize()));
  }

  private static Wal openReadOnly(Path directory) throws IOException {
    return Wal.open(directory, WalConfig.builder().mode(ReadMode.READ_ONLY).build());
  }

  /** Brings new stages to the newest snapshot up to a record; returns what is included. */
  private long restore(JournalOptions options, Wal wal, long upTo) throws IOException {
    boolean risk = LogOpening.hasRisk(options);
    logId = wal.logId();
    stages = new Stages(risk ? 1 : 0, 1, 0, 0, () -> 0, c -> {}, null);
    LogOpening opening = new LogOpening(options, stages, 1, ReplayListeners.NONE);
    try (Snapshots.Loaded snapshot = opening.snapshotUpTo(upTo)) {
      long included = opening.takeOver(wal, snapshot);
      beganNs = snapshot == null ? 0 : stages.timeNs();
      return included;
    }
  }

  private void follow(JournalOptions options, long included) throws WalException {
    replay =
        new LogReplay(
            directory, stages, stages.results(this::onAnswer, this::onEvents), this::beforeCommand);
    Durability level =
        options.durability() == Durability.SYNCED ? Durability.SYNCED : Durability.WRITTEN;
    nextRecord = included + 1;
    tailer = Tailer.open(directory, nextRecord, level);
  }

  private void beforeCommand(Command command) {
    if (before != null && stages.eventCount() >= from) {
      before.accept(command.timestampNs);
    }
  }

  private void onAnswer(Command answer) throws Exception {
    if (answer.eventNumber >= from) {
      answers.onResult(answer);
    }
  }

  private void onEvents(EventBatch events) throws Exception {
    if (events.firstEvent() + events.count() > from) {
      listener.onEvents(events);
    }
  }

  /** Applies what has come, and returns the number of the next event record. */
  public long poll(EventRecordListener to, Duration limit) {
    listener = to;
    apply(limit, Integer.MAX_VALUE);
    return stages.eventCount();
  }

  /**
   * Applies what has come, but not more than so many records.
   *
   * @param to gets the answers that leave event records
   * @param earlier gets the time of each command before it is applied
   * @return how many records were applied
   */
  public int poll(ResultHandler to, LongConsumer earlier, Duration limit, int most) {
    answers = to;
    before = earlier;
    return apply(limit, most);
  }

  private int apply(Duration limit, int most) {
    checkWhole();
    int applied = 0;
    try {
      boolean more = tailer.next(limit);
      while (more) {
        applying = true;
        replay.apply(tailer);
        nextRecord = tailer.sequence() + 1;
        if (earlier != null) {
          last = mark(tailer);
        }
        applying = false;
        more = ++applied < most && tailer.next();
      }
    } catch (WalException e) {
      throw new JournalException(e);
    }
    return applied;
  }

  /** The number of the next event record. */
  public long nextEvent() {
    return Math.max(from, stages.eventCount());
  }

  /** The number of the next command that leaves event records, if it is known already. */
  public long nextCommand() {
    return stages.recordedCommands();
  }

  /** Whether all that was asked for is in front: the state is as the event before it left it. */
  public boolean isThere() {
    return stages.eventCount() >= from;
  }

  /** Which log it is. */
  public long logId() {
    return logId;
  }

  /** Time of the last command in the snapshot that it began with; 0 if there was none. */
  public long beganNs() {
    return beganNs;
  }

  /** The last record that was applied; {@link RecordMark#NONE} if none was. */
  public RecordMark lastRecord() {
    return last;
  }

  /**
   * Why the log does not have the record that its reader has read last: it was cut, or has lost it.
   * Null if it has it.
   */
  public String contradiction() {
    return contradiction;
  }

  /** How many records the log has behind the last one that was applied, durable or not. */
  public long recordsLeft() {
    try (Wal wal = openReadOnly(directory)) {
      return Math.max(0, wal.nextSequence() - nextRecord);
    } catch (IOException e) {
      throw new JournalException(e);
    }
  }

  /** Has a query visit the state behind the last command that was applied. */
  public void visit(Query query) {
    stages.visit(query);
  }

  private void checkWhole() {
    if (applying) {
      throw new IllegalStateException(
          "the listener has not got all records of a command, as it threw: open the events again");
    }
  }

  /** Has the writer keep nothing more of what was given. */
  public void done() {
    if (cursor == null) {
      throw new IllegalStateException("these events are read without a name");
    }
    checkWhole();
    try {
      if (tailer.sequence() + 1 < cursor.next()) {
        // It was further before it was opened again, by records that leave no events.
        return;
      }
      cursor.advance(tailer);
    } catch (WalException e) {
      throw new JournalException(e);
    }
  }

  /** Has the writer keep nothing in front of this record, which is kept itself. */
  public void doneBefore(long sequence) {
    checkWhole();
    try {
      if (sequence > cursor.next()) {
        cursor.skipTo(sequence);
      }
    } catch (WalException e) {
      throw new JournalException(e);
    }
  }

  @Override
  public void close() {
    tailer.close();
    if (cursor != null) {
      try {
        cursor.close();
      } catch (WalException e) {
        throw new JournalException(e);
      }
    }
  }
}
