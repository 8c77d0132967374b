package dev.tandem.wal.storage;

import dev.tandem.wal.LogFiles;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the disk of a log has left, after what is to be left for others. */
public final class DiskSpace {

  private static final String FULL = "No space left on device";

  private static final String BROKEN = "Input/output error";

  private final Path directory;
  private final LogFiles files;
  private final long reserveBytes;

  public DiskSpace(Path directory, WalConfig config) {
    this.directory = directory;
    files = config.files();
    reserveBytes = config.reserveBytes();
  }

  /**
   * Passes if so many bytes can be added.
   *
   * @param freed bytes that are free before that, beside those that are now
   * @throws WalException saying how many are missing
   */
  public void check(long bytes, long freed) throws IOException {
    if (bytes > 0) {
      long missing = bytes + reserveBytes - freed - files.usableBytes(directory);
      if (missing > 0) {
        throw new WalException(
            directory
                + ": no room on the disk for a segment: "
                + missing
                + " bytes are missing (of "
                + bytes
                + (reserveBytes > 0 ? ", and " + reserveBytes + " to be left free" : "")
                + ")");
      }
    }
  }

  /** As {@link #check}, with the error that the system would give. */
  void checkGrowth(long bytes) throws IOException {
    if (bytes > 0 && files.usableBytes(directory) - bytes < reserveBytes) {
      throw new IOException(FULL);
    }
  }

  /** Whether an error says that the disk has no room for so many bytes. */
  boolean isFull(IOException e, long bytes) {
    String message = String.valueOf(e.getMessage());
    if (message.contains(FULL) || message.contains("Disk quota exceeded")) {
      return true;
    }
    if (message.contains(BROKEN)) {
      // The device, and no lack of room, however little there is.
      return false;
    }
    try {
      // The message may be in another language.
      return files.usableBytes(directory) < bytes + reserveBytes;
    } catch (IOException unknown) {
      e.addSuppressed(unknown);
      return false;
    }
  }

  /** Where a directory is, or is going to be made. */
  public static Path nearest(Path directory) {
    Path place = directory.toAbsolutePath();
    while (!Files.exists(place) && place.getParent() != null) {
      place = place.getParent();
    }
    return place;
  }
}
