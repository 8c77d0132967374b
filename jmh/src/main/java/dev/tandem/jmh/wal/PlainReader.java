package dev.tandem.jmh.wal;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Maps each segment of a {@link PlainLog}, walks its records and checks their CRC-32C. */
final class PlainReader implements DurableLog.Reader {

  private final Path directory;

  PlainReader(LogSettings settings) {
    directory = settings.directory();
  }

  @Override
  public DurableLog.Tally readAll() throws IOException {
    long records = 0;
    long sum = 0;
    for (int i = 0; i < PlainSegments.COUNT; i++) {
      try (FileChannel channel =
          FileChannel.open(PlainSegments.file(directory, i), StandardOpenOption.READ)) {
        MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        bytes.order(ByteOrder.nativeOrder());
        DurableLog.Tally tally = readSegment(bytes);
        records += tally.records();
        sum += tally.sum();
        if (tally.records() == 0) {
          break;
        }
      }
    }
    return new DurableLog.Tally(records, sum);
  }

  private static DurableLog.Tally readSegment(MappedByteBuffer bytes) throws IOException {
    CRC32C crc = new CRC32C();
    int end = bytes.capacity();
    long records = 0;
    long sum = 0;
    for (int at = 0; at + 8 <= end; ) {
      int length = bytes.getInt(at);
      if (length == 0) {
        break;
      }
      crc.reset();
      crc.update(bytes.limit(at + 8 + length).position(at + 8));
      bytes.limit(end);
      if ((int) crc.getValue() != bytes.getInt(at + 4)) {
        throw new IOException("checksum of record " + records + " at " + at);
      }
      sum += bytes.getLong(at + 8);
      records++;
      at += 8 + length + 7 & -8;
    }
    return new DurableLog.Tally(records, sum);
  }
}
