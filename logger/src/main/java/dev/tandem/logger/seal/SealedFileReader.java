package dev.tandem.logger.seal;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Reads a sealed file block by block. Every byte that it hands out is authentic and in its place;
 * at the first byte that is not, it stops and says so. For one thread.
 */
final class SealedFileReader implements Closeable {
  private final Path file;
  private final FileChannel channel;
  private final SealedHeader header;
  private final BlockCipher cipher;
  private byte[] frame = new byte[1 << 16];
  private byte[] plain = new byte[1 << 16];
  private int length;
  private long position = SealedHeader.LENGTH;
  private long plainOffset;
  private long records;
  private SealEnd end = SealEnd.UNREAD;
  private String found = "";

  private SealedFileReader(
      Path file, FileChannel channel, SealedHeader header, BlockCipher cipher) {
    this.file = file;
    this.channel = channel;
    this.header = header;
    this.cipher = cipher;
    this.plainOffset = header.start();
  }

  /**
   * Opens a sealed file.
   *
   * @throws UnknownKeyException if the ring has no key of the file's key id
   * @throws WrongKeyException if it has another key under that id
   * @throws SealException if this is no intact header of a file that was sealed by blocks
   */
  public static SealedFileReader open(Path file, KeyRing ring) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      byte[] bytes = new byte[(int) Math.min(SealedHeader.LENGTH, channel.size())];
      read(channel, bytes, bytes.length, 0);
      SealedHeader header = SealedHeader.parse(bytes, file.toString());
      if (header.mode() != SealMode.BLOCKS) {
        throw new SealException(file + ": found a file of sealed records, expected sealed blocks");
      }
      return new SealedFileReader(
          file, channel, header, new BlockCipher(header, header.keys(ring, file.toString())));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** The file's header. */
  public SealedHeader header() {
    return header;
  }

  /**
   * Moves to the next block. After false, {@link #end()} says how the file ends; where the end is
   * {@link SealEnd#LOST} the file may have grown meanwhile, and the next call looks again.
   */
  public boolean next() throws IOException {
    if (end == SealEnd.CLEAN || end == SealEnd.DAMAGED) {
      return false;
    }
    plainOffset += length;
    length = 0;
    end = SealEnd.UNREAD;
    long available = channel.size() - position;
    if (available < SealFormat.BLOCK_HEADER_LENGTH) {
      return stop(
          SealEnd.LOST, available == 0 ? "no final block" : "a cut in the header of a block");
    }
    read(channel, frame, SealFormat.BLOCK_HEADER_LENGTH, position);
    int kind = SealFormat.getInt(frame, SealFormat.BLOCK_KIND_AT);
    int size = SealFormat.getInt(frame, SealFormat.BLOCK_LENGTH_AT);
    long number = SealFormat.getLong(frame, SealFormat.BLOCK_NUMBER_AT);
    if (number != cipher.next()) {
      return stop(SealEnd.DAMAGED, "block number " + number);
    }
    if (kind != SealFormat.KIND_DATA && kind != SealFormat.KIND_FINAL) {
      return stop(SealEnd.DAMAGED, "a block of kind " + kind);
    }
    if (size < 0 || size > SealFormat.MAX_BLOCK || (size == 0) != (kind == SealFormat.KIND_FINAL)) {
      return stop(SealEnd.DAMAGED, "a block of " + size + " bytes");
    }
    int whole = SealFormat.BLOCK_HEADER_LENGTH + size + SealFormat.TAG_LENGTH;
    if (available < whole) {
      return stop(SealEnd.LOST, "a cut: " + available + " of the " + whole + " bytes of a block");
    }
    grow(whole, size);
    read(channel, frame, whole, position);
    if (!cipher.open(frame, size, plain)) {
      return stop(SealEnd.DAMAGED, "bytes that were not sealed here");
    }
    records = SealFormat.getLong(frame, SealFormat.BLOCK_RECORDS_AT);
    position += whole;
    if (kind == SealFormat.KIND_FINAL) {
      return channel.size() == position
          ? stop(SealEnd.CLEAN, "")
          : stop(SealEnd.DAMAGED, "bytes after the final block");
    }
    length = size;
    return true;
  }

  /**
   * The plain bytes of the block: whole records. Valid until the next call of {@link #next()} or
   * close.
   */
  public MemorySegment plain() {
    return MemorySegment.ofArray(plain).asSlice(0, length);
  }

  /** Offset in the plain file of the first byte of {@link #plain()}. */
  public long plainOffset() {
    return plainOffset;
  }

  /** Records in the blocks that were read. */
  public long records() {
    return records;
  }

  /** How the file ends. */
  public SealEnd end() {
    return end;
  }

  /**
   * The file and how it ends, in words: the sealed prefix, and what was found where more was
   * expected.
   */
  public String describe() {
    if (end == SealEnd.CLEAN) {
      return file + ": " + records + " records, clean end";
    }
    if (end == SealEnd.UNREAD) {
      return file + ": " + records + " records so far";
    }
    return file
        + ": sealed prefix of "
        + records
        + " records, end lost: at offset "
        + position
        + " found "
        + found
        + ", expected block "
        + cipher.next();
  }

  /** Closes the file and wipes the key and what was read. */
  @Override
  public void close() throws IOException {
    cipher.close();
    Arrays.fill(plain, (byte) 0);
    length = 0;
    channel.close();
  }

  private boolean stop(SealEnd how, String what) {
    end = how;
    found = what;
    return false;
  }

  private void grow(int whole, int size) {
    if (whole > frame.length) {
      frame = new byte[Math.max(whole, 2 * frame.length)];
    }
    if (size > plain.length) {
      Arrays.fill(plain, (byte) 0);
      plain = new byte[Math.max(size, 2 * plain.length)];
    }
  }

  private static void read(FileChannel channel, byte[] bytes, int length, long at)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, at + buffer.position()) < 0) {
        throw new IOException("the file became shorter while it was read");
      }
    }
  }
}
