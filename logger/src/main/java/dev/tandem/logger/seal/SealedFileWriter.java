package dev.tandem.logger.seal;

import dev.tandem.logger.PartOrigin;
import dev.tandem.logger.UnforcedException;
import dev.tandem.logger.format.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;

/**
 * Seals the bytes of a plain log file, from some offset on and in order, into a new sealed file.
 * For one thread.
 *
 * <p>A writer only makes new files: what a crash left unsealed goes into another file, with a salt
 * and a key of its own. Bytes are safe from the death of the process when {@link #sealedTo()} has
 * passed them, from the death of the machine after the next {@link #force()}.
 *
 * <p>If the disk fails or is full, the block that was being written is kept in its sealed form, and
 * the rest of it is written by the next call: no block is encrypted twice. The same holds if the
 * thread is interrupted, which closes the file: the next call opens it again.
 */
final class SealedFileWriter implements Closeable {
  private final Path file;
  private FileChannel channel;
  private final SealedHeader header;
  private final BlockCipher cipher;
  private byte[] plain = new byte[1 << 16];
  private byte[] frame = new byte[frameLength(1 << 16)];
  private ByteBuffer pending = ByteBuffer.wrap(frame).limit(0);
  private long position;
  private long records;
  private long given;
  private long written;
  private IOException unforced;
  private boolean ended;
  private boolean closed;

  private SealedFileWriter(
      Path file, FileChannel channel, SealedHeader header, BlockCipher cipher) {
    this.file = file;
    this.channel = channel;
    this.header = header;
    this.cipher = cipher;
    this.position = SealedHeader.LENGTH;
    this.given = header.start();
    this.written = header.start();
  }

  /**
   * Begins a sealed file.
   *
   * @param run names the run whose file is sealed; with {@code segment} it says which parts belong
   *     together
   * @param segment the number of the plain file in its run
   * @param start offset in the plain file of the first byte that will be sealed
   * @param origin how the bytes come to be sealed
   * @throws IOException if the file exists or cannot be written; nothing is left behind then
   */
  public static SealedFileWriter create(
      Path file, KeyRing ring, String run, long segment, long start, PartOrigin origin)
      throws IOException {
    SealedHeader.Fresh fresh =
        SealedHeader.fresh(ring, SealMode.BLOCKS, run, segment, start, origin, file.toString());
    // Left by a key source, it would close the new file; it is kept for the caller.
    boolean interrupted = Thread.interrupted();
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PrivateFiles.file());
      ByteBuffer bytes = ByteBuffer.wrap(fresh.header().toBytes());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      return new SealedFileWriter(
          file, channel, fresh.header(), new BlockCipher(fresh.header(), fresh.keys()));
    } catch (IOException | RuntimeException | Error e) {
      fresh.keys().close();
      if (channel != null) {
        channel.close();
        Files.deleteIfExists(file);
      }
      throw e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The file's header. */
  public SealedHeader header() {
    return header;
  }

  /** The file that is written. */
  public Path file() {
    return file;
  }

  /** Offset in the plain file up to which everything is sealed and written. */
  public long sealedTo() {
    return written;
  }

  /**
   * Offset in the plain file up to which bytes were given, of which the last may be {@link
   * #pending()}.
   */
  public long takenTo() {
    return given;
  }

  /** Records in the blocks that were given so far. */
  public long records() {
    return records;
  }

  /** Bytes of the sealed file so far. */
  public long size() {
    return position;
  }

  /**
   * Seals the next bytes as one block, of whole records where a cut is to lose whole ones. Copies
   * {@code bytes} first; they may change afterwards, and may be wiped when {@link #sealedTo()} has
   * passed them.
   *
   * @param count how many records the bytes hold
   * @throws IOException if they cannot be written; if {@link #pending()} is true afterwards, the
   *     bytes were taken and must not be given again
   */
  public void seal(MemorySegment bytes, long count) throws IOException {
    checkOpen();
    if (ended) {
      throw new IllegalStateException(file + " has its end");
    }
    long length = bytes.byteSize();
    if (length < 1 || length > SealFormat.MAX_BLOCK) {
      throw new IllegalArgumentException(
          "found " + length + " bytes, expected 1 to " + SealFormat.MAX_BLOCK + " in a block");
    }
    resume();
    grow((int) length);
    MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, 0, plain, 0, (int) length);
    records = Math.addExact(records, count);
    seal((int) length, SealFormat.KIND_DATA);
    given += length;
    resume();
  }

  /** Whether a block is sealed but not yet written completely. */
  public boolean pending() {
    return pending.hasRemaining();
  }

  /** Writes the rest of a pending block, if there is one. */
  public void resume() throws IOException {
    while (pending.hasRemaining()) {
      position += channel().write(pending, position);
    }
    written = given;
  }

  /**
   * Makes all that is written survive the machine.
   *
   * @throws UnforcedException if it may not; so does every later call
   */
  public void force() throws IOException {
    checkOpen();
    try {
      resume();
    } catch (IOException unwritten) {
      // The blocks before it are to survive the machine though the disk is full.
      try {
        forceWritten();
      } catch (IOException e) {
        e.addSuppressed(unwritten);
        throw e;
      }
      throw unwritten;
    }
    forceWritten();
  }

  private void forceWritten() throws IOException {
    if (unforced != null) {
      throw new UnforcedException(file + ": an earlier force has failed: " + unforced, unforced);
    }
    try {
      channel().force(false);
    } catch (ClosedChannelException interrupted) {
      // No failure of the disk.
      throw interrupted;
    } catch (IOException e) {
      unforced = e;
      throw new UnforcedException(file + ": cannot be forced: " + e, e);
    }
  }

  /**
   * Writes the block that marks a clean end, and makes the whole file survive the machine. After an
   * {@link IOException} it may be called again; after an {@link UnforcedException} in vain.
   */
  public void end() throws IOException {
    checkOpen();
    resume();
    if (!ended) {
      seal(0, SealFormat.KIND_FINAL);
      ended = true;
    }
    force();
  }

  /** {@link #end Ends} the file once more if that is not done, and closes it whatever happens. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    try {
      end();
    } finally {
      abandon();
    }
  }

  /** Closes as a crash would: a mark that was not written is missing. The key is wiped. */
  public void abandon() throws IOException {
    closed = true;
    cipher.close();
    Arrays.fill(plain, (byte) 0);
    channel.close();
  }

  /** Open again if an interrupt of the thread that used it has closed it. */
  private FileChannel channel() throws IOException {
    if (!channel.isOpen()) {
      channel = FileChannel.open(file, StandardOpenOption.WRITE);
    }
    return channel;
  }

  private void seal(int length, int kind) {
    int sealed;
    try {
      sealed = cipher.seal(plain, length, kind, records, frame);
    } finally {
      Arrays.fill(plain, 0, length, (byte) 0);
    }
    pending.limit(sealed).position(0);
  }

  private void grow(int length) {
    if (length > plain.length) {
      plain = new byte[length];
      frame = new byte[frameLength(length)];
      pending = ByteBuffer.wrap(frame).limit(0);
    }
  }

  private static int frameLength(int length) {
    return SealFormat.BLOCK_HEADER_LENGTH + length + SealFormat.TAG_LENGTH;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException(file + " is closed");
    }
  }
}
