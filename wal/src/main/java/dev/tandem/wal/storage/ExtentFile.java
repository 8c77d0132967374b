package dev.tandem.wal.storage;

import dev.tandem.wal.LogFile;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * Changes the {@link LogExtent} of a log open for writing. A change is durable when a call returns.
 * It overwrites what is there, one copy after the other, so it needs no room on a full disk. One
 * thread at a time.
 */
public final class ExtentFile {

  private final Path directory;
  private final LogFiles files;
  private LogExtent now;

  private ExtentFile(Path directory, LogFiles files, LogExtent now) {
    this.directory = directory;
    this.files = files;
    this.now = now;
  }

  /**
   * That of a new log, made before its first segment; or one made anew, over what is left of it.
   */
  public static ExtentFile create(Path directory, LogFiles files, LogExtent first)
      throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocateDirect(LogExtent.FILE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    first.encode(bytes);
    first.encode(
        bytes.slice(LogExtent.COPY_BYTES, LogExtent.COPY_BYTES).order(ByteOrder.LITTLE_ENDIAN));
    ExtentFile created = new ExtentFile(directory, files, first);
    try (LogFile file = created.open()) {
      file.write(bytes.clear(), 0);
      file.force();
    }
    files.syncDirectory(directory);
    return created;
  }

  /** That of a log that was there. What was read may never have reached the device: change it. */
  public static ExtentFile of(Path directory, LogFiles files, LogExtent read) {
    return new ExtentFile(directory, files, read);
  }

  private LogFile open() throws IOException {
    return files.open(directory.resolve(SegmentNames.EXTENT));
  }

  public LogExtent now() {
    return now;
  }

  public void change(long first, long last) throws IOException {
    LogExtent next = now.changed(first, last);
    ByteBuffer bytes = ByteBuffer.allocateDirect(LogExtent.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    next.encode(bytes);
    try (LogFile file = open()) {
      // The copy that counts is the last to be touched.
      for (int copy : new int[] {1 - now.copy(), now.copy()}) {
        file.write(bytes.clear(), (long) copy * LogExtent.COPY_BYTES);
        file.force();
      }
    }
    now = next;
  }

  /** Segments below are about to go. */
  public void keepFrom(long first) throws IOException {
    change(first, Math.max(now.last(), first));
  }
}
