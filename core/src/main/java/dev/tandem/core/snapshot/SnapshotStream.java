package dev.tandem.core.snapshot;

import dev.tandem.core.api.LogPosition;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.state.StateImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/**
 * A snapshot as a stream, for those who keep it elsewhere than in a directory: the bytes of the
 * file, of which none depends on the kernel that they were made of. So equal states at the same
 * command give equal bytes.
 */
public final class SnapshotStream {

  /** What messages call the stream. */
  private static final Path NAME = Path.of("snapshot");

  /** No log of ours: its place is known by number and time of the last command alone. */
  private static final int NO_LOG = 0;

  private static final int NO_MARK = -1;

  private SnapshotStream() {}

  /**
   * Writes an image.
   *
   * @param lastCommand number of the last command that the image includes; -1 if it is none
   * @param timeNs its time, nanoseconds since the epoch
   */
  public static void write(
      StateImage image, long lastCommand, long timeNs, WritableByteChannel sink)
      throws IOException {
    LogPosition position = new LogPosition(NO_LOG, lastCommand, NO_MARK);
    ByteBuffer header =
        SnapshotFile.newHeader(image, position, timeNs, Math.min(image.riskShards(), 1), 1);
    SnapshotFile.write(
        header,
        image,
        bytes -> {
          while (bytes.hasRemaining()) {
            sink.write(bytes);
          }
        });
  }

  /**
   * Reads one to the end of the stream.
   *
   * @throws SnapshotException if it is cut or damaged, has bytes behind its end, or is of a log
   */
  public static Snapshots.Loaded read(ReadableByteChannel source) throws IOException {
    Snapshots.Loaded loaded = SnapshotFile.read(NAME, source);
    try {
      SnapshotInfo info = loaded.info();
      if (info.position().logId() != NO_LOG || info.position().mark() != NO_MARK) {
        throw new SnapshotException(NAME + ": is of log %016x".formatted(info.position().logId()));
      }
      if (source.read(ByteBuffer.allocate(1)) >= 0) {
        throw new SnapshotException(NAME + ": has bytes behind its end, byte " + info.bytes());
      }
      return loaded;
    } catch (IOException | RuntimeException e) {
      loaded.close();
      throw e;
    }
  }
}
