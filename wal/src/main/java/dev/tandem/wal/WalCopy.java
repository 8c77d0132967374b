package dev.tandem.wal;

import dev.tandem.wal.format.Interrupts;
import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.format.SegmentWindow;
import dev.tandem.wal.recovery.LogWalk;
import dev.tandem.wal.storage.ExtentFile;
import dev.tandem.wal.storage.LockFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Copies a log that may be written meanwhile. Copying its files one after the other is not enough:
 * of a batch that is written during the copy, a later part may be copied and an earlier one not,
 * and that is damage. Here each record is checked first, and then copied up to the last one that
 * was there.
 */
public final class WalCopy {

  private static final int TRIES = 20;
  private static final int COPY_BYTES = 1 << 20;

  private WalCopy() {}

  /**
   * Copies all records that are kept, and forces the copy. It is a log that was not closed; its
   * next opening continues behind the last record that was written when this began, or later.
   * Cursors are not copied.
   *
   * @param to a directory without files, which may have directories in it; after an exception files
   *     may be left
   * @param copied takes how many bytes of how many are copied
   * @throws WalCorruptedException if the log is damaged
   * @throws WalException if there is no log with records, it cannot be read, its writer deletes
   *     segments faster than they are copied, or the copy cannot be written
   */
  public static WalRecoveryReport copy(Path from, Path to, Progress copied) throws WalException {
    Objects.requireNonNull(copied, "copied");
    if (!Wal.isLog(from)) {
      throw new WalException(from + ": expected a log, found no segment");
    }
    boolean interrupted = Interrupts.take();
    WalException last = null;
    try {
      for (int i = 0; i < TRIES; i++) {
        LogExtent before = LogExtent.read(from);
        try {
          LogWalk walk = new LogWalk(from, ReadMode.STRICT, -1, false, LockFile.isHeld(from));
          walk.toItsEnd();
          write(walk, to, copied);
          // A segment that was given up meanwhile may have been written over as it was copied.
          if (LogExtent.read(from).first() == walk.extent().first()) {
            return walk.recovery();
          }
        } catch (WalException e) {
          if (Objects.equals(before, LogExtent.read(from))) {
            throw e;
          }
          last = e;
        } catch (InternalError e) {
          // The log is being closed, and cut after its end.
          last = SegmentWindow.unreadable(from, e);
        }
        clear(to);
      }
    } catch (WalException e) {
      throw e;
    } catch (IOException e) {
      throw new WalException(to, "the copy cannot be written", e);
    } finally {
      Interrupts.giveBack(interrupted);
    }
    throw new WalException(
        from + ": its writer deletes segments faster than they are copied", last);
  }

  /** How far a copy is. */
  @FunctionalInterface
  public interface Progress {
    /** So many bytes of so many are copied. */
    void at(long bytes, long of);
  }

  private static void write(LogWalk walk, Path to, Progress copied) throws IOException {
    int count = walk.lastWithData() + 1;
    if (count == 0) {
      throw new WalException(to + ": there is no record to be copied yet");
    }
    List<SegmentImage> segments = walk.segments().subList(0, count);
    LogWalk.End end = walk.end();
    // Where it ends without a mark, or continues in a segment without records, the rest is zeros.
    boolean closed = end.mark() == RecordFormat.CLOSE;
    long total = 0;
    for (SegmentImage segment : segments) {
      total += segment.bytes().capacity();
    }
    long done = 0;
    for (int i = 0; i < count; i++) {
      SegmentImage segment = segments.get(i);
      boolean whole = closed || i < count - 1;
      int length = whole ? segment.bytes().capacity() : end.offset();
      Path target = to.resolve(segment.name());
      try (LogFile file = LogFiles.SYSTEM.open(target)) {
        for (int at = 0; at < length; at += COPY_BYTES) {
          ByteBuffer part = ByteBuffer.allocateDirect(Math.min(COPY_BYTES, length - at));
          SegmentWindow.copy(segment.bytes(), at, part, part.capacity());
          file.write(part.clear(), at);
          copied.at(done + at, total);
        }
        if (!whole) {
          file.write(ByteBuffer.allocateDirect(1), segment.header().fileBytes() - 1);
        }
        file.force();
      }
      done += segment.bytes().capacity();
    }
    copied.at(total, total);
    LogExtent extent = walk.extent();
    long last = Math.min(extent.last(), segments.get(count - 1).header().number());
    ExtentFile.create(to, LogFiles.SYSTEM, extent.changed(extent.first(), last));
    LogFiles.SYSTEM.syncDirectory(to);
  }

  private static void clear(Path to) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(to)) {
      for (Path file : files) {
        if (Files.isRegularFile(file)) {
          Files.delete(file);
        }
      }
    }
  }
}
