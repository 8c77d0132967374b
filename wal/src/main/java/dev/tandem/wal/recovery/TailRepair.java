package dev.tandem.wal.recovery;

import dev.tandem.wal.LogFile;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.WalClock;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalException;
import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.MarkBuffer;
import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.format.SegmentNames;
import dev.tandem.wal.format.SegmentWindow;
import dev.tandem.wal.storage.DiskSpace;
import dev.tandem.wal.storage.ExtentFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Makes a directory whole after its records have been walked over: the last segment is ended, cut
 * and forced; what was never finished, what was given up and what lies behind the tail is deleted.
 *
 * <p>What nothing proves to have been synced is written once more before it is forced: after a
 * failed sync the page cache may hold, as clean, what the device never got.
 */
public final class TailRepair {

  private static final int COPY_BYTES = 1 << 20;

  private final Path directory;
  private final LogFiles files;
  private final LogWalk walk;
  private final int kept;
  private ExtentFile extent;

  /** Checksum of the last mark, for the chain. */
  private int chain;

  /**
   * @param walk has been walked to its end
   */
  public TailRepair(Path directory, LogFiles files, LogWalk walk) {
    this.directory = directory;
    this.files = files;
    this.walk = walk;
    kept = walk.lastWithData() + 1;
  }

  /**
   * Passes if there is room for the first segment after the repair.
   *
   * @throws WalException saying how many bytes are missing; nothing has been changed
   */
  public void checkRoom(WalConfig config) throws IOException {
    long needed = config.segmentBytes();
    if (walk.extent() == null) {
      needed += LogExtent.FILE_BYTES;
    }
    long freed = 0;
    for (Path path : SegmentNames.unfinished(directory)) {
      freed += Files.size(path);
    }
    for (Path path : walk.leftovers()) {
      freed += Files.size(path);
    }
    if (kept > 0) {
      int used = walk.end().offset() + RecordFormat.MARK_BYTES;
      freed += Math.max(0, walk.segments().get(kept - 1).bytes().capacity() - used);
    }
    for (SegmentImage behind : walk.segments().subList(kept, walk.segments().size())) {
      if (walk.recovery().repaired()) {
        freed += behind.bytes().capacity();
      } else {
        // Used again; the last one is the first.
        needed = (long) config.segmentBytes() - behind.bytes().capacity();
      }
    }
    new DiskSpace(directory, config).check(needed, freed);
  }

  /** Repairs; cut off anywhere, it leaves a log with the same records. */
  public void run(WalClock clock) throws IOException {
    for (Path path : SegmentNames.unfinished(directory)) {
      files.delete(path);
    }
    openExtent();
    List<SegmentImage> segments = walk.segments();
    for (int i = 0; i < kept - 1; i++) {
      secure(segments.get(i), segments.get(i + 1));
    }
    if (kept > 0) {
      // Before anything behind it goes, because its mark may say that the log continues there.
      end(segments.get(kept - 1), clock);
    }
    for (Path path : walk.leftovers()) {
      files.delete(path);
    }
    if (walk.recovery().repaired()) {
      // From the end, so that an interruption leaves no gap.
      for (int i = segments.size() - 1; i >= kept; i--) {
        files.delete(segments.get(i).path());
      }
      files.syncDirectory(directory);
    }
  }

  /** What was prepared and never used may be missing from now on. */
  private void openExtent() throws IOException {
    LogExtent found = walk.extent();
    if (found == null) {
      LogExtent first = LogExtent.ofNew(ThreadLocalRandom.current().nextLong());
      extent = ExtentFile.create(directory, files, first);
    } else if (walk.extentLost() != null) {
      extent = ExtentFile.create(directory, files, found.changed(found.first(), nextNumber() - 1));
    } else {
      extent = ExtentFile.of(directory, files, found);
      extent.change(found.first(), Math.min(found.last(), nextNumber() - 1));
    }
  }

  /** Sees to a segment that was rolled. */
  private void secure(SegmentImage segment, SegmentImage following) throws IOException {
    // Nothing of a segment is synced before all of the one before it, its end mark included.
    if (following.firstSequence() <= walk.cursor().synced()) {
      return;
    }
    try (LogFile file = files.open(segment.path())) {
      rewrite(file, segment, SegmentHeader.BYTES, segment.bytes().capacity());
      file.force();
    }
  }

  private static void rewrite(LogFile file, SegmentImage segment, int from, int to)
      throws IOException {
    ByteBuffer copy = ByteBuffer.allocateDirect(Math.min(COPY_BYTES, to - from));
    for (int at = from; at < to; at += copy.capacity()) {
      int end = Math.min(to, at + copy.capacity());
      SegmentWindow.copy(segment.bytes(), at, copy, end - at);
      file.write(copy.clear().limit(end - at), at);
    }
  }

  private void end(SegmentImage segment, WalClock clock) throws IOException {
    LogWalk.End end = walk.end();
    int behind = end.offset() + RecordFormat.MARK_BYTES;
    try (LogFile file = files.open(segment.path())) {
      if (end.mark() == RecordFormat.CLOSE) {
        chain = walk.cursor().chain();
        rewrite(file, segment, end.unproven(), behind);
      } else {
        rewrite(file, segment, end.unproven(), end.offset());
        file.force();
        MarkBuffer mark = new MarkBuffer();
        long next = Math.max(walk.cursor().expected(), 0);
        chain =
            MarkBuffer.encode(
                mark.bytes(),
                0,
                RecordFormat.CLOSE,
                next,
                clock.nanos(),
                next - 1,
                end.chain(),
                segment.header().seed());
        file.write(mark.bytes(), end.offset());
      }
      // A segment that is cut without an end mark counts as damaged.
      file.force();
      file.truncate(behind);
      file.force();
    }
  }

  public int chain() {
    return chain;
  }

  public ExtentFile extent() {
    return extent;
  }

  /** Segments that hold records, oldest first. */
  public List<SegmentImage> kept() {
    return walk.segments().subList(0, kept);
  }

  /** Of the first segment to be made. */
  public long nextNumber() {
    if (kept > 0) {
      return walk.segments().get(kept - 1).header().number() + 1;
    }
    return walk.extent() == null ? 1 : walk.extent().first();
  }

  /**
   * Takes the names from the segments that were prepared and never used, and returns them for
   * another use.
   */
  public List<Path> takeUnused() throws IOException {
    List<Path> spares = new ArrayList<>();
    if (!walk.recovery().repaired()) {
      List<SegmentImage> segments = walk.segments();
      // From the end, so that an interruption leaves no gap.
      for (int i = segments.size() - 1; i >= kept; i--) {
        Path spare = SegmentNames.spare(directory, segments.get(i).header().number());
        files.rename(segments.get(i).path(), spare);
        spares.add(spare);
      }
    }
    return spares;
  }
}
