package dev.tandem.core.journal;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.LogPosition;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.api.SnapshotReport;
import dev.tandem.core.snapshot.Snapshots;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.statemachine.JournalStage;
import dev.tandem.core.statemachine.Query;
import dev.tandem.core.statemachine.SizeQuery;
import dev.tandem.core.statemachine.SnapshotQuery;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.core.statemachine.StateCopy;
import dev.tandem.wal.ConfirmTimeoutException;
import dev.tandem.wal.Confirmations;
import dev.tandem.wal.Durability;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalCursor;
import dev.tandem.wal.WalPoisonedException;
import dev.tandem.wal.WalStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The log and the snapshots of one exchange: opened before its kernel starts, which brings its
 * stages to the state that the log ends with, and closed after the kernel has stopped.
 *
 * <p>All methods may be called by any thread; snapshots are taken one after the other.
 */
public final class ExchangeStore implements AutoCloseable {

  private static final String SNAPSHOTS = "snapshots";

  /** A disk that takes longer for one sync has failed, whatever it says. */
  private static final Duration SYNC_LIMIT = Duration.ofSeconds(30);

  /** Submits a query to the running kernel and waits for its answer. */
  public interface Asker {
    <T> T ask(Query query, CompletableFuture<T> answer);
  }

  private final JournalOptions options;
  private final Wal wal;
  private final Snapshots snapshots;
  private final WalJournal stage;
  private final RecoveryReport recovery;
  private final Stages stages;
  private final StateCopy copy;
  private final AtomicLong snapshotSequence;

  ExchangeStore(
      JournalOptions options,
      Wal wal,
      Snapshots snapshots,
      Stages stages,
      int ringSize,
      long newestSnapshot,
      RecoveryReport recovery) {
    this.options = options;
    this.wal = wal;
    this.snapshots = snapshots;
    this.stages = stages;
    this.recovery = recovery;
    this.stage = new WalJournal(wal, options, ringSize);
    this.copy = stages.newCopy();
    this.snapshotSequence = new AtomicLong(newestSnapshot);
  }

  /**
   * Opens the log, and brings new stages to the state that it ends with.
   *
   * @param ringSize slots of the ring of the kernel to come
   * @param replayed gets the results of the commands that are applied again
   * @throws JournalException if the log or the snapshots cannot be read, written, or made sense of
   */
  public static ExchangeStore open(
      JournalOptions options, Stages stages, int ringSize, ReplayListeners replayed) {
    return new LogOpening(options, stages, ringSize, replayed).open();
  }

  /**
   * Whether the exchange that wrote this log ran with risk; yes where there is no log yet.
   *
   * @throws JournalException if the log cannot be read
   */
  public static boolean hasRisk(JournalOptions options) {
    return LogOpening.hasRisk(options);
  }

  /** Where the snapshots are, beside a log. */
  public static Path snapshotsIn(Path log) {
    return log.resolve(SNAPSHOTS);
  }

  /** The stage of the kernel to come. */
  public JournalStage stage() {
    return stage;
  }

  /** What was found in the log. */
  public RecoveryReport recovery() {
    return recovery;
  }

  public JournalOptions options() {
    return options;
  }

  /** The figures of the log. */
  public WalStatistics statistics() {
    return wal.statistics();
  }

  /** The last record appended; -1 if there is none. */
  public long lastRecord() {
    return wal.nextSequence() - 1;
  }

  /** The last record that the newest snapshot includes; -1 if there is none. */
  public long snapshotSequence() {
    return snapshotSequence.get();
  }

  /**
   * Takes a snapshot of the running kernel.
   *
   * @throws JournalException if it cannot be written; older ones are not affected
   * @throws WalPoisonedException if the log has failed
   */
  public synchronized SnapshotReport snapshot(Asker kernel) {
    long startNs = System.nanoTime();
    // Memory first, so that the stages do not have to wait for it.
    SizeQuery size = stages.sizeQuery(copy);
    kernel.ask(size, size.future()).reserve();
    SnapshotQuery query = stages.snapshotQuery(copy);
    kernel.ask(query, query.future());
    try (StateImage image = copy.image()) {
      long last = query.lastRecord();
      LogPosition position = LogPosition.beginningOf(wal.logId());
      if (last >= 0) {
        // A snapshot must never know more than the log behind it.
        awaitSynced(wal.confirmations(), last, SYNC_LIMIT);
        position = new LogPosition(wal.logId(), last, wal.markBefore(last));
      }
      SnapshotInfo info = snapshots.write(image, position);
      snapshotSequence.set(last);
      retain();
      return new SnapshotReport(
          info,
          Duration.ofNanos(query.longestStopNanos()),
          Duration.ofNanos(query.totalStopNanos()),
          Duration.ofNanos(System.nanoTime() - startNs));
    } catch (IOException e) {
      throw new JournalException(e);
    }
  }

  /** A log that is late costs this snapshot and nothing else: it may sync the record yet. */
  static void awaitSynced(Confirmations log, long record, Duration limit) {
    try {
      log.await(record, Durability.SYNCED, limit);
    } catch (ConfirmTimeoutException e) {
      throw new JournalException(
          "the log has not synced record " + record + " within " + limit.toSeconds() + " s",
          new IOException(e));
    }
  }

  /** Keeps the log from the oldest snapshot on: any of them may turn out to be damaged. */
  private void retain() throws IOException {
    long needed =
        options.isKeptForCursors() ? WalCursor.lowest(options.directory()) : Long.MAX_VALUE;
    snapshots.deleteAllBut(options.keptSnapshots(), needed - 1);
    List<SnapshotInfo> kept = snapshots.list(damaged -> {});
    if (!options.isWholeLogKept() && kept.size() >= options.keptSnapshots()) {
      long from = kept.get(0).logSequence() + 1;
      // Else a cursor needs records before every snapshot.
      if (from <= needed) {
        wal.retainFrom(from);
      }
    }
  }

  private synchronized void closeCopy() {
    copy.close();
  }

  /**
   * Writes and syncs what was appended, and gives the directory free.
   *
   * @throws JournalException if that failed
   */
  @Override
  public void close() {
    try {
      wal.close();
    } catch (IOException e) {
      throw new JournalException(e);
    } finally {
      closeCopy();
    }
  }
}
