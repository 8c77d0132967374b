package dev.tandem.wal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One thread's hand in the appending: claims a place, fills it and commits it, without a lock and
 * without garbage.
 */
final class Appender {

  private final Batches batches;
  private final WriterSleep writerSleep;
  private final WalClock clock;
  private final Checksum checksum = new Checksum();
  private ByteBuffer[] views = new ByteBuffer[8];

  private Batch batch;
  private ByteBuffer view;
  private int start;
  private int index;

  /** Looks before it claims: one look costs a second transfer of the line between processors. */
  private boolean wasRefused = true;

  Appender(Batches batches, WalClock clock) {
    this.batches = batches;
    writerSleep = batches.writerSleep();
    this.clock = clock;
  }

  long append(byte type, MemorySegment body, long offset, int length, boolean critical) {
    long now = clock.nanos();
    long sequence = claim(length);
    boolean copied = false;
    try {
      MemorySegment.copy(
          body, offset, batch.memory, (long) start + RecordFormat.HEADER_BYTES, length);
      copied = true;
    } finally {
      commit(copied ? type : RecordFormat.VOID, sequence, now, length, critical);
    }
    return sequence;
  }

  long append(byte type, byte[] body, int offset, int length) {
    long now = clock.nanos();
    long sequence = claim(length);
    view.put(start + RecordFormat.HEADER_BYTES, body, offset, length);
    commit(type, sequence, now, length, false);
    return sequence;
  }

  long append(byte type, ByteBuffer body) {
    int length = body.remaining();
    long now = clock.nanos();
    long sequence = claim(length);
    boolean copied = false;
    try {
      view.put(start + RecordFormat.HEADER_BYTES, body, body.position(), length);
      copied = true;
    } finally {
      commit(copied ? type : RecordFormat.VOID, sequence, now, length, false);
    }
    return sequence;
  }

  private long claim(int length) {
    int bytes = RecordFormat.aligned(RecordFormat.HEADER_BYTES + length);
    long units = (long) bytes >>> Batch.UNIT_SHIFT;
    while (true) {
      Batch taken = batches.activeAcquire();
      // May have to allocate: an error behind the claim would leave a place that nobody commits.
      ByteBuffer target = viewOf(taken);
      long claim = wasRefused ? taken.claimIfOpen(units) : taken.claim(units);
      if (taken.fits(claim, units)) {
        wasRefused = false;
        start = (int) (Batch.startOf(claim) << Batch.UNIT_SHIFT);
        index = Batch.countOf(claim);
        batch = taken;
        view = target;
        // The padding; the body overwrites the rest of it.
        target.putLong(start + bytes - Long.BYTES, 0);
        return taken.firstSequence() + index;
      }
      wasRefused = true;
      batches.refused(taken, claim, bytes);
    }
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
    writerSleep.wake();
  }
}
