package dev.tandem.logger.recovery;

import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.Sealing;
import dev.tandem.logger.SegmentInfo;
import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.read.LogRecordCursor;
import dev.tandem.logger.read.LogSegmentImage;
import dev.tandem.logger.storage.Forcing;
import dev.tandem.logger.storage.RunLock;
import dev.tandem.logger.storage.SegmentFile;
import dev.tandem.logger.storage.StoreThreads;
import dev.tandem.logger.storage.Zeros;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tidies up after runs that have crashed: deletes segments that were never used, cuts the others
 * after what was claimed, seals what was not sealed. A record that is there is never touched, and
 * holes stay visible. So a file with anything in it is kept, also where its header says that there
 * is nothing, and a file whose header is lost is left as it is; both are reported. A run is tidied
 * by one process at a time, which holds its lock meanwhile. A run whose rest is to be sealed is not
 * forgotten before a store with a key has come.
 */
public final class Recovery {
  private final Path directory;
  private final LogStoreConfig config;
  private long holes;

  private Recovery(Path directory, LogStoreConfig config) {
    this.directory = directory;
    this.config = config;
  }

  /** Returns how many holes were found. */
  public static long run(Path directory, LogStoreConfig config) throws IOException {
    Recovery recovery = new Recovery(directory, config);
    for (String run : recovery.runs()) {
      RunLock.ifOver(directory, config.name(), run, () -> recovery.tidy(run));
    }
    return recovery.holes;
  }

  private Set<String> runs() throws IOException {
    Set<String> runs = new TreeSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path path : entries) {
        String run = FileNames.runOfLock(config.name(), path.getFileName().toString());
        if (run != null) {
          runs.add(run);
        }
      }
    }
    return runs;
  }

  /** Whether nothing is left to be done. */
  private boolean tidy(String run) throws IOException {
    List<Path> plain = new ArrayList<>();
    Set<String> sealed = new HashSet<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(directory, config.name() + "-" + run + "-*")) {
      for (Path path : entries) {
        String name = path.getFileName().toString();
        if (name.endsWith(FileNames.PART)) {
          Files.deleteIfExists(path);
        } else if (name.endsWith(FileNames.SUFFIX)) {
          plain.add(path);
        } else {
          FileNames.Parts parts = FileNames.parse(name);
          if (parts != null) {
            sealed.add(FileNames.segment(parts.name(), parts.run(), parts.number()));
          }
        }
      }
    }
    boolean done = true;
    for (Path path : plain) {
      try {
        done &= tidy(path, run, sealed.contains(path.getFileName().toString()));
      } catch (NoSuchFileException gone) {
        // Deleted or compressed by another process: so there is nothing to be done with it.
        if (Files.exists(path)) {
          throw gone;
        }
      }
    }
    return done;
  }

  /**
   * @param sealed whether other files of the segment are there: without the plain one, the sealed
   *     one that the kill cut short would be damaged
   */
  private boolean tidy(Path path, String run, boolean sealed) throws IOException {
    boolean unused = false;
    boolean done = true;
    try (FileChannel channel =
            FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Arena arena = Arena.ofConfined()) {
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, channel.size(), arena);
      long used = Zeros.begin(memory, 0);
      unused = !sealed && isUnused(memory, used);
      if (!unused) {
        if (isSound(memory)) {
          done = keep(path, run, channel, memory, used);
        } else {
          StoreThreads.report(
              config, path + ": its header is lost or damaged; it is left as it is");
        }
      }
    }
    if (unused) {
      Files.deleteIfExists(path);
    }
    return done;
  }

  /**
   * Whether nothing was ever written to a segment.
   *
   * @param used behind its last byte that is not zero
   */
  private static boolean isUnused(MemorySegment memory, long used) {
    return used == 0
        || (memory.byteSize() >= SegmentLayout.HEADER_BYTES
            && used <= SegmentLayout.HEADER_BYTES
            && SegmentLayout.getLong(memory, SegmentLayout.MAGIC_AT) == SegmentLayout.MAGIC
            && SegmentLayout.getLong(memory, SegmentLayout.CLAIM_AT) == SegmentLayout.UNCLAIMED);
  }

  private static boolean isSound(MemorySegment memory) {
    return memory.byteSize() >= SegmentLayout.HEADER_BYTES
        && SegmentLayout.getLong(memory, SegmentLayout.MAGIC_AT) == SegmentLayout.MAGIC
        && SegmentLayout.getLong(memory, SegmentLayout.HEADER_SUM_AT)
            == SegmentFile.headerSum(memory);
  }

  /** Whether nothing of the file is left to be sealed. */
  private boolean keep(Path path, String run, FileChannel channel, MemorySegment memory, long used)
      throws IOException {
    long closed = SegmentLayout.getLong(memory, SegmentLayout.CLOSED_AT);
    long claims = SegmentLayout.getLong(memory, SegmentLayout.CLAIM_AT);
    // Killed while it was being closed: the file stays as long as it is.
    long claimed = SegmentLayout.offsetOf(closed == 0 ? claims : closed);
    long end = Math.min(Math.max(claimed, SegmentLayout.alignedLength(used)), memory.byteSize());
    if (used > claimed) {
      StoreThreads.report(
          config, path + ": found bytes up to " + used + " and an end of " + claimed);
    }
    LogRecordCursor cursor = cursorAtEnd(path);
    // Where the claims are lost: a record may end in zeros.
    end = Math.max(end, cursor.recordsEnd());
    long flags = SegmentLayout.getLong(memory, SegmentLayout.FLAGS_AT);
    Sealing sealing = config.sealing();
    if (sealing != null && flags != SegmentLayout.RECORDS_SEALED) {
      // Whatever this store seals by: what is left here is plain.
      long number = SegmentLayout.getLong(memory, SegmentLayout.NUMBER_AT);
      SegmentInfo info = new SegmentInfo(path, run, number, memory.byteSize());
      new FoundBytes(info, memory, sealing).seal(end, () -> Forcing.forceDirectory(directory));
      // The header stays: it knows how many records were begun.
      channel.force(false);
      channel.truncate(SegmentLayout.HEADER_BYTES);
      return true;
    }
    if (FoundBytes.wiped(memory) == SegmentLayout.HEADER_BYTES) {
      // Else most of the records are elsewhere, and their key is not here.
      holes += cursor.holes();
    }
    channel.truncate(end);
    return flags != SegmentLayout.TO_BE_SEALED;
  }

  private static LogRecordCursor cursorAtEnd(Path path) throws IOException {
    LogRecordCursor cursor = new LogRecordCursor(LogSegmentImage.open(path));
    while (cursor.next()) {
      // To the end.
    }
    return cursor;
  }
}
