package dev.tandem.wal.tailer;

import dev.tandem.wal.WalException;
import dev.tandem.wal.format.RecordCursor;
import dev.tandem.wal.format.SegmentImage;

/** Where a reader gets the records of a log that is written meanwhile. One thread at a time. */
public abstract class TailSource {

  /** First record that is wanted. */
  private long from;

  private final boolean fromOldest;

  /** The cursor is at a record that has not reached the level yet. */
  private boolean held;

  /**
   * @param fromSequence below 0 for the oldest record there is
   */
  TailSource(long fromSequence) {
    fromOldest = fromSequence < 0;
    from = Math.max(fromSequence, 0);
  }

  /** Steps to the next record; false if there is none yet. */
  public final boolean next() throws WalException {
    if (reached() < from) {
      return false;
    }
    while (true) {
      if (!held && !step()) {
        return false;
      }
      // What takes a sequence and is no record may have led behind what is reached.
      held = cursor().sequence() > reached();
      if (held) {
        return false;
      }
      if (cursor().sequence() >= from) {
        from = cursor().sequence() + 1;
        return true;
      }
    }
  }

  /** Sequence of the next record that is wanted. */
  final long wanted() {
    return from;
  }

  final boolean isFromOldest() {
    return fromOldest;
  }

  /** Begins no earlier than a log does. */
  final void beginNotBefore(long first) {
    from = Math.max(from, first);
  }

  /** Up to which record may be read. */
  abstract long reached() throws WalException;

  /** Steps the cursor to the next record there is; false if there is none yet. */
  abstract boolean step() throws WalException;

  public abstract RecordCursor cursor();

  /** The segment the cursor is in; null before the first record. */
  public abstract SegmentImage image();

  /** Nothing can come any more. */
  public abstract boolean isOver();

  /** Whether a writer has the log. */
  public abstract boolean isInUse() throws WalException;

  public abstract void close();
}
