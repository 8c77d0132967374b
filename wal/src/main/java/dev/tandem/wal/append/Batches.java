package dev.tandem.wal.append;

import dev.tandem.wal.WalBacklogException;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalFullException;
import dev.tandem.wal.WalPoisonedException;
import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.storage.Segment;
import dev.tandem.wal.storage.SegmentSupply;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;

/**
 * The batches of a log: the active one, which producers fill, and those before it, which wait for
 * the writer. It decides which segment and place a batch is for when it opens it, because the
 * segment's seed goes into the records' checksums.
 *
 * <p>Claims go without the lock; changing the active batch takes it.
 */
public final class Batches {

  private static final VarHandle ACTIVE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ACTIVE = lookup.findVarHandle(Batches.class, "active", Batch.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int bufferBytes;
  private final int segmentBytes;
  private final SegmentSupply supply;
  private final LogFailure failure;
  private final WriterSleep writerSleep;
  private final Backpressure backpressure;
  private final Producers producers = new Producers();

  private final FreeBatches free;
  private final ArrayDeque<Batch> queue = new ArrayDeque<>();
  private long generation;

  /** Segment and place of the batch after the active one, if that gets no more records. */
  private Segment planSegment;

  private long planPosition;
  private long plannedGeneration;
  private long nextSequence;

  private Batch active;

  public Batches(
      WalConfig config,
      SegmentSupply supply,
      LogFailure failure,
      WriterSleep writerSleep,
      Segment first,
      long sequence) {
    this.supply = supply;
    this.failure = failure;
    this.writerSleep = writerSleep;
    backpressure = new Backpressure(config.backpressure(), this);
    segmentBytes = config.segmentBytes();
    // A batch never reaches over its segment.
    bufferBytes =
        Math.min(
            config.bufferBytes(), segmentBytes - SegmentHeader.BYTES - RecordFormat.MARK_BYTES);
    free = new FreeBatches(config, bufferBytes);
    planSegment = first;
    planPosition = SegmentHeader.BYTES;
    nextSequence = sequence;
    synchronized (this) {
      openNext(RecordFormat.HEADER_BYTES);
    }
  }

  /** The batch to claim in. */
  public Batch activeAcquire() {
    return (Batch) ACTIVE.getAcquire(this);
  }

  /**
   * After a claim that did not fit, and was sealed if it was to be: returns when there may be
   * another batch to claim in.
   *
   * @throws WalBacklogException if there is no buffer and the policy is to fail
   * @throws WalFullException if there is no room on the disk
   * @throws WalPoisonedException if the log has failed
   * @throws IllegalStateException if the log has been closed
   */
  public void awaitOpen(int recordBytes) {
    // What follows must not be broken off: it takes segments and buffers.
    StackProbe.require();
    int turn = 0;
    int looks = 0;
    while (true) {
      Batch current = activeAcquire();
      if (current.isOpenAcquire()) {
        return;
      }
      failure.check();
      if (current.isSealedAcquire()) {
        synchronized (this) {
          if (activeAcquire() != current || current.isOpenAcquire() || openNext(recordBytes)) {
            continue;
          }
          failure.check();
          if (!failure.isEndingAcquire()) {
            waitForRoom(turn++);
          }
        }
      } else {
        awaitWriter(looks++);
      }
    }
  }

  /** Who should have sealed a batch may be gone: the writer does it in its place. */
  private void awaitWriter(int turn) {
    if (!WaitLadder.NEXT_BATCH.isSpin(turn)) {
      writerSleep.wake();
    }
    WaitLadder.NEXT_BATCH.pause(turn);
  }

  private void waitForRoom(int turn) {
    if (free.isEmpty()) {
      // All buffers may have been shut before any got a record, for which it would be awake.
      writerSleep.wake();
    } else if (supply.isExhausted()) {
      throw backpressure.full(nextSequence);
    } else if (supply.isOutOfRoom()) {
      // Known only since this append has looked for a segment: now it is given the reserve.
      return;
    }
    backpressure.await(turn, !free.isEmpty());
  }

  /** Opens a batch with room for a record and makes it the active one, if it can. */
  private boolean openNext(int recordBytes) {
    if (failure.isEndingAcquire()) {
      return false;
    }
    if (active != null) {
      if (!active.isSealedAcquire()) {
        return false;
      }
      planBehindActive();
    }
    if (!free.provide()) {
      return false;
    }
    long room = segmentBytes - RecordFormat.MARK_BYTES - planPosition;
    if (room < RecordFormat.MARK_BYTES + recordBytes) {
      Segment segment = supply.poll();
      if (segment == null) {
        return false;
      }
      planSegment = segment;
      planPosition = SegmentHeader.BYTES;
      room = segmentBytes - RecordFormat.MARK_BYTES - planPosition;
    }
    Batch next = free.take();
    next.open(++generation, nextSequence, planSegment, (int) Math.min(bufferBytes, room));
    queue.add(next);
    ACTIVE.setRelease(this, next);
    backpressure.wakeAll();
    return true;
  }

  /** Counts the sealed active batch into the plan, once. */
  private void planBehindActive() {
    if (plannedGeneration != active.generation()) {
      plannedGeneration = active.generation();
      nextSequence += active.records();
      planPosition += active.writeBytes();
    }
  }

  /** Something that appends may wait for has changed. */
  synchronized void signal() {
    backpressure.wakeAll();
  }

  /** After the log has failed or been closed: no claim succeeds any more. */
  synchronized void shutDown() {
    shutActive();
    backpressure.wakeAll();
  }

  private void shutActive() {
    if (active.isOpenAcquire()) {
      active.sealIfCrossed(active.shut());
    }
  }

  // The writer's side.

  /** Who producers wake after a claim; so a writer about to sleep sees the claim, or is woken. */
  WriterSleep writerSleep() {
    return writerSleep;
  }

  /** Whether anything waits for the writer. */
  boolean hasRecordsVolatile() {
    Batch head;
    synchronized (this) {
      head = queue.peekFirst();
    }
    if (head == null || head != active) {
      return head != null;
    }
    long claims = head.claimsVolatile();
    // One that is crossed without a record may wait for who should have sealed it.
    return Batch.countOf(claims) > 0 || !head.beganWithin(claims);
  }

  /**
   * Takes the oldest batch with records, shutting it if it is the active one.
   *
   * @param last takes no batch with a higher generation
   * @return null if there is none
   */
  public Batch take(long last) {
    while (true) {
      Batch head;
      synchronized (this) {
        head = queue.peekFirst();
        if (head == null || head.generation() > last) {
          return null;
        }
        if (head == active && Batch.countOf(head.claimsAcquire()) == 0 && head.isOpenAcquire()) {
          return null;
        }
        if (head == active) {
          shutActive();
        }
      }
      if (!head.isSealedAcquire()) {
        awaitSeal(head);
      }
      synchronized (this) {
        queue.remove(head);
        if (head == active) {
          planBehindActive();
          openNext(RecordFormat.HEADER_BYTES);
        }
        if (head.records() > 0) {
          return head;
        }
        release(head);
      }
    }
  }

  private void awaitSeal(Batch batch) {
    Producers.Wait wait = producers.new Wait();
    do {
      wait.pause(batch.firstSequence());
    } while (!batch.isSealedAcquire());
  }

  /**
   * Waits until every record of a sealed batch is complete.
   *
   * @throws IllegalStateException if one is not for {@link Producers#PATIENCE_NS}
   */
  void awaitCommits(Batch batch) {
    int records = batch.records();
    for (int i = 0; i < records; i++) {
      if (!batch.isCommittedAcquire(i)) {
        awaitCommit(batch, i);
      }
    }
  }

  private void awaitCommit(Batch batch, int index) {
    Producers.Wait wait = producers.new Wait();
    do {
      wait.pause(batch.firstSequence() + index);
    } while (!batch.isCommittedAcquire(index));
  }

  Producers producers() {
    return producers;
  }

  /** Generation of the youngest batch. */
  synchronized long generation() {
    return generation;
  }

  /** Gives a batch back whose records have been written. */
  public synchronized void release(Batch batch) {
    free.add(batch);
    if (!active.isOpenAcquire()) {
      openNext(RecordFormat.HEADER_BYTES);
    }
    backpressure.wakeAll();
  }

  // Queries.

  /** The sequence that the next append will get. */
  long nextSequence() {
    int looks = 0;
    while (true) {
      synchronized (this) {
        long claims = active.claimsAcquire();
        if (active.beganWithin(claims)) {
          return active.firstSequence() + Batch.countOf(claims);
        }
        if (active.isSealedAcquire()) {
          return active.firstSequence() + active.records();
        }
        if (failure.causeAcquire() != null) {
          // Nobody may ever seal it. What nobody has of it is no record.
          return active.firstSequence();
        }
      }
      // Without the lock, which the writer needs.
      awaitWriter(looks++);
    }
  }

  /** Bytes that wait for the writer, marks included. */
  synchronized long queuedBytes() {
    long bytes = 0;
    for (Batch batch : queue) {
      bytes += batch.queuedBytes();
    }
    return bytes;
  }

  long blocked() {
    return backpressure.blocked();
  }

  long spilled() {
    return free.spilled();
  }

  long refused() {
    return backpressure.refused();
  }
}
