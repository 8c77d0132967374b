package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Records whose bytes follow from their sequence, and directories of them. */
public final class Logs {

  /** Bodies up to 299 bytes. */
  private static final int LENGTHS = 300;

  private Logs() {}

  /** What the record with a sequence has to hold. */
  static byte[] body(long sequence) {
    SplittableRandom random = new SplittableRandom(sequence);
    byte[] body = new byte[random.nextInt(LENGTHS)];
    random.nextBytes(body);
    return body;
  }

  static byte type(long sequence) {
    return (byte) (sequence % 128);
  }

  /** Appends the next records; only with one appending thread. */
  public static long append(Wal wal, int count) {
    long sequence = wal.nextSequence() - 1;
    for (int i = 0; i < count; i++) {
      long next = sequence + 1;
      sequence = wal.append(type(next), body(next));
      assertThat(sequence).isEqualTo(next);
    }
    return sequence;
  }

  public static WalConfig.Builder small() {
    return WalConfig.builder().segmentBytes(4 << 10).bufferBytes(2 << 10).segmentsAhead(1);
  }

  /** Reads a directory and checks each record; returns the sequences. */
  public static List<Long> read(Path directory, ReadMode mode, long from) throws WalException {
    List<Long> found = new ArrayList<>();
    try (WalReader reader = WalReader.open(directory, mode, from)) {
      readInto(reader, found);
    }
    return found;
  }

  static void readInto(WalReader reader, List<Long> found) throws WalException {
    while (reader.next()) {
      check(reader.sequence(), reader.type(), reader.body());
      if (!found.isEmpty()) {
        assertThat(reader.sequence()).isEqualTo(found.get(found.size() - 1) + 1);
      }
      found.add(reader.sequence());
    }
  }

  static void check(long sequence, byte type, MemorySegment body) {
    assertThat(type).isEqualTo(type(sequence));
    assertThat(body.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(body(sequence));
  }

  public static List<Long> upTo(long last) {
    List<Long> all = new ArrayList<>();
    for (long sequence = 0; sequence <= last; sequence++) {
      all.add(sequence);
    }
    return all;
  }

  public static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  static List<Path> segments(Path directory) throws IOException {
    return files(directory).stream().filter(path -> path.toString().endsWith(".wal")).toList();
  }

  /** Copies the directory of an open log, when nothing is renamed meanwhile. */
  static Path copyLive(Path from, Path to) {
    Await.until("a quiet moment", () -> copied(from, to));
    return to;
  }

  private static boolean copied(Path from, Path to) {
    try {
      List<Path> before = files(from);
      copy(from, to);
      return files(from).equals(before);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path file : files(to)) {
      Files.delete(file);
    }
    for (Path file : files(from).stream().filter(Files::isRegularFile).toList()) {
      Files.copy(file, to.resolve(file.getFileName()));
    }
    return to;
  }
}
