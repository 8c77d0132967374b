package dev.tandem.wal.storage;

import dev.tandem.wal.WalCorruptedException;
import dev.tandem.wal.WalException;
import dev.tandem.wal.format.Checksum;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The file of a reader's position: two copies. The older one, by its count, is overwritten and
 * forced, so that one is whole whenever the power fails. One thread at a time.
 *
 * <pre>
 *  0  magic       8  "TNDMCUR" and a zero
 *  8  version     4  1
 * 12  zero        4
 * 16  log id      8
 * 24  generation  8  one more with each change; of two copies the higher counts
 * 32  next        8  sequence of the first record that is not done; -1 for the oldest one kept
 * 40  mark        8  checksum of the mark before the last record that is done; -1 if not known
 * 48  zero       12
 * 60  checksum    4  CRC-32C of the bytes before
 * </pre>
 */
public final class CursorFile {

  /** The content of the file. */
  public record State(long logId, long generation, long next, long mark) {}

  private static final int COPY_BYTES = 4_096;
  private static final int FILE_BYTES = 2 * COPY_BYTES;
  private static final int BYTES = 64;
  private static final int CHECKSUM = 60;
  private static final long MAGIC = 0x00525543_4D444E54L;
  private static final int VERSION = 1;

  private CursorFile() {}

  /**
   * Reads it.
   *
   * @return null if it was never finished
   */
  public static State read(FileChannel channel, Path path) throws IOException {
    byte[] bytes = new byte[FILE_BYTES];
    ByteBuffer target = ByteBuffer.wrap(bytes);
    int read;
    do {
      read = channel.read(target, target.position());
    } while (read > 0);
    State newest = null;
    for (int at = 0; at + BYTES <= target.position(); at += COPY_BYTES) {
      State found = decode(bytes, at, path);
      if (found != null && (newest == null || found.generation() > newest.generation())) {
        newest = found;
      }
    }
    if (newest == null && target.position() == FILE_BYTES && !isZero(bytes)) {
      throw new WalCorruptedException(
          path.getFileName().toString(), 0, -1, "one of two copies whole", "neither");
    }
    return newest;
  }

  private static boolean isZero(byte[] bytes) {
    for (byte each : bytes) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }

  private static State decode(byte[] file, int at, Path path) throws WalException {
    ByteBuffer bytes = ByteBuffer.wrap(file, at, BYTES).slice().order(ByteOrder.LITTLE_ENDIAN);
    int sum = Checksum.ofArray(file, at, at + CHECKSUM);
    if (bytes.getLong(0) != MAGIC || bytes.getInt(CHECKSUM) != sum) {
      return null;
    }
    int version = bytes.getInt(8);
    if (version != VERSION) {
      throw new WalException(path + ": expected version " + VERSION + ", found " + version);
    }
    return new State(bytes.getLong(16), bytes.getLong(24), bytes.getLong(32), bytes.getLong(40));
  }

  /** Makes it, as long as it is going to be. */
  public static void create(FileChannel channel, State state) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(FILE_BYTES);
    while (zeros.hasRemaining()) {
      channel.write(zeros, zeros.position());
    }
    write(channel, state);
  }

  /** Writes it, durably, over the older copy. */
  public static void write(FileChannel channel, State state) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(0, MAGIC);
    bytes.putInt(8, VERSION);
    bytes.putLong(16, state.logId());
    bytes.putLong(24, state.generation());
    bytes.putLong(32, state.next());
    bytes.putLong(40, state.mark());
    bytes.putInt(CHECKSUM, Checksum.ofArray(bytes.array(), 0, CHECKSUM));
    long at = (state.generation() & 1) * COPY_BYTES;
    while (bytes.hasRemaining()) {
      channel.write(bytes, at + bytes.position());
    }
    channel.force(false);
  }
}
