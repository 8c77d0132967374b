package dev.tandem.wal;

import dev.tandem.wal.append.ConfirmationTracker;
import dev.tandem.wal.append.LogFailure;
import dev.tandem.wal.append.Positions;
import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.RecordScanner;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.storage.SegmentTable;
import dev.tandem.wal.tailer.FileTailSource;
import dev.tandem.wal.tailer.LiveTailSource;
import dev.tandem.wal.tailer.TailSource;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads the records of a log while it is written, each one checked, in order and without a gap. One
 * thread at a time. What {@link WalReader} says of mapped files holds here too.
 *
 * <p>A tailer of {@link Wal#tail} reads what the log has published. The segment that it reads, and
 * those after it, are not deleted until it is closed.
 *
 * <p>A tailer of {@link #open} may read a log that another process writes, now or later. It
 * continues when that process ends, however it ends, and when another one opens the log. It changes
 * nothing and takes no lock. The writer takes no notice of it, and may delete the records that it
 * needs next. Then {@link #next} throws {@link WalGapException}, from then on always. {@link
 * WalCursor} remembers a reader's position, and with {@link WalConfig.Builder#keepForCursors} the
 * writer waits for it.
 */
public final class Tailer implements AutoCloseable {

  private static final long FIRST_PAUSE_NS = 20_000;
  private static final long LONGEST_PAUSE_NS = 1_000_000;

  private final TailSource source;

  /** The record whose mark is to be checked before those after it are given; -1 for none. */
  private long checkedSequence = -1;

  private long checkedMark;

  // Of the record given last.
  private long given = -1;
  private SegmentImage markImage;
  private int markPlace;

  private boolean closed;

  Tailer(TailSource source) {
    this.source = source;
  }

  /** Of a log that nobody has ended. */
  Tailer(SegmentTable table, Positions positions, long fromSequence, Durability level)
      throws WalException {
    this(new LiveTailSource(table, positions, new LogFailure(), fromSequence, level));
  }

  /**
   * A reader of the log in a directory, whoever writes it.
   *
   * @param fromSequence the first record to give, which may have yet to come; -1 for the oldest one
   *     kept
   * @param level with {@link Durability#SYNCED}, only what marks in the log prove synced. In a busy
   *     log that is proven by the batch after, and at rest after 10 ms; but where a segment has no
   *     room left for that mark, by the next batch only. Otherwise, all that is written
   * @throws WalGapException if that record is not kept any more
   * @throws WalException if the directory holds no log, or cannot be read
   */
  public static Tailer open(Path directory, long fromSequence, Durability level)
      throws WalException {
    return new Tailer(source(directory, fromSequence, level));
  }

  private static FileTailSource source(Path directory, long fromSequence, Durability level)
      throws WalException {
    Objects.requireNonNull(level, "level");
    if (!Files.isDirectory(Objects.requireNonNull(directory, "directory"))) {
      throw new WalException(directory + ": expected a directory");
    }
    return new FileTailSource(directory, fromSequence, level);
  }

  /**
   * One that continues where another stopped, if the log has the same history.
   *
   * @param done the last record that was read; it has this mark before it
   * @param mark {@link Wal#UNKNOWN} is not checked
   */
  static Tailer resume(Path directory, long logId, long done, long mark, Durability level)
      throws WalException {
    FileTailSource source;
    boolean checks = mark != Wal.UNKNOWN;
    try {
      source = source(directory, checks ? done : done + 1, level);
    } catch (WalGapException e) {
      if (!checks || e.first() != done + 1) {
        throw checks ? new WalGapException(directory.toString(), done + 1, e.first()) : e;
      }
      // The record itself has gone, and nothing after it.
      checks = false;
      source = source(directory, done + 1, level);
    }
    if (source.logId() != logId) {
      throw FileTailSource.otherLog(directory, logId, source.logId());
    }
    Tailer tailer = new Tailer(source);
    if (checks) {
      tailer.checkedSequence = done;
      tailer.checkedMark = mark;
    }
    return tailer;
  }

  /**
   * Steps to the next record.
   *
   * @return false if there is none yet
   * @throws WalGapException if it is not kept any more
   * @throws WalCorruptedException at damage. In a log that another process writes, only what a
   *     later mark proves synced is damage; it is looked for when nothing has come for 100 ms, and
   *     ever more seldom
   * @throws WalException if the next segment cannot be read; the next call tries it again
   */
  public boolean next() throws WalException {
    if (closed) {
      throw new IllegalStateException("the tailer is closed");
    }
    if (!source.next()) {
      return false;
    }
    take();
    if (given == checkedSequence) {
      checkHistory();
      if (!source.next()) {
        return false;
      }
      take();
    }
    return true;
  }

  private void take() {
    given = source.cursor().sequence();
    markImage = source.image();
    markPlace = source.cursor().lastMark();
  }

  private void checkHistory() throws WalException {
    long found = markBefore();
    if (found != checkedMark) {
      throw new WalException(
          markImage.path()
              + ": record "
              + given
              + " was read after the mark "
              + SegmentHeader.hex(checkedMark)
              + ", and is after "
              + SegmentHeader.hex(found)
              + " now: it is another one, as after a power cut of a log that was not synced");
    }
    checkedSequence = -1;
  }

  /**
   * As {@link #next()}, but waits for the record, parked between looks that are at most 1 ms apart.
   *
   * @param limit how long at most
   * @return false if none came in time; or at once if the thread is interrupted, which stays so, or
   *     the log of {@link Wal#tail} is closed or has failed
   */
  public boolean next(Duration limit) throws WalException {
    long nanos = ConfirmationTracker.nanos(limit);
    long start = System.nanoTime();
    long pause = FIRST_PAUSE_NS;
    while (true) {
      // In front of the look: what came before the end is given.
      boolean over = source.isOver();
      if (next()) {
        return true;
      }
      long left = nanos - (System.nanoTime() - start);
      if (over || left <= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(this, Math.min(left, pause));
      pause = Math.min(2 * pause, LONGEST_PAUSE_NS);
    }
  }

  /** Whether a writer has the log at this moment: a call of the system. */
  public boolean isInUse() throws WalException {
    return source.isInUse();
  }

  public long sequence() {
    return source.cursor().sequence();
  }

  public byte type() {
    return source.cursor().type();
  }

  /** Nanoseconds since 1970, as the log's clock said when it was appended. */
  public long timestampNs() {
    return source.cursor().timestamp();
  }

  /** The record's bytes, read-only; valid until the next call of {@link #next}. */
  public MemorySegment body() {
    return MemorySegment.ofBuffer(buffer().clear()).asSlice(bodyOffset(), bodyLength());
  }

  /** What {@link #bodyOffset} is meant in, as {@link WalReader#buffer}. */
  public ByteBuffer buffer() {
    return closed ? SegmentImage.NOTHING : source.cursor().copy();
  }

  /** Where the body begins in {@link #buffer}, in bytes. */
  public int bodyOffset() {
    return source.cursor().copyOffset() + RecordFormat.HEADER_BYTES;
  }

  /** Length of the body in bytes. */
  public int bodyLength() {
    return source.cursor().length() - RecordFormat.HEADER_BYTES;
  }

  /** The record given last; -1 if none was. */
  long given() {
    return given;
  }

  /** The log that is read. */
  long logId() {
    return markImage.header().logId();
  }

  /**
   * As {@link Wal#markBefore} of the record given last. Read anew: a mark of a log at rest may have
   * been read before the batch's own was written over it.
   */
  long markBefore() {
    try {
      RecordScanner places = RecordScanner.of(markImage);
      return places.isMarkValidAt(markPlace)
          ? Integer.toUnsignedLong(places.storedAt(markPlace))
          : Wal.UNKNOWN;
    } catch (InternalError e) {
      // The segment has been given up since.
      return Wal.UNKNOWN;
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      source.close();
    }
  }
}
