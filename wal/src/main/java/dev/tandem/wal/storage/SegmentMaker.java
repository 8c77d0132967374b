package dev.tandem.wal.storage;

import dev.tandem.wal.Durability;
import dev.tandem.wal.LogFile;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.WalClock;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * Makes a segment: zero-filled from end to end, or of a retired one, with its header, forced,
 * renamed to its name, and the directory forced. One thread at a time.
 */
public final class SegmentMaker {

  /**
   * Small, because a file system may keep what one large write made in one large piece of its
   * cache, and then pays for the whole piece with each small write that follows.
   */
  private static final int CHUNK_BYTES = 64 << 10;

  /** Forced so often that the writer's own force never waits for more than this. */
  private static final int FORCE_BYTES = 1 << 20;

  private final Path directory;
  private final LogFiles files;
  private final DiskSpace space;
  private final long logId;
  private final long epoch;
  private final int segmentBytes;

  /** A write is followed by a force anyway, unless the log only writes. */
  private final boolean mapped;

  private final WalClock clock;

  private final ByteBuffer zeros =
      ByteBuffer.allocateDirect(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  public SegmentMaker(Path directory, WalConfig config, long logId, long epoch) {
    this.directory = directory;
    this.logId = logId;
    this.epoch = epoch;
    files = config.files();
    space = new DiskSpace(directory, config);
    segmentBytes = config.segmentBytes();
    mapped = config.durability() != Durability.SYNCED;
    clock = config.clock();
  }

  /**
   * Makes one.
   *
   * @param old a file to make it of; null makes it anew
   * @throws IOException if that fails; then no file with the name is there, if the disk lets it be
   *     deleted
   */
  Segment make(long number, Path old) throws IOException {
    SegmentHeader header =
        new SegmentHeader(logId, epoch, number, segmentBytes, clock.nanos(), mapped);
    Path temporary = SegmentNames.unfinished(directory, number);
    Path path = SegmentNames.segment(directory, number);
    // What it is called at the moment.
    Path name = temporary;
    LogFile file = null;
    try {
      if (old != null) {
        files.rename(old, temporary);
        // Its name in the log must be gone for good before its header says another number: forcing
        // the file does not force the names.
        files.syncDirectory(directory);
      }
      file = files.open(temporary);
      if (file.size() > segmentBytes) {
        file.truncate(segmentBytes);
      }
      zeroFill(file, file.size());
      write(header, file);
      file.force();
      if (mapped) {
        // Behind the force, which would have the next write to each page wait for it again.
        file.map(segmentBytes);
      }
      files.rename(temporary, path);
      name = path;
      file.renamed(path);
      files.syncDirectory(directory);
      return new Segment(header, path, file);
    } catch (Throwable e) {
      // Also an error, as of no memory for the map: an open file would stay so, and mapped.
      giveUp(file, name, e);
      throw e;
    }
  }

  private void zeroFill(LogFile file, long from) throws IOException {
    space.checkGrowth(segmentBytes - from);
    for (long at = from; at < segmentBytes; at += CHUNK_BYTES) {
      file.write(zeros.clear().limit((int) Math.min(CHUNK_BYTES, segmentBytes - at)), at);
      if ((at + CHUNK_BYTES) % FORCE_BYTES == 0) {
        file.force();
      }
    }
  }

  private static void write(SegmentHeader header, LogFile file) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocateDirect(SegmentHeader.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.encode(bytes);
    file.write(bytes.clear(), 0);
  }

  /**
   * Leaves no half-made file on a disk that may be full, and none whose name may not be durable.
   */
  private void giveUp(LogFile file, Path name, Throwable because) {
    try {
      try {
        if (file != null) {
          file.close();
        }
      } finally {
        files.delete(name);
      }
    } catch (IOException e) {
      // It is overwritten by the next try, or deleted by the next opening.
      because.addSuppressed(e);
    }
  }

  /** Whether an error says that the disk has no room for a segment. */
  boolean isFull(IOException e) {
    return space.isFull(e, segmentBytes);
  }
}
