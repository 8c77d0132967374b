package dev.tandem.core.journal;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecoveryPoint;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.core.snapshot.Snapshots;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalReader;
import dev.tandem.wal.WalRecoveryReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The copy of the state behind a record of a log. The image is closed with it.
 *
 * @param lastRecord see {@link dev.tandem.core.LoggedState}, as for the others
 */
public record LoggedImage(
    StateImage image, RecoveryReport recovery, boolean inUse, long lastRecord, long lastTimestampNs)
    implements AutoCloseable {

  /**
   * Makes it, and changes nothing.
   *
   * @throws JournalException if the log does not reach that point, or cannot be made sense of
   */
  public static LoggedImage read(JournalOptions options, RecoveryPoint point) {
    long startNs = System.nanoTime();
    Path directory = options.directory();
    boolean risk = LogOpening.hasRisk(options);
    Stages stages = new Stages(risk ? 1 : 0, 1, 0, 0, () -> 0, c -> {}, null);
    LogOpening opening = new LogOpening(options, stages, 1, ReplayListeners.NONE);
    WalConfig readOnly = WalConfig.builder().mode(ReadMode.READ_ONLY).build();
    try {
      boolean inUse = Wal.isInUse(directory);
      try (Wal wal = Wal.open(directory, readOnly)) {
        long last = lastRecord(directory, wal, point);
        long included;
        try (Snapshots.Loaded snapshot = opening.snapshotUpTo(last)) {
          included = opening.takeOver(wal, snapshot);
        }
        LogReplay replay = new LogReplay(directory, stages, stages.results());
        replay.run(wal, included + 1, last + 1);
        WalRecoveryReport found = wal.recovery();
        RecoveryReport report =
            new RecoveryReport(
                included,
                opening.skipped(),
                replay.commands(),
                stages.recordedCommands(),
                last + 1,
                found.droppedRecords(),
                found.droppedBytes(),
                found.repaired() ? Optional.of(found.reason()) : Optional.empty(),
                found.certain() ? Optional.empty() : Optional.of(found.doubt()),
                Duration.ofNanos(System.nanoTime() - startNs));
        return new LoggedImage(stages.image(), report, inUse, last, replay.lastTimestampNs());
      }
    } catch (IOException e) {
      throw new JournalException(e);
    }
  }

  /** The last record in front of a point; -1 if the log has none at all. */
  private static long lastRecord(Path directory, Wal wal, RecoveryPoint point) throws IOException {
    long end = wal.nextSequence() - 1;
    if (point.timestampNs() != Long.MAX_VALUE) {
      return lastRecordAt(directory, point.timestampNs(), end);
    }
    if (point.sequence() != Long.MAX_VALUE && point.sequence() > end) {
      throw new JournalException(
          "%s: record %d is wanted, and the log ends with record %d"
              .formatted(directory, point.sequence(), end));
    }
    return Math.min(point.sequence(), end);
  }

  private static long lastRecordAt(Path directory, long timestampNs, long end) throws IOException {
    try (WalReader reader = WalReader.open(directory, ReadMode.READ_ONLY, -1)) {
      long last = -1;
      while (last < end && reader.next()) {
        if (reader.timestampNs() > timestampNs) {
          if (last < 0) {
            throw new JournalException(
                "%s: the state at %s is wanted, and the log begins at %s with record %d"
                    .formatted(
                        directory,
                        time(timestampNs),
                        time(reader.timestampNs()),
                        reader.sequence()));
          }
          break;
        }
        last = reader.sequence();
      }
      return last;
    }
  }

  private static Instant time(long ns) {
    return Instant.EPOCH.plusNanos(ns);
  }

  @Override
  public void close() {
    image.close();
  }
}
