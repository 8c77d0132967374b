package dev.tandem.wal.append;

import dev.tandem.wal.WalClock;
import dev.tandem.wal.format.Checksum;
import dev.tandem.wal.format.RecordFormat;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One thread's hand in the appending: claims a place, fills it and commits it, without a lock and
 * without garbage. Its log holds it as long as its thread lives.
 */
public final class Appender {

  private static final long NOTHING = -1;

  private final Thread thread = Thread.currentThread();
  private final Batches batches;
  private final WriterSleep writerSleep;
  private final WalClock clock;
  private final Checksum checksum = new Checksum();
  private ByteBuffer[] views = new ByteBuffer[8];

  private Batch batch;
  private ByteBuffer view;
  private int start;
  private int index;

  /** 8-byte units that {@link #claim} needs. */
  private long units;

  /** What the batch has given and does not have back as a record yet, or {@link #NOTHING}. */
  private long claim = NOTHING;

  /** The time of the records that are deferred together, if there is one yet. */
  private long turnTime;

  private boolean turnBegan;

  /** Of the last record, for an error message. */
  private long claimed = -1;

  /**
   * An error came between a claim and its end. Set where the stack may be full: without any call.
   */
  private volatile boolean leftOpen;

  /** Looks before it claims: one look costs a second transfer of the line between processors. */
  private boolean wasRefused = true;

  public Appender(Batches batches, WalClock clock) {
    this.batches = batches;
    writerSleep = batches.writerSleep();
    this.clock = clock;
    batches.producers().add(this);
  }

  /**
   * Appends a record.
   *
   * @param deferred wakes no writer
   */
  public long append(
      byte type, MemorySegment body, long offset, int length, boolean critical, boolean deferred) {
    long now = begin(deferred);
    try {
      long sequence = claim(length);
      boolean copied = false;
      try {
        MemorySegment.copy(
            body, offset, batch.memory, (long) start + RecordFormat.HEADER_BYTES, length);
        copied = true;
      } finally {
        commit(copied ? type : RecordFormat.VOID, sequence, now, length, critical);
        if (!deferred) {
          writerSleep.wake();
        }
      }
      return sequence;
    } catch (Throwable e) {
      leftOpen = claim != NOTHING;
      throw e;
    }
  }

  public long append(byte type, byte[] body, int offset, int length) {
    long now = begin(false);
    try {
      long sequence = claim(length);
      view.put(start + RecordFormat.HEADER_BYTES, body, offset, length);
      commit(type, sequence, now, length, false);
      writerSleep.wake();
      return sequence;
    } catch (Throwable e) {
      leftOpen = claim != NOTHING;
      throw e;
    }
  }

  public long append(byte type, ByteBuffer body) {
    int length = body.remaining();
    long now = begin(false);
    try {
      long sequence = claim(length);
      boolean copied = false;
      try {
        view.put(start + RecordFormat.HEADER_BYTES, body, body.position(), length);
        copied = true;
      } finally {
        commit(copied ? type : RecordFormat.VOID, sequence, now, length, false);
        writerSleep.wake();
      }
      return sequence;
    } catch (Throwable e) {
      leftOpen = claim != NOTHING;
      throw e;
    }
  }

  private long begin(boolean deferred) {
    if (leftOpen) {
      settle();
    }
    if (!deferred) {
      turnBegan = false;
    } else if (turnBegan) {
      return turnTime;
    }
    long now = clock.nanos();
    turnTime = now;
    turnBegan = deferred;
    return now;
  }

  /** What was deferred is about to be written: the next record has a time of its own. */
  public void endTurn() {
    turnBegan = false;
  }

  /** The first half of an append; {@link #commit} is the other. */
  public long claim(int length) {
    int bytes = RecordFormat.aligned(RecordFormat.HEADER_BYTES + length);
    units = (long) bytes >>> Batch.UNIT_SHIFT;
    while (true) {
      Batch taken = batches.activeAcquire();
      // May have to allocate: an error behind the claim would leave a place that nobody commits.
      ByteBuffer target = viewOf(taken);
      batch = taken;
      view = target;
      claim = wasRefused ? taken.claimIfOpen(units) : taken.claim(units);
      if (taken.fits(claim, units)) {
        wasRefused = false;
        enter(taken);
        // The padding; the body overwrites the rest of it.
        target.putLong(start + bytes - Long.BYTES, 0);
        return claimed;
      }
      wasRefused = true;
      taken.sealIfCrossed(claim);
      claim = NOTHING;
      batches.awaitOpen(bytes);
    }
  }

  private void enter(Batch taken) {
    start = (int) (Batch.startOf(claim) << Batch.UNIT_SHIFT);
    index = Batch.countOf(claim);
    claimed = taken.firstSequence() + index;
  }

  /**
   * Ends what an error left half done, its own thread with the next append or the writer when it
   * waits for it: the place gets a void record, or a batch that was crossed is sealed.
   */
  synchronized void settle() {
    if (!leftOpen) {
      return;
    }
    StackProbe.require();
    if (claim != NOTHING) {
      if (batch.fits(claim, units)) {
        enter(batch);
        int length = ((int) units << Batch.UNIT_SHIFT) - RecordFormat.HEADER_BYTES;
        commit(RecordFormat.VOID, claimed, clock.nanos(), length, false);
        writerSleep.wake();
      } else {
        batch.sealIfCrossed(claim);
        claim = NOTHING;
      }
    }
    leftOpen = false;
  }

  /** Sequence of the last claim; of a thread that is running, what it may have been a while ago. */
  long claimed() {
    return claimed;
  }

  Thread thread() {
    return thread;
  }

  /** Whether nothing comes from it any more. */
  boolean isOver() {
    return !leftOpen && !thread.isAlive();
  }

  private ByteBuffer viewOf(Batch of) {
    int slot = of.index;
    if (slot >= views.length || views[slot] == null) {
      addView(of);
    }
    return views[slot].clear();
  }

  private void addView(Batch of) {
    if (of.index >= views.length) {
      views = Arrays.copyOf(views, of.index + 8);
    }
    views[of.index] = of.bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  private void commit(byte type, long sequence, long now, int length, boolean critical) {
    Batch to = batch;
    ByteBuffer target = view;
    int at = start;
    int size = RecordFormat.HEADER_BYTES + length;
    target.putInt(at + RecordFormat.LENGTH, size);
    target.putLong(
        at + RecordFormat.TYPE_AND_SEQUENCE, RecordFormat.typeAndSequence(type, sequence));
    target.putLong(at + RecordFormat.TIMESTAMP, now);
    int sum = checksum.of(target, at + RecordFormat.LENGTH, at + RecordFormat.aligned(size));
    target.clear().putInt(at + RecordFormat.CHECKSUM, sum ^ to.seed());
    if (critical) {
      to.wantSyncOpaque();
    }
    to.commitRelease(index);
    // No call in between: so it is known exactly whether the record is committed.
    claim = NOTHING;
  }
}
