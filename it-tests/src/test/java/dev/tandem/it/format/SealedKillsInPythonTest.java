package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.it.Ended;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.LogWriter;
import dev.tandem.logger.seal.KeyRing;
import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a process leaves that is killed while it seals is read in Python as by the tool. */
@Timeout(300)
@Tag("thorough")
class SealedKillsInPythonTest {

  /** Few bytes: the cipher is slow in Python. */
  private static final int SEGMENT_BYTES = 1 << 16;

  /** Segments that were begun when the kill comes. */
  private static final int SEGMENTS = 3;

  /** Longer than the header of a sealed file. */
  private static final int SEALED_BYTES = 1 << 12;

  @TempDir private Path dir;

  /** The process that is killed. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) throws IOException {
      try (KeyRing ring = KeyRing.ofFile(Path.of(args[1]));
          LogStore store = open(Path.of(args[0]), ring, SealMode.valueOf(args[2]))) {
        LogWriter writer = store.writer("child");
        for (long i = 0; ; i++) {
          writer.log(LogLevel.INFO, "number {} of {}", i, "many");
          if (i % 8 == 0) {
            // Not thousands of segments before the parent has looked.
            LockSupport.parkNanos(1_000_000);
          }
        }
      }
    }
  }

  @BeforeAll
  static void needPython() throws InterruptedException {
    Python.require();
  }

  private static LogStore open(Path logs, KeyRing ring, SealMode mode) throws IOException {
    return LogStore.open(
        logs,
        LogStoreConfig.builder()
            .segmentSize(SEGMENT_BYTES)
            .blockBound(Duration.ofSeconds(60))
            .sealInterval(Duration.ofMillis(5))
            .sealing(new KeySealing(ring, mode))
            .build());
  }

  private Path logs() {
    return dir.resolve("logs");
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(logs())) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(logs())) {
      return all.filter(p -> p.toString().matches(".*\\.tlog(\\.\\d+)?(\\.sealed)?"))
          .sorted()
          .toList();
    }
  }

  private long segments() throws IOException {
    return files().stream().map(p -> p.toString().replaceFirst("\\.tlog.*", "")).distinct().count();
  }

  /** Whether blocks were written by now; records are sealed at once. */
  private boolean isSealing(SealMode mode) throws IOException {
    for (Path file : files()) {
      if (file.toString().endsWith(".sealed") && Files.size(file) > SEALED_BYTES) {
        return true;
      }
    }
    return mode == SealMode.RECORDS;
  }

  private List<JsonNode> agree(Path keys) throws Exception {
    Ended tool = Ended.tandem("log", "cat", "--json", "--key-file", keys, logs());
    Ended python =
        Python.run(
            dir,
            "read_log.py",
            Stream.concat(Stream.of("--key-file", keys), files().stream()).toList());
    String reported = tool.err() + python.err();
    List<JsonNode> records = Python.json(python);
    assertThat(records).as(reported).isEqualTo(Python.json(tool));
    assertThat(python.code()).as(reported).isEqualTo(tool.code());
    return records;
  }

  @ParameterizedTest
  @EnumSource(SealMode.class)
  void whatAKillLeavesIsReadAlike(SealMode mode) throws Exception {
    Path keys = Files.writeString(dir.resolve("keys"), "k1: " + "0123456789abcdef".repeat(4));
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    Path output = dir.resolve("writer.out");
    Process writer = Python.child(output, Writer.class, logs(), keys, mode);
    Python.killWhen(writer, output, () -> segments() > SEGMENTS && isSealing(mode));
    List<JsonNode> left = agree(keys);
    assertThat(left).hasSizeGreaterThan(500);
    // The next run seals what it finds plain; no record comes or goes by that.
    try (KeyRing ring = KeyRing.ofFile(keys)) {
      open(logs(), ring, mode).close();
    }
    assertThat(agree(keys)).isEqualTo(left);
  }
}
