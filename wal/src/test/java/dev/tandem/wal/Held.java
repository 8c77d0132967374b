package dev.tandem.wal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What this process holds of a directory, as Linux tells it. */
final class Held {

  private static final Path PROCESS = Path.of("/proc/self");

  private Held() {}

  /** Skips the test on other systems. */
  static void needProcess() {
    assumeTrue(Files.isReadable(PROCESS.resolve("maps")), "skipped: no /proc/self/maps");
  }

  /** Files below a directory that are open. */
  static List<String> open(Path directory) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> links = Files.list(PROCESS.resolve("fd"))) {
      for (Path link : links.toList()) {
        try {
          Path file = Files.readSymbolicLink(link);
          if (file.startsWith(directory)) {
            found.add(file.toString());
          }
        } catch (IOException e) {
          // Another thread has closed it meanwhile.
        }
      }
    }
    return found;
  }

  /** Mappings of files below a directory that may be written through. */
  static List<String> mapped(Path directory) throws IOException {
    return Files.readAllLines(PROCESS.resolve("maps")).stream()
        .filter(line -> line.contains(" rw-s ") && line.contains(directory.toString()))
        .toList();
  }
}
