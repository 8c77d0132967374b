package dev.tandem.jmh.book;

import dev.tandem.flow.generator.BookStream;
import dev.tandem.flow.generator.BookWorkload;
import dev.tandem.flow.generator.Ids;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes the messages of the public workload, its ids shuffled, as the words of {@code tandem.h},
 * little-endian: what {@code tandem-benchmarks} reads where {@code TANDEM_BOOK_WORDS} names a file.
 */
public final class BookWords {

  private static final int PIECE = 1 << 12;

  private BookWords() {}

  /** Usage: BookWords FILE. Exits with 2 for wrong usage. */
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      System.err.println("usage: BookWords FILE");
      System.exit(2);
    }
    write(Ids.SHUFFLED.of(BookWorkload.load(BookWorkload.file())), Path.of(args[0]));
  }

  /** Writes a file, or writes it over. */
  static void write(BookStream stream, Path file) throws IOException {
    long[] words = stream.words();
    int count = stream.size() * BookStream.WORDS;
    ByteBuffer bytes = ByteBuffer.allocateDirect(PIECE * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      for (int at = 0; at < count; at += PIECE) {
        int some = Math.min(PIECE, count - at);
        bytes.clear();
        bytes.asLongBuffer().put(words, at, some);
        bytes.limit(some * Long.BYTES);
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
      }
    }
  }
}
