package dev.tandem.wal.append;

import dev.tandem.wal.Durability;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.WalClock;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalStatistics;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.recovery.LogWalk;
import dev.tandem.wal.recovery.SkippedSegments;
import dev.tandem.wal.recovery.TailRepair;
import dev.tandem.wal.storage.ExtentFile;
import dev.tandem.wal.storage.Segment;
import dev.tandem.wal.storage.SegmentMaker;
import dev.tandem.wal.storage.SegmentSupply;
import dev.tandem.wal.storage.SegmentTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The parts of an open log, put together: buffers, writer, supply of segments, retention. */
public final class LogEngine {

  private static final double P99 = 99.0;

  private final LogFailure failure = new LogFailure();
  private final WriterSleep writerSleep = new WriterSleep();
  private final SegmentTable table = new SegmentTable();
  private final Positions positions;
  private final ConfirmationTracker confirmations;
  private final long startSequence;

  private final Retention.Cursors cursors;
  private final Path directory;

  /** 0 if there is no log yet, which reading leaves so. */
  private long logId;

  // Null in a log that is open for reading only.
  private WalClock clock;
  private Batches batches;
  private SegmentSupply supply;
  private BatchWriter writer;
  private Retention retention;
  private Thread writerThread;
  private Thread supplyThread;

  // Null also in a log that syncs.
  private PagePretoucher pretoucher;
  private Thread pretoucherThread;

  private LogEngine(Path directory, WalConfig config, LogWalk walk, Retention.Cursors cursors) {
    this.directory = directory;
    this.cursors = cursors;
    startSequence = walk.recovery().lastSequence() + 1;
    positions = new Positions(startSequence - 1);
    confirmations =
        new ConfirmationTracker(config, positions, writerSleep, this::nextSequence, failure);
  }

  /** Repairs what was walked over, and starts the threads, unless it is only to be read. */
  public static LogEngine start(
      Path directory, WalConfig config, LogWalk walk, Retention.Cursors cursors)
      throws IOException {
    LogEngine engine = new LogEngine(directory, config, walk, cursors);
    if (config.mode() == ReadMode.READ_ONLY) {
      engine.fillTable(walk.segments().subList(0, walk.lastWithData() + 1));
      engine.logId = walk.extent() == null ? 0 : walk.extent().logId();
      return engine;
    }
    TailRepair repair = new TailRepair(directory, config.files(), walk);
    repair.checkRoom(config);
    engine.clock = new MonotoneClock(config.clock(), walk.cursor().latestTimestamp());
    repair.run(engine.clock);
    engine.fillTable(SkippedSegments.with(directory, walk.extent(), repair.kept()));
    engine.startThreads(config, walk, repair);
    return engine;
  }

  private void fillTable(List<SegmentImage> segments) {
    long sequence = 0;
    for (SegmentImage segment : segments) {
      // A damaged one, that the mode skips, has no sequence of its own.
      sequence = Math.max(sequence, segment.firstSequence());
      table.add(new SegmentTable.Entry(segment.header().number(), sequence, segment.path()));
    }
  }

  private void startThreads(WalConfig config, LogWalk walk, TailRepair repair) throws IOException {
    long epoch = 0;
    for (SegmentImage segment : walk.segments()) {
      epoch = Math.max(epoch, segment.header().epoch());
    }
    ExtentFile extent = repair.extent();
    logId = extent.now().logId();
    SegmentMaker maker = new SegmentMaker(directory, config, extent.now().logId(), epoch + 1);
    supply = new SegmentSupply(config, maker, repair.nextNumber(), this::fail, this::segmentReady);
    repair.takeUnused().forEach(supply::recycle);
    Segment first = supply.first();
    try {
      extent.change(extent.now().first(), first.number());
      batches = new Batches(config, supply, failure, writerSleep, first, startSequence);
    } catch (IOException | RuntimeException | Error e) {
      supply.abandonGiven();
      throw e;
    }
    retention =
        new Retention(directory, cursors, config, table, extent, supply, positions, this::fail);
    BatchWriter.Parts parts =
        new BatchWriter.Parts(
            batches, writerSleep, confirmations, table, supply, failure, retention);
    writer = new BatchWriter(config, clock, first, repair.chain(), parts, this::fail);
    writerThread = new LogThread(writer, "tandem-wal-writer");
    supplyThread = new LogThread(supply, "tandem-wal-supply");
    writerSleep.startedBy(writerThread);
    if (config.durability() != Durability.SYNCED) {
      pretoucher = new PagePretoucher(supply::newest);
      pretoucherThread = new LogThread(pretoucher, "tandem-wal-pages");
    }
    writerThread.start();
    supplyThread.start();
    if (pretoucherThread != null) {
      pretoucherThread.start();
    }
  }

  private void segmentReady() {
    batches.signal();
  }

  /** Ends the log for good, by the first cause. */
  void fail(Throwable cause) {
    // Who learns of the failure must not be able to append any more.
    failure.beginEnd();
    if (batches != null) {
      batches.shutDown();
    }
    boolean first = failure.fail(cause);
    if (batches != null) {
      batches.signal();
      writerSleep.wake();
    }
    if (supply != null) {
      supply.stop();
    }
    if (pretoucher != null) {
      pretoucher.stop();
    }
    confirmations.end();
    if (first) {
      WalFlightEvents.failed(directory, cause);
    }
  }

  /** After the log was marked closed: ends the threads when all is written and synced. */
  public void close() {
    if (batches == null) {
      failure.finishVolatile();
      confirmations.end();
      return;
    }
    failure.beginEnd();
    batches.shutDown();
    if (pretoucher != null) {
      pretoucher.stop();
    }
    writerSleep.wake();
    join(writerThread);
    supply.stop();
    join(supplyThread);
    if (pretoucherThread != null) {
      join(pretoucherThread);
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  public long nextSequence() {
    return batches == null ? startSequence : batches.nextSequence();
  }

  public long firstSequence() {
    long first = table.firstSequence();
    return first >= 0 && first < nextSequence() ? first : -1;
  }

  public boolean hasRoom() {
    return supply != null && !supply.isOutOfRoom() && failure.causeAcquire() == null;
  }

  public boolean awaitReserve() {
    if (supply != null) {
      supply.awaitReserve();
    }
    return hasRoom();
  }

  /** Writes what was appended; see {@link BatchWriter#writeAppended}. */
  public void writeAppended() {
    if (writer != null) {
      writer.writeAppended();
    }
  }

  public void retainFrom(long sequence) {
    if (retention != null) {
      retention.retainFrom(sequence);
    }
  }

  public long logId() {
    return logId;
  }

  public WalClock clock() {
    return clock;
  }

  public LogFailure failure() {
    return failure;
  }

  public Batches batches() {
    return batches;
  }

  public SegmentTable table() {
    return table;
  }

  public Positions positions() {
    return positions;
  }

  public ConfirmationTracker confirmations() {
    return confirmations;
  }

  public WalStatistics statistics(long critical) {
    long synced = positions.syncedAcquire();
    long written = positions.writtenAcquire();
    long next = nextSequence();
    if (batches == null) {
      return WalStatistics.NONE;
    }
    SyncTimes times = writer.syncTimes();
    long[] segments = supply.counts();
    return new WalStatistics(
        next - startSequence,
        written + 1 - startSequence,
        synced + 1 - startSequence,
        critical,
        writer.counts().batches(),
        writer.counts().bytes(),
        new WalStatistics.Syncs(
            times.count(), times.mean(), times.percentile(P99), times.longest()),
        new WalStatistics.Queue(
            next - 1 - written,
            batches.queuedBytes(),
            batches.blocked(),
            batches.spilled(),
            batches.refused()),
        new WalStatistics.Segments(supply.readyCount(), segments[0], segments[1]),
        confirmations.listenerFailures());
  }
}
