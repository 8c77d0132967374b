package dev.tandem.it.crash;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The least that is a log: one file of (length, CRC-32C, bytes), one lock. */
final class NaiveLog implements LogUnderTest {

  private static final String FILE = "naive.log";
  private static final int HEAD_BYTES = 8;

  private final FileChannel channel;
  private final Kind kind;
  private final ByteArrayOutputStream unwritten = new ByteArrayOutputStream();
  private long next;
  private long synced = -1;

  NaiveLog(Path directory, Kind kind) throws IOException {
    this.kind = kind;
    Files.createDirectories(directory);
    sync(directory.getParent());
    long[] end = new long[1];
    next = read(directory, (sequence, bytes) -> end[0] += HEAD_BYTES + bytes.length);
    channel =
        FileChannel.open(
            directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel.truncate(end[0]);
    channel.position(end[0]);
    channel.force(true);
    sync(directory);
  }

  private static void sync(Path directory) throws IOException {
    try (FileChannel parent = FileChannel.open(directory, StandardOpenOption.READ)) {
      parent.force(true);
    }
  }

  static long read(Path directory, Visitor visitor) throws IOException {
    Path file = directory.resolve(FILE);
    long sequence = 0;
    if (!Files.exists(file)) {
      return sequence;
    }
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
    while (in.remaining() >= HEAD_BYTES) {
      int length = in.getInt();
      int crc = in.getInt();
      if (length <= 0 || length > in.remaining()) {
        break;
      }
      byte[] bytes = new byte[length];
      in.get(bytes);
      if (TestRecord.digest(bytes) != crc) {
        break;
      }
      visitor.record(sequence, bytes);
      sequence++;
    }
    return sequence;
  }

  @Override
  public synchronized long append(byte[] record, boolean critical) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(HEAD_BYTES + record.length);
    out.putInt(record.length).putInt(TestRecord.digest(record)).put(record).flip();
    if (kind == Kind.NAIVE_UNWRITTEN) {
      unwritten.write(out.array(), 0, out.remaining());
    } else {
      while (out.hasRemaining()) {
        channel.write(out);
      }
    }
    return next++;
  }

  @Override
  public synchronized void await(long sequence, int level, int way) throws IOException {
    if (level == SYNCED && kind == Kind.NAIVE && synced < sequence) {
      channel.force(false);
      synced = next - 1;
    }
  }

  @Override
  public synchronized long nextSequence() {
    return next;
  }

  @Override
  public void retainFrom(long sequence) {
    // Keeps everything.
  }

  @Override
  public synchronized void close() throws IOException {
    channel.write(ByteBuffer.wrap(unwritten.toByteArray()));
    channel.force(true);
    channel.close();
  }
}
