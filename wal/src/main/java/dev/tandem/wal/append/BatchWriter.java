package dev.tandem.wal.append;

import dev.tandem.wal.Durability;
import dev.tandem.wal.WalClock;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.format.Interrupts;
import dev.tandem.wal.format.MarkBuffer;
import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.storage.Segment;
import dev.tandem.wal.storage.SegmentSupply;
import dev.tandem.wal.storage.SegmentTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The thread that writes and syncs: it takes all that has arrived, writes it, publishes how far it
 * is written, forces, publishes how far it is synced, and begins again. So one sync is in flight at
 * a time, and the next begins as soon as it ends, with all that arrived meanwhile.
 *
 * <p>Between two of its turns another thread may have one, which writes and does not sync: {@link
 * #writeAppended}.
 */
final class BatchWriter implements Runnable {

  /**
   * What a writer works with.
   *
   * @param batches where records come from
   * @param sleep where it waits for them
   * @param confirmations where it publishes what is written and synced
   * @param table the segments that readers find
   * @param supply where new segments come from
   * @param failure why the log has ended, if it has
   * @param retention what deletes segments that nobody needs
   */
  record Parts(
      Batches batches,
      WriterSleep sleep,
      ConfirmationTracker confirmations,
      SegmentTable table,
      SegmentSupply supply,
      LogFailure failure,
      Retention retention) {}

  /** Without work for so long, the log says in the file what is synced. */
  private static final long REST_NS = 10_000_000;

  private final Batches batches;
  private final WriterSleep sleep;
  private final ConfirmationTracker confirmations;
  private final SegmentTable table;
  private final SegmentSupply supply;
  private final LogFailure failure;
  private final WalClock clock;
  private final Retention retention;
  private final Consumer<Throwable> onFailure;
  private final SyncTimes syncTimes = new SyncTimes();
  private final boolean syncsAlways;
  private final long maxBatchBytes;

  private Segment segment;
  private boolean segmentUsed;

  /** First record of the segment. */
  private long segmentFrom;

  /** With the next sync its first record is durable, which retention waits for. */
  private boolean rolled;

  private int chain;
  private final ArrayDeque<Segment> unsynced = new ArrayDeque<>();
  private final MarkBuffer endMark = new MarkBuffer();

  /** Last record of the newest segment that was forced behind the writer; -1 if none was. */
  private final AtomicLong finishedTo = new AtomicLong(-1);

  /** What the newest mark says was synced. */
  private long reported;

  /** When there last began to be no work. */
  private long restingSince;

  private final LogCounts counts = new LogCounts();
  private final BooleanSupplier work = this::hasWork;
  private final BooleanSupplier workOrMark = this::hasWorkOrMark;

  /**
   * Held by who has a turn, and for good once there are no more. It guards the fields above but
   * {@link #restingSince}, which is the writer's own.
   */
  private final ReentrantLock turns = new ReentrantLock();

  /** Whether a record of this turn requests a sync. */
  private boolean syncWanted;

  BatchWriter(
      WalConfig config,
      WalClock clock,
      Segment first,
      int chain,
      Parts parts,
      Consumer<Throwable> onFailure) {
    this.segment = first;
    this.chain = chain;
    batches = parts.batches();
    sleep = parts.sleep();
    confirmations = parts.confirmations();
    table = parts.table();
    supply = parts.supply();
    failure = parts.failure();
    retention = parts.retention();
    reported = confirmations.synced();
    this.onFailure = onFailure;
    this.clock = clock;
    syncsAlways = config.durability() == Durability.SYNCED;
    maxBatchBytes = config.maxBatchBytes();
  }

  @Override
  public void run() {
    try {
      int idle = 0;
      while (failure.causeAcquire() == null) {
        boolean closing = failure.isClosedAcquire();
        if (closing) {
          // From here on no claim succeeds, so the turn below sees the last of them.
          failure.beginEnd();
          batches.shutDown();
        }
        if (turn()) {
          idle = 0;
        } else if (closing) {
          turns.lock();
          if (failure.causeAcquire() == null) {
            finish();
          }
          break;
        } else {
          rest(idle++);
        }
      }
    } catch (Throwable e) {
      onFailure.accept(e);
    } finally {
      turns.lock();
      abandonFiles();
      failure.finishVolatile();
      confirmations.end();
    }
  }

  /** Writes what has arrived and syncs it, if so wanted; returns whether there was anything. */
  private boolean turn() {
    turns.lock();
    try {
      if (failure.causeAcquire() != null) {
        return false;
      }
      boolean worked = writeArrived();
      // Also if there was something to write, as there may be in every turn.
      if (syncWanted || confirmations.isSyncDueVolatile()) {
        long written = confirmations.written();
        if (written > confirmations.synced()) {
          sync(written);
          worked = true;
        }
      }
      return worked;
    } catch (Throwable e) {
      // Before anybody has the next turn: what was taken is lost, and nothing may be written
      // behind.
      onFailure.accept(e);
      return false;
    } finally {
      turns.unlock();
    }
  }

  /**
   * Has the calling thread write what has arrived, unless somebody has a turn or waits for one, or
   * every batch is to be synced: then, and for what is left, the writer is woken. Listeners of what
   * is written are called by this thread. It may wait for a record that another thread is about to
   * fill.
   *
   * <p>A failure ends the log; it is not thrown.
   */
  void writeAppended() {
    if (!syncsAlways && !turns.isHeldByCurrentThread()) {
      // What follows must not be broken off.
      StackProbe.requireForWriting();
      // A native call: a failed access of the caller's own is thrown here, not in the write.
      Thread.holdsLock(this);
      if (!turns.hasQueuedThreads() && turns.tryLock()) {
        long syncTo = writeInTurn();
        // Behind the unlocking, or the writer would wake only to wait for it.
        if (syncTo >= 0) {
          confirmations.requestSync(syncTo);
        }
        if (!hasWork()) {
          return;
        }
      }
    }
    sleep.wake();
  }

  /** The turn of a caller, who has the lock; returns up to where a sync is wanted, or -1. */
  private long writeInTurn() {
    boolean interrupted = Interrupts.take();
    try {
      return failure.causeAcquire() == null && writeArrived() && syncWanted
          ? confirmations.written()
          : -1;
    } catch (Throwable e) {
      onFailure.accept(e);
      return -1;
    } finally {
      turns.unlock();
      Interrupts.giveBack(interrupted);
    }
  }

  /** Writes what has arrived, or the beginning of it; returns whether there was anything. */
  private boolean writeArrived() throws IOException {
    long last = batches.generation();
    long bytes = 0;
    boolean wanted = false;
    Batch batch;
    while (bytes < maxBatchBytes && (batch = batches.take(last)) != null) {
      // A producer requests a sync before it commits, and may have claimed long before.
      batches.awaitCommits(batch);
      wanted |= syncsAlways || batch.isSyncWantedOpaque();
      bytes += batch.writeBytes();
      write(batch);
    }
    syncWanted = wanted;
    return bytes > 0;
  }

  private void write(Batch batch) throws IOException {
    if (batch.segment() != segment) {
      roll(batch.segment(), batch.firstSequence());
    }
    if (!segmentUsed) {
      segmentUsed = true;
      segmentFrom = batch.firstSequence();
      table.add(new SegmentTable.Entry(segment.number(), batch.firstSequence(), segment.path()));
    }
    ByteBuffer bytes = batch.bytes;
    int start = batch.startBytes();
    mark(bytes.clear(), start, RecordFormat.BATCH, batch.firstSequence());
    segment.append(bytes.limit(batch.endBytes()).position(start));
    long last = batch.firstSequence() + batch.records() - 1;
    counts.wrote(batch.writeBytes());
    batches.release(batch);
    confirmations.publishWritten(last);
  }

  private void mark(ByteBuffer target, int at, byte type, long sequence) {
    reported = provenSynced();
    chain =
        MarkBuffer.encode(
            target, at, type, sequence, clock.nanos(), reported, chain, segment.seed());
  }

  private void roll(Segment next, long sequence) throws IOException {
    // The next segment has its name for good, so that its absence is damage from here on.
    writeEnd(RecordFormat.ROLL, sequence);
    Segment old = segment;
    if (syncsAlways) {
      sync(sequence - 1);
      old.finish();
    } else {
      // In a log without any request for a sync they would add up.
      unsynced.removeIf(Segment::isClosedAcquire);
      unsynced.add(old);
      long from = segmentFrom;
      supply.submit(() -> finishBehind(old, from, sequence - 1));
    }
    segment = next;
    segmentUsed = false;
    rolled = true;
  }

  /** On the supply's thread, in the order of the segments: all before this one are forced, too. */
  private void finishBehind(Segment old, long from, long to) {
    try {
      old.finish();
      // After a failure it may have been closed as it was.
      if (failure.causeAcquire() == null) {
        finishedTo.set(to);
        sleep.wake();
        retention.finished(from);
      }
    } catch (IOException e) {
      onFailure.accept(e);
    }
  }

  private void writeEnd(byte type, long sequence) throws IOException {
    mark(endMark.bytes(), 0, type, sequence);
    segment.append(endMark.bytes().clear());
    counts.wrote(RecordFormat.MARK_BYTES);
  }

  private void sync(long upTo) throws IOException {
    long start = System.nanoTime();
    Segment old;
    while ((old = unsynced.peek()) != null) {
      old.finish();
      unsynced.remove();
    }
    segment.force();
    // What the background has found meanwhile counts too.
    failure.checkSound();
    syncTimes.record(System.nanoTime() - start);
    confirmations.publishSynced(upTo);
    if (rolled) {
      rolled = false;
      retention.schedule();
    }
  }

  private void rest(int idle) throws IOException {
    if (idle == 0) {
      restingSince = System.nanoTime();
    }
    if (WaitLadder.IDLE_WRITER.pause(idle)) {
      return;
    }
    if (!isToReport()) {
      sleep.parkUnless(workOrMark);
      return;
    }
    sleep.parkUnless(work, REST_NS);
    if (System.nanoTime() - restingSince >= REST_NS && !hasWork()) {
      turns.lock();
      try {
        if (failure.causeAcquire() == null && isToReport()) {
          reportSynced();
        }
      } finally {
        turns.unlock();
      }
    }
  }

  /** What marks may say: also what was forced because its segment was full. */
  private long provenSynced() {
    return Math.max(confirmations.synced(), finishedTo.get());
  }

  /** Whether the file does not say yet what is synced. */
  private boolean isToReport() {
    turns.lock();
    try {
      return segmentUsed && provenSynced() > reported;
    } finally {
      turns.unlock();
    }
  }

  /**
   * Says in the file that the last batch is synced, as the mark of the next one would, which is
   * written over this: so that damage to it can be distinguished from a torn tail. It is not
   * forced: records that come meanwhile would wait for that.
   */
  private void reportSynced() throws IOException {
    long synced = provenSynced();
    MarkBuffer.encode(
        endMark.bytes(),
        0,
        RecordFormat.BATCH,
        confirmations.written() + 1,
        clock.nanos(),
        synced,
        chain,
        segment.seed());
    segment.note(endMark.bytes());
    reported = synced;
  }

  private boolean hasWorkOrMark() {
    return hasWork() || isToReport();
  }

  private boolean hasWork() {
    // The first two are volatile looks, which the others come behind.
    return batches.hasRecordsVolatile()
        || confirmations.isSyncDueVolatile()
        || failure.isClosedAcquire()
        || failure.causeAcquire() != null;
  }

  /** Everything is written: syncs it, and says that nothing follows. */
  private void finish() throws IOException {
    long last = confirmations.written();
    if (last > confirmations.synced()) {
      sync(last);
    }
    if (segmentUsed) {
      writeEnd(RecordFormat.CLOSE, last + 1);
      // A segment that is cut without an end mark counts as damaged.
      segment.force();
      segment.trim();
      segment.force();
    }
  }

  private void abandonFiles() {
    try {
      supply.abandonGiven();
    } catch (IOException e) {
      onFailure.accept(e);
    }
  }

  SyncTimes syncTimes() {
    return syncTimes;
  }

  LogCounts counts() {
    return counts;
  }
}
