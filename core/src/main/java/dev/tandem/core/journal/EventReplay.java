package dev.tandem.core.journal;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.event.EventBatch;
import dev.tandem.core.event.EventRecordListener;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.snapshot.Snapshots;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.wal.Durability;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Tailer;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalCursor;
import dev.tandem.wal.WalException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Makes the event records of a log again from some number on, by applying its commands to stages of
 * its own; see {@link dev.tandem.core.LoggedEvents}.
 */
public final class EventReplay implements AutoCloseable {

  private final long from;
  private final WalCursor cursor;
  private Stages stages;
  private LogReplay replay;
  private Tailer tailer;

  /** Of the call that runs. */
  private EventRecordListener listener;

  /** Whether a command is applied, or was when something threw. */
  private boolean applying;

  private EventReplay(long from, WalCursor cursor) {
    this.from = from;
    this.cursor = cursor;
  }

  /**
   * Opens a log, and changes nothing but the cursor.
   *
   * @param name of the cursor; null if there is none
   * @param from number of the first event record that is wanted
   */
  public static EventReplay open(JournalOptions options, String name, long from) {
    Path directory = options.directory();
    WalCursor cursor = null;
    EventReplay opened = null;
    try {
      cursor = name == null ? null : WalCursor.open(directory, name);
      EventReplay events = new EventReplay(from, cursor);
      events.begin(options);
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
    Path directory = options.directory();
    boolean risk = LogOpening.hasRisk(options);
    WalConfig readOnly = WalConfig.builder().mode(ReadMode.READ_ONLY).build();
    long upTo = Long.MAX_VALUE;
    long included;
    try (Wal wal = Wal.open(directory, readOnly)) {
      do {
        stages = new Stages(risk ? 1 : 0, 1, 0, 0, () -> 0, c -> {}, null);
        LogOpening opening = new LogOpening(options, stages, 1, ReplayListeners.NONE);
        try (Snapshots.Loaded snapshot =
            opening.snapshotUpTo(Math.min(upTo, wal.nextSequence() - 1))) {
          included = opening.takeOver(wal, snapshot);
        }
        upTo = included - 1;
      } while (stages.eventCount() > from);
    } catch (JournalException e) {
      throw new JournalException(
          "%s: event record %d is wanted, and cannot be made again: %s"
              .formatted(directory, from, e.getMessage()),
          new IOException(e));
    }
    replay = new LogReplay(directory, stages, stages.results(ResultHandler.NONE, this::onEvents));
    Durability level =
        options.durability() == Durability.SYNCED ? Durability.SYNCED : Durability.WRITTEN;
    tailer = Tailer.open(directory, included + 1, level);
  }

  private void onEvents(EventBatch events) throws Exception {
    if (events.firstEvent() + events.count() > from) {
      listener.onEvents(events);
    }
  }

  /** Applies what has come, and returns the number of the next event record. */
  public long poll(EventRecordListener to, Duration limit) {
    checkWhole();
    listener = to;
    try {
      boolean more = tailer.next(limit);
      while (more) {
        applying = true;
        replay.apply(tailer);
        applying = false;
        more = tailer.next();
      }
    } catch (WalException e) {
      throw new JournalException(e);
    }
    return stages.eventCount();
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
      cursor.advance(tailer);
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
