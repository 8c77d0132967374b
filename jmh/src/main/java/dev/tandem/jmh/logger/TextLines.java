package dev.tandem.jmh.logger;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Counts what a text file holds. */
final class TextLines {
  private static final byte[] END = (Message.END + "\n").getBytes(StandardCharsets.US_ASCII);

  private TextLines() {}

  /** Lines that end as every message does. */
  static long whole(Path file) throws IOException {
    long lines = 0;
    try (FileChannel channel = FileChannel.open(file);
        Arena arena = Arena.ofConfined()) {
      long size = channel.size();
      if (size == 0) {
        return 0;
      }
      MemorySegment text = channel.map(MapMode.READ_ONLY, 0, size, arena);
      for (long at = END.length - 1L; at < size; at++) {
        if (text.get(ValueLayout.JAVA_BYTE, at) == '\n' && endsBefore(text, at)) {
          lines++;
        }
      }
    }
    return lines;
  }

  private static boolean endsBefore(MemorySegment text, long newline) {
    long start = newline - END.length + 1;
    for (int i = 0; i < END.length; i++) {
      if (text.get(ValueLayout.JAVA_BYTE, start + i) != END[i]) {
        return false;
      }
    }
    return true;
  }
}
