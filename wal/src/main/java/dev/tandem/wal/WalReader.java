package dev.tandem.wal;

import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.RecordCursor;
import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.format.SegmentNames;
import dev.tandem.wal.format.SegmentWindow;
import dev.tandem.wal.recovery.LogWalk;
import dev.tandem.wal.storage.LockFile;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Reads the records of a log from the oldest to the last one there is. It changes nothing in the
 * directory, and every record it gives has been checked. The tail that a crash left is the end;
 * damage before it is an error. One thread at a time.
 *
 * <p>This or another process may be writing the log meanwhile: {@link #isInUse}. The reader then
 * ends with what is written when it gets there, in the segments that existed when it was opened. If
 * the writer deletes a segment before it was read, that is a {@link WalGapException}. Use {@link
 * Tailer} to continue from the end.
 *
 * <p>Files are read through a map, and each record is copied before it is checked and given. If a
 * file is cut meanwhile, or its device fails, a {@link WalException} says so.
 */
public final class WalReader implements AutoCloseable {

  private static final int TRIES = 20;

  private final LogWalk walk;
  private final RecordCursor cursor;
  private final long from;
  private final boolean inUse;
  private boolean over;

  private WalReader(LogWalk walk, long from, boolean inUse) {
    this.walk = walk;
    this.from = from;
    this.inUse = inUse;
    cursor = walk.cursor();
  }

  /**
   * Opens a directory.
   *
   * @param mode whether segments below {@code fromSequence} are checked too
   * @param fromSequence the first record to give; if it is not kept any more, or is -1, the oldest
   *     one kept
   * @throws WalException if the directory is not a log's
   */
  public static WalReader open(Path directory, ReadMode mode, long fromSequence)
      throws WalException {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(mode, "mode");
    if (!Files.isDirectory(directory)) {
      throw new WalException(directory + ": expected a directory");
    }
    SegmentNames.checkNotForeign(directory);
    boolean inUse = LockFile.isHeld(directory);
    LogWalk walk = walk(directory, mode, fromSequence, mode != ReadMode.STRICT, inUse);
    return new WalReader(walk, fromSequence, inUse);
  }

  /** Opens what a writer may be giving up meanwhile. */
  static LogWalk walk(
      Path directory, ReadMode mode, long from, boolean withoutExtent, boolean inUse)
      throws WalException {
    for (int i = 1; ; i++) {
      LogExtent before = inUse ? LogExtent.read(directory) : null;
      WalException failed;
      try {
        return new LogWalk(directory, mode, from, withoutExtent, inUse);
      } catch (WalException e) {
        failed = e;
      } catch (InternalError e) {
        failed = SegmentWindow.unreadable(directory, e);
      }
      if (!inUse || i == TRIES || Objects.equals(before, LogExtent.read(directory))) {
        throw failed;
      }
    }
  }

  /** Whether a writer had the log when this was opened. */
  public boolean isInUse() {
    return inUse;
  }

  /**
   * Steps to the next record.
   *
   * @return false at the end of the log
   * @throws WalCorruptedException at damage; the reader is at its end then
   */
  public boolean next() throws WalException {
    if (over) {
      return false;
    }
    try {
      while (walk.next()) {
        if (cursor.sequence() >= from) {
          return true;
        }
      }
    } catch (WalException e) {
      over = true;
      throw e;
    }
    over = true;
    return false;
  }

  public long sequence() {
    return cursor.sequence();
  }

  public byte type() {
    return cursor.type();
  }

  /** Nanoseconds since 1970, as the log's clock said when it was appended. */
  public long timestampNs() {
    return cursor.timestamp();
  }

  /** The record's bytes, read-only; valid until the next call of {@link #next}. */
  public MemorySegment body() {
    return MemorySegment.ofBuffer(buffer().clear()).asSlice(bodyOffset(), bodyLength());
  }

  /**
   * What {@link #bodyOffset} is meant in, read-only and little-endian: reading from it allocates
   * nothing, and is faster than a memory segment in a program that uses several kinds of them. What
   * it holds is valid until the next call of {@link #next}, which may also take another one.
   */
  public ByteBuffer buffer() {
    return over ? SegmentImage.NOTHING : cursor.copy();
  }

  /** Where the body begins in {@link #buffer}, in bytes. */
  public int bodyOffset() {
    return cursor.copyOffset() + RecordFormat.HEADER_BYTES;
  }

  /** Length of the body in bytes. */
  public int bodyLength() {
    return cursor.length() - RecordFormat.HEADER_BYTES;
  }

  /** File that the record is in. */
  public String segmentName() {
    return walk.segment().name();
  }

  /** Where the record begins in that file, in bytes. */
  public long segmentOffset() {
    return cursor.offset();
  }

  /**
   * Passes if it is certain which segments the log has.
   *
   * @throws WalCorruptedException if the file is lost that says so: records may be missing before
   *     the first and after the last one there is
   */
  public void checkComplete() throws WalCorruptedException {
    if (walk.extentLost() != null) {
      throw walk.extentLost();
    }
  }

  /** What was found, once {@link #next} has returned false. */
  public WalRecoveryReport recovery() {
    return walk.recovery();
  }

  @Override
  public void close() {
    over = true;
  }
}
