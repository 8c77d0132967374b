package dev.tandem.jmh.wal;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/** Maps each segment of a {@link PlainLog}, walks its records and checks their CRC-32C. */
final class PlainReader implements DurableLog.Reader {

  private final Path directory;

  /** The log is in the first segments alone. */
  private final boolean whole;

  PlainReader(LogSettings settings) {
    directory = settings.directory();
    whole = settings.read();
  }

  @Override
  public void readAll(LongConsumer numbers) throws IOException {
    MappedByteBuffer[] segments = new MappedByteBuffer[PlainSegments.COUNT];
    int next = 0;
    for (int i = 0; i < segments.length; i++) {
      try (FileChannel channel =
          FileChannel.open(PlainSegments.file(directory, i), StandardOpenOption.READ)) {
        segments[i] = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        segments[i].order(ByteOrder.nativeOrder());
      }
    }
    // Behind the newest segment is an empty one, and behind that the oldest, or what earlier logs
    // of the process have left.
    while (next < segments.length - 1 && segments[next].getInt(0) != 0) {
      next++;
    }
    for (int i = whole ? segments.length - next : 1; i <= segments.length; i++) {
      readSegment(segments[(next + i) % segments.length], numbers);
    }
  }

  private static void readSegment(MappedByteBuffer bytes, LongConsumer numbers) throws IOException {
    CRC32C crc = new CRC32C();
    int end = bytes.capacity();
    for (int at = 0; at + 8 <= end; ) {
      int length = bytes.getInt(at);
      if (length == 0) {
        break;
      }
      crc.reset();
      crc.update(bytes.limit(at + 8 + length).position(at + 8));
      bytes.limit(end);
      if ((int) crc.getValue() != bytes.getInt(at + 4)) {
        throw new IOException("checksum of a record at " + at);
      }
      numbers.accept(bytes.getLong(at + 8));
      at += 8 + length + 7 & -8;
    }
  }
}
