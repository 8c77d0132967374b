package dev.tandem.wal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Reads the records of an open log while it is written, each one checked, in order and without a
 * gap. One thread at a time. The segment it reads, and those after it, are not deleted until it is
 * closed. What {@link WalReader} says of mapped files holds here too.
 */
public final class Tailer implements AutoCloseable {

  private final SegmentTable table;
  private final Positions positions;
  private final Durability level;
  private final RecordCursor cursor = new RecordCursor(-1);
  private final boolean fromOldest;
  private long from;
  private SegmentTable.Entry entry;

  /** Number of the segment that is not deleted because of this; -1 if none. */
  private long pinned = -1;

  /** The segment is read to its end, and the next one is not entered yet. */
  private boolean ended;

  private boolean closed;

  Tailer(SegmentTable table, Positions positions, long fromSequence, Durability level)
      throws WalException {
    this.table = Objects.requireNonNull(table, "table");
    this.positions = positions;
    this.level = Objects.requireNonNull(level, "level");
    fromOldest = fromSequence < 0;
    from = Math.max(fromSequence, 0);
    begin();
  }

  private void begin() throws WalException {
    SegmentTable.Entry found = table.pinFor(from);
    // After that, so that what comes first is kept without a break.
    unpin();
    if (found == null) {
      pinned = SegmentTable.NONE_YET;
      return;
    }
    pinned = found.number();
    try {
      checkKept(found.firstSequence());
      enter(found);
    } catch (Throwable e) {
      // Nobody may ever close this, and retention would wait for it.
      unpin();
      throw e;
    }
  }

  private void checkKept(long first) throws WalException {
    if (first > from && !fromOldest) {
      throw new WalException("sequence " + from + " is not kept: the log begins at " + first);
    }
    from = Math.max(from, first);
  }

  /** Goes over to a segment, or stays where it is if that cannot be read. */
  private void enter(SegmentTable.Entry next) throws WalException {
    SegmentImage image = SegmentImage.map(next.path(), next.number());
    cursor.enter(image.bytes(), image.header().seed());
    entry = next;
    ended = false;
  }

  private void unpin() {
    if (pinned >= 0) {
      table.unpin(pinned);
      pinned = -1;
    }
  }

  /**
   * Steps to the next record.
   *
   * @return false if there is none yet
   * @throws WalCorruptedException at damage
   * @throws WalException if the next segment cannot be read; the next call tries it again
   */
  public boolean next() throws WalException {
    if (closed) {
      throw new IllegalStateException("the tailer is closed");
    }
    long available =
        level == Durability.SYNCED ? positions.syncedAcquire() : positions.writtenAcquire();
    if (available < from) {
      return false;
    }
    if (entry == null) {
      begin();
    }
    try {
      while (cursor.expected() <= available) {
        if (ended) {
          roll();
        }
        int step = cursor.next();
        if (step == RecordCursor.BAD) {
          String[] diagnosis = cursor.diagnosis();
          throw new WalCorruptedException(
              entry.path().getFileName().toString(),
              cursor.nextOffset(),
              cursor.expected(),
              diagnosis[0],
              diagnosis[1]);
        }
        if (step == RecordCursor.ENDED) {
          ended = true;
        } else if (cursor.sequence() >= from) {
          from = cursor.sequence() + 1;
          return true;
        }
      }
    } catch (InternalError e) {
      throw SegmentWindow.unreadable(entry.path(), e);
    }
    return false;
  }

  private void roll() throws WalException {
    SegmentTable.Entry next = table.pinNext(entry.number());
    if (next == null) {
      throw new WalException(entry.path() + ": ended, and no segment follows");
    }
    try {
      enter(next);
    } catch (Throwable e) {
      table.unpin(next.number());
      throw e;
    }
    unpin();
    pinned = next.number();
  }

  public long sequence() {
    return cursor.sequence();
  }

  public byte type() {
    return cursor.type();
  }

  /** Nanoseconds since 1970, as the log's clock told when it was appended. */
  public long timestampNs() {
    return cursor.timestamp();
  }

  /** The record's bytes, read-only; valid until the next call of {@link #next}. */
  public MemorySegment body() {
    return MemorySegment.ofBuffer(buffer().clear()).asSlice(bodyOffset(), bodyLength());
  }

  /** What {@link #bodyOffset} is meant in, as {@link WalReader#buffer}. */
  public ByteBuffer buffer() {
    return closed ? SegmentImage.NOTHING : cursor.copy();
  }

  /** Where the body begins in {@link #buffer}, in bytes. */
  public int bodyOffset() {
    return cursor.copyOffset() + RecordFormat.HEADER_BYTES;
  }

  /** Length of the body in bytes. */
  public int bodyLength() {
    return cursor.length() - RecordFormat.HEADER_BYTES;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      unpin();
    }
  }
}
