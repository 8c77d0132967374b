package dev.tandem.wal.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.Durability;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalException;
import dev.tandem.wal.WalReader;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Records whose bytes follow from their sequence, and what this process holds of a directory. */
final class Logs {

  static final Duration DEADLINE = Duration.ofMinutes(2);

  private static final int LENGTHS = 300;
  private static final Path PROCESS = Path.of("/proc/self");

  private Logs() {}

  static byte[] body(long sequence) {
    SplittableRandom random = new SplittableRandom(sequence);
    byte[] body = new byte[random.nextInt(LENGTHS)];
    random.nextBytes(body);
    return body;
  }

  /** A log that only writes, in small segments. */
  static WalConfig.Builder small(LogFiles files) {
    return WalConfig.builder()
        .segmentBytes(4 << 10)
        .bufferBytes(2 << 10)
        .segmentsAhead(1)
        .durability(Durability.WRITTEN)
        .files(files);
  }

  /** Appends the next records, each a batch of its own, so that nothing depends on the threads. */
  static void append(Wal wal, int count) {
    for (int i = 0; i < count; i++) {
      long sequence = wal.append((byte) 3, body(wal.nextSequence()));
      wal.confirmations().await(sequence, Durability.WRITTEN, DEADLINE);
    }
  }

  /** Reads and checks every record; returns how many there are. */
  static long read(Path directory) throws WalException {
    long records = 0;
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
      while (reader.next()) {
        assertThat(reader.sequence()).isEqualTo(records++);
        assertThat(reader.body().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(body(reader.sequence()));
      }
    }
    return records;
  }

  static List<Path> segments(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(path -> path.toString().endsWith(".wal")).sorted().toList();
    }
  }

  static Path copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
    return to;
  }

  /** Mappings of files below a directory that may be written through. */
  static List<String> mapped(Path directory) throws IOException {
    return Files.readAllLines(PROCESS.resolve("maps")).stream()
        .filter(line -> line.contains(" rw-s ") && line.contains(directory.toString()))
        .toList();
  }

  /** Files below a directory that are open. */
  static List<Path> open(Path directory) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> links = Files.list(PROCESS.resolve("fd"))) {
      for (Path link : links.toList()) {
        try {
          Path file = Files.readSymbolicLink(link);
          if (file.startsWith(directory)) {
            found.add(file);
          }
        } catch (IOException e) {
          // Another thread has closed it meanwhile.
        }
      }
    }
    return found;
  }
}
