package dev.tandem.jmh.wal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Zero-filled files of one size, written in turn and over again. They are made once for all logs of
 * a process, in a folder beside the logs': making them keeps the disk busy for longer than the
 * writing takes.
 */
final class PlainSegments implements Closeable {

  static final int COUNT = 8;
  static final int BYTES = 128 << 20;

  private final FileChannel[] channels = new FileChannel[COUNT];
  private int current;
  private long offset;

  /** Opens the segments, and makes them where they are missing: each block written and forced. */
  PlainSegments(Path directory) throws IOException {
    boolean missing = !Files.exists(file(directory, COUNT - 1));
    Files.createDirectories(file(directory, 0).getParent());
    for (int i = 0; i < COUNT; i++) {
      channels[i] =
          FileChannel.open(file(directory, i), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
    if (missing) {
      fill();
    }
  }

  private void fill() throws IOException {
    // Large writes make large folios in the page cache, and a short write into one costs 7 µs, not
    // 1.
    ByteBuffer zeros = ByteBuffer.allocateDirect(64 << 10);
    for (FileChannel channel : channels) {
      for (long at = 0; at < BYTES; at += zeros.capacity()) {
        channel.write(zeros.clear(), at);
      }
      channel.force(true);
    }
  }

  /** A segment of the log with this directory. */
  static Path file(Path directory, int index) {
    return directory.resolveSibling("plain-segments").resolve("segment-" + index);
  }

  /** One write and one force. */
  void write(ByteBuffer group) throws IOException {
    int bytes = group.remaining();
    if (offset + bytes > BYTES) {
      end();
      current = (current + 1) % COUNT;
      offset = 0;
    }
    FileChannel channel = channels[current];
    for (long at = offset; group.hasRemaining(); ) {
      at += channel.write(group, at);
    }
    channel.force(false);
    offset += bytes;
  }

  /** Where the length is zero, a reader goes to the next file. */
  private void end() throws IOException {
    if (offset < BYTES) {
      channels[current].write(ByteBuffer.allocate(Long.BYTES), offset);
    }
  }

  @Override
  public void close() throws IOException {
    end();
    channels[(current + 1) % COUNT].write(ByteBuffer.allocate(Long.BYTES), 0);
    for (FileChannel channel : channels) {
      channel.close();
    }
  }
}
