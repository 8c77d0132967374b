package dev.tandem.jmh.harness;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Supplier;

/**
 * What each process of a run would find out again before its clock starts, and takes from the first
 * one instead: a file in a folder that the run makes and deletes ({@link JmhTurns}). Without the
 * folder, where JMH starts a benchmark by itself, each finds it out.
 */
public final class Once {

  /** Names the folder. */
  public static final String FOLDER_PROPERTY = "tandem.jmh.once";

  private static final ObjectMapper JSON = new ObjectMapper();

  private Once() {}

  /**
   * What an earlier process of the run found, else what is found now.
   *
   * @param name of the value, the same in all processes, and of nothing else
   * @param type that goes into JSON and back without loss
   * @throws UncheckedIOException if the folder or what is in it cannot be used
   */
  public static <T> T in(String name, Class<T> type, Supplier<T> find) {
    return in(name + ".json", file -> JSON.readValue(file.toFile(), type), Once::writeJson, find);
  }

  /**
   * The same for words, many of them: a file of their bytes.
   *
   * @throws UncheckedIOException if the folder or what is in it cannot be used
   */
  public static long[] words(String name, Supplier<long[]> find) {
    return in(name + ".words", Once::readWords, Once::writeWords, find);
  }

  private static <T> T in(String name, Reader<T> reader, Writer<T> writer, Supplier<T> find) {
    String folder = System.getProperty(FOLDER_PROPERTY);
    if (folder == null) {
      return find.get();
    }
    Path file = Path.of(folder, name);
    try {
      if (Files.isRegularFile(file)) {
        return reader.read(file);
      }
      T found = find.get();
      // Under another name first: a process that ends half-way must leave no half a file.
      Path whole = Files.createTempFile(Path.of(folder), name, ".part");
      writer.write(whole, found);
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }

  private interface Reader<T> {
    T read(Path file) throws IOException;
  }

  private interface Writer<T> {
    void write(Path file, T found) throws IOException;
  }

  private static void writeJson(Path file, Object found) throws IOException {
    JSON.writeValue(file.toFile(), found);
  }

  private static long[] readWords(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long[] words = new long[Math.toIntExact(channel.size() / Long.BYTES)];
      channel
          .map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
          .order(ByteOrder.nativeOrder())
          .asLongBuffer()
          .get(words);
      return words;
    }
  }

  private static void writeWords(Path file, long[] words) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.nativeOrder());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int at = 0; at < words.length; ) {
        int count = Math.min(words.length - at, bytes.capacity() / Long.BYTES);
        bytes.clear().asLongBuffer().put(words, at, count);
        bytes.limit(count * Long.BYTES);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        at += count;
      }
    }
  }
}
