package dev.tandem.core.journal;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.LogPosition;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.snapshot.Snapshots;
import dev.tandem.core.state.InvalidImageException;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.wal.Durability;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalCorruptedException;
import dev.tandem.wal.WalReader;
import dev.tandem.wal.WalRecoveryReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.StringJoiner;

/** Opens the log of an exchange: the newest valid snapshot, and the records after it. */
class LogOpening {

  private static final int DEFAULT_SEGMENT_BYTES = 64 << 20;

  private final JournalOptions options;
  private final Path directory;
  private final Stages stages;
  private final int ringSize;
  private final ReplayListeners replayed;
  private StringJoiner skipped = new StringJoiner("; ");

  /** Of the newest valid one; null if there is none. */
  private SnapshotInfo newest;

  /** The one to begin with; null begins with the first record. */
  private Snapshots.Loaded snapshot;

  LogOpening(JournalOptions options, Stages stages, int ringSize, ReplayListeners replayed) {
    if (options.readMode() == ReadMode.READ_ONLY) {
      throw new IllegalArgumentException(
          "an exchange writes to its log: READ_ONLY is for those who only look at it");
    }
    this.options = options;
    this.directory = options.directory();
    this.stages = stages;
    this.ringSize = ringSize;
    this.replayed = replayed;
  }

  ExchangeStore open() {
    long startNs = System.nanoTime();
    try {
      Wal wal = openLog();
      try {
        return recover(wal, startNs);
      } catch (Throwable e) {
        closeAfter(e, wal);
        throw e;
      }
    } catch (IOException e) {
      throw new JournalException(e);
    } finally {
      begin(null);
    }
  }

  private Wal openLog() throws IOException {
    if (options.mostReplayedBefore() > 0) {
      try {
        return Wal.open(directory, config(), () -> firstNeeded(true));
      } catch (WalCorruptedException damaged) {
        // The newest snapshot may make up for it.
        begin(null);
      }
    }
    return Wal.open(directory, config(), () -> firstNeeded(false));
  }

  /**
   * Loads the snapshot, which nobody replaces while this process has the log's lock.
   *
   * @param earlier whether to begin with the one before the newest, or with the first record
   */
  private long firstNeeded(boolean earlier) throws IOException {
    skipped = new StringJoiner("; ");
    begin(newestSnapshot());
    newest = snapshot == null ? null : snapshot.info();
    if (earlier && newest != null) {
      Snapshots.Loaded older =
          Snapshots.openReadOnly(ExchangeStore.snapshotsIn(directory))
              .latestValid(newest.logSequence() - 1, damaged -> {});
      if (newest.logSequence() - included(older) <= options.mostReplayedBefore()) {
        begin(older);
      } else if (older != null) {
        older.close();
      }
    }
    return included(snapshot) + 1;
  }

  private static long included(Snapshots.Loaded loaded) {
    return loaded == null ? -1 : loaded.info().logSequence();
  }

  private void begin(Snapshots.Loaded with) {
    if (snapshot != null) {
      snapshot.close();
    }
    snapshot = with;
  }

  private static void closeAfter(Throwable failure, Wal wal) {
    try {
      wal.close();
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /** Overridden by tests. */
  Snapshots.Loaded newestSnapshot() throws IOException {
    return snapshotUpTo(Long.MAX_VALUE);
  }

  /** The newest valid snapshot that includes no record behind this one; null if there is none. */
  final Snapshots.Loaded snapshotUpTo(long sequence) throws IOException {
    Path place = ExchangeStore.snapshotsIn(directory);
    if (options.areSnapshotsIgnored() || !Files.isDirectory(place)) {
      return null;
    }
    return Snapshots.openReadOnly(place)
        .latestValid(
            sequence, damaged -> skipped.add(damaged.directory() + ": " + damaged.reason()));
  }

  /** What is wrong with the snapshots that are newer than the loaded one. */
  final String skipped() {
    return skipped.toString();
  }

  private WalConfig config() throws IOException {
    int segmentBytes = segmentBytes();
    // When the disk is found full, the reserve must hold whatever is in the ring.
    int reserve = (int) Math.ceilDiv((long) ringSize * WalJournal.RECORD_BYTES, segmentBytes);
    return WalConfig.builder()
        .segmentBytes(segmentBytes)
        .segmentsAhead(reserve + 1)
        .segmentsInReserve(reserve)
        .durability(
            options.durability() == Durability.SYNCED ? Durability.SYNCED : Durability.WRITTEN)
        .mode(options.readMode())
        .build();
  }

  private int segmentBytes() throws IOException {
    if (options.segmentBytes() != 0) {
      return options.segmentBytes();
    }
    int own = Wal.segmentBytes(directory);
    // Of a ring that is much larger than the log's writer had, not too many in reserve.
    return own == 0 ? DEFAULT_SEGMENT_BYTES : Math.max(own, ringSize);
  }

  private ExchangeStore recover(Wal wal, long startNs) throws IOException {
    if (newest != null) {
      checkHistory(wal, newest);
      checkReach(wal, newest.logSequence());
      if (wal.firstSequence() > included(snapshot) + 1) {
        begin(newestSnapshot());
      }
    }
    Snapshots snapshots = Snapshots.open(ExchangeStore.snapshotsIn(directory));
    long included = takeOver(wal, snapshot);
    replayed.begin().run();
    long next = wal.nextSequence();
    LogReplay replay =
        new LogReplay(directory, stages, stages.results(replayed.results(), replayed.events()));
    replay.run(wal, included + 1, next);
    if (next == 0) {
      wal.append(RecordTypes.EXCHANGE, RecordTypes.exchange(stages.riskShards() != 0));
    }
    // Or commands might be taken for which there is no room if the disk is full by now.
    wal.awaitReserve();
    WalRecoveryReport found = wal.recovery();
    return new ExchangeStore(
        options,
        wal,
        snapshots,
        stages,
        ringSize,
        newest == null ? -1 : newest.logSequence(),
        new RecoveryReport(
            included,
            skipped.toString(),
            replay.commands(),
            stages.recordedCommands(),
            next,
            found.droppedRecords(),
            found.droppedBytes(),
            found.repaired() ? Optional.of(found.reason()) : Optional.empty(),
            found.certain() ? Optional.empty() : Optional.of(found.doubt()),
            Duration.ofNanos(System.nanoTime() - startNs)));
  }

  /**
   * Brings the stages to the state of a snapshot of this log; null leaves them as they are.
   *
   * @return the last record that is included
   */
  final long takeOver(Wal wal, Snapshots.Loaded loaded) throws IOException {
    long included = -1;
    if (loaded != null) {
      checkHistory(wal, loaded.info());
      restore(loaded);
      included = loaded.info().logSequence();
    }
    checkReach(wal, included);
    return included;
  }

  /** A snapshot of another log may stand at the same sequence, and have nothing to do with this. */
  private void checkHistory(Wal wal, SnapshotInfo info) throws IOException {
    LogPosition position = info.position();
    if (position.logId() != wal.logId()) {
      throw new JournalException(
          "%s: is a snapshot of log %016x, and the log in %s is %016x: take it away, or give it the log it is of"
              .formatted(info.directory(), position.logId(), directory, wal.logId()));
    }
    long mark;
    try {
      mark = wal.markBefore(position.sequence());
    } catch (WalCorruptedException damagedBeforeTheSnapshot) {
      // What the snapshot includes is not needed any more.
      return;
    }
    if (mark != Wal.UNKNOWN && mark != position.mark()) {
      throw new JournalException(
          "%s: stands on record %d behind the mark %08x of log %016x, but there the log has the mark %08x: they went different ways"
              .formatted(
                  info.directory(), position.sequence(), position.mark(), position.logId(), mark));
    }
  }

  private void restore(Snapshots.Loaded loaded) {
    try {
      stages.restore(loaded.image());
    } catch (InvalidImageException e) {
      throw new JournalException(
          loaded.info().directory() + ": " + e.getMessage(), new IOException(e));
    }
  }

  private void checkReach(Wal wal, long included) {
    if (wal.nextSequence() <= included) {
      throw new JournalException(
          "%s: the newest snapshot includes record %d, but the log has only %d records: a part of it is lost"
              .formatted(directory, included, wal.nextSequence()));
    }
    long first = wal.firstSequence();
    if (first > included + 1) {
      throw new JournalException(
          included < 0
              ? "%s: the first record of the log is %d, those before it are deleted, and %s"
                  .formatted(
                      directory,
                      first,
                      options.areSnapshotsIgnored()
                          ? "snapshots are not to be used"
                          : "there is no valid snapshot"
                              + (skipped.length() == 0 ? "" : ": " + skipped))
              : "%s: the newest valid snapshot includes record %d, and the log begins at record %d"
                  .formatted(directory, included, first));
    }
  }

  static boolean hasRisk(JournalOptions options) {
    Path directory = options.directory();
    try {
      Path place = ExchangeStore.snapshotsIn(directory);
      if (Files.isDirectory(place)) {
        try (Snapshots.Loaded newest = Snapshots.openReadOnly(place).latestValid(damaged -> {})) {
          if (newest != null) {
            return newest.info().riskShards() != 0;
          }
        }
      }
      try (WalReader reader = WalReader.open(directory, ReadMode.READ_ONLY, 0)) {
        return !reader.next()
            || reader.type() != RecordTypes.EXCHANGE
            || RecordTypes.hasRisk(reader.body());
      } catch (IllegalArgumentException e) {
        throw RecordTypes.foreign(directory, 0, e);
      }
    } catch (IOException e) {
      throw new JournalException(e);
    }
  }
}
