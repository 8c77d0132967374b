package dev.tandem.cluster.trial;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a node of a trial writes down: rows of one size. A row is there for a reader once it was
 * written to the page cache, which a killed process leaves behind.
 */
final class TrialFile implements AutoCloseable {

  /** Number (the client sequence), time, length and bytes of a command. */
  static final int APPLIED_BYTES = 24 + CommandCodec.MAX_BYTES;

  /** Number of a command, and when it was acknowledged, in milliseconds since the epoch. */
  static final int ACK_BYTES = 16;

  private static final int BUFFERED_ROWS = 256;

  private final FileChannel channel;
  private final ByteBuffer buffer;
  private long position;

  private TrialFile(FileChannel channel, int rowBytes, long position) {
    this.channel = channel;
    this.position = position;
    buffer = ByteBuffer.allocateDirect(rowBytes * BUFFERED_ROWS).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The commands that a node has applied, by their place in the log. */
  static TrialFile applied(Path directory, int node) throws IOException {
    return open(directory.resolve("applied-" + node), APPLIED_BYTES, false);
  }

  /** The commands that a node has acknowledged. */
  static TrialFile acks(Path directory, int node) throws IOException {
    return open(directory.resolve("acks-" + node), ACK_BYTES, true);
  }

  private static TrialFile open(Path file, int rowBytes, boolean append) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    // A row that a kill has cut is none.
    return new TrialFile(channel, rowBytes, append ? channel.size() / rowBytes * rowBytes : 0);
  }

  void applied(long place, Command c, MemorySegment scratch) throws IOException {
    if (buffer.position() == 0) {
      position = place * APPLIED_BYTES;
    }
    int length = CommandCodec.encode(c, scratch);
    int row = buffer.position();
    buffer.putLong(c.clientSequence).putLong(c.timestampNs).putLong(length);
    buffer.put(scratch.asSlice(0, length).asByteBuffer());
    while (buffer.position() < row + APPLIED_BYTES) {
      buffer.put((byte) 0);
    }
    flushIfFull();
  }

  void ack(long number, long timeMs) throws IOException {
    buffer.putLong(number).putLong(timeMs);
    flushIfFull();
  }

  private void flushIfFull() throws IOException {
    if (!buffer.hasRemaining()) {
      flush();
    }
  }

  /** Makes all rows readable. */
  void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      position += channel.write(buffer, position);
    }
    buffer.clear();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
