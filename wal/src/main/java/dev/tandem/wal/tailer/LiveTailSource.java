package dev.tandem.wal.tailer;

import dev.tandem.wal.Durability;
import dev.tandem.wal.WalException;
import dev.tandem.wal.WalGapException;
import dev.tandem.wal.append.LogFailure;
import dev.tandem.wal.append.Positions;
import dev.tandem.wal.format.RecordCursor;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.format.SegmentWindow;
import dev.tandem.wal.storage.SegmentTable;
import java.util.Objects;

/**
 * Beside the log's own writer, in the same process: bounded by what it publishes, over segments
 * that it keeps as long as this is open.
 */
public final class LiveTailSource extends TailSource {

  private final SegmentTable table;
  private final Positions positions;
  private final LogFailure failure;
  private final Durability level;
  private final RecordCursor cursor = new RecordCursor(-1);
  private SegmentTable.Entry entry;
  private SegmentImage image;

  /** Number of the segment that is not deleted because of this; -1 if none. */
  private long pinned = -1;

  /** The segment is read to its end, and the next one is not entered yet. */
  private boolean ended;

  public LiveTailSource(
      SegmentTable table,
      Positions positions,
      LogFailure failure,
      long fromSequence,
      Durability level)
      throws WalException {
    super(fromSequence);
    this.table = Objects.requireNonNull(table, "table");
    this.positions = positions;
    this.failure = failure;
    this.level = Objects.requireNonNull(level, "level");
    begin();
  }

  private void begin() throws WalException {
    SegmentTable.Entry found = table.pinFor(wanted());
    // After that, so that what comes first is kept without a break.
    unpin();
    if (found == null) {
      pinned = SegmentTable.NONE_YET;
      return;
    }
    pinned = found.number();
    try {
      if (found.firstSequence() > wanted() && !isFromOldest()) {
        throw new WalGapException(
            found.path().toAbsolutePath().getParent().toString(), wanted(), found.firstSequence());
      }
      beginNotBefore(found.firstSequence());
      enter(found);
    } catch (Throwable e) {
      // Nobody may ever close this, and retention would wait for it.
      unpin();
      throw e;
    }
  }

  /** Goes over to a segment, or stays where it is if that cannot be read. */
  private void enter(SegmentTable.Entry next) throws WalException {
    SegmentImage mapped = SegmentImage.map(next.path(), next.number());
    cursor.enter(mapped.bytes(), mapped.header().seed());
    image = mapped;
    entry = next;
    ended = false;
  }

  private void unpin() {
    if (pinned >= 0) {
      table.unpin(pinned);
      pinned = -1;
    }
  }

  @Override
  long reached() {
    return level == Durability.SYNCED ? positions.syncedAcquire() : positions.writtenAcquire();
  }

  @Override
  boolean step() throws WalException {
    if (entry == null) {
      begin();
    }
    try {
      while (cursor.expected() <= reached()) {
        if (ended) {
          roll();
        }
        int step = cursor.next();
        if (step == RecordCursor.RECORD) {
          return true;
        }
        if (step == RecordCursor.BAD) {
          throw cursor.damage(image, "");
        }
        ended = true;
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

  @Override
  public RecordCursor cursor() {
    return cursor;
  }

  @Override
  public SegmentImage image() {
    return image;
  }

  @Override
  public boolean isOver() {
    return failure.isFinishedAcquire() || failure.causeAcquire() != null;
  }

  @Override
  public boolean isInUse() {
    return !isOver();
  }

  @Override
  public void close() {
    unpin();
  }
}
