package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.app.Main;
import dev.tandem.it.Ended;
import dev.tandem.logger.LogExtras;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A reader of log files that was written from FORMATS.md, in Python, agrees with the tool. */
@Timeout(300)
class LogReaderInPythonTest {
  @TempDir private Path dir;

  @BeforeAll
  static void needPython() throws InterruptedException {
    Python.require();
  }

  @Test
  void everyKindOfRecordIsReadAlike() throws Exception {
    LogStoreConfig config =
        LogStoreConfig.builder().segmentSize(1 << 16).blockBound(Duration.ofSeconds(60)).build();
    try (LogStore store = LogStore.open(dir.resolve("logs"), config)) {
      LogWriter writer = store.writer("a.Logger");
      LogExtras extras =
          LogExtras.builder()
              .context(Map.of("user", "ä"))
              .marker("AUDIT")
              .marker("MONEY")
              .keyValue("order", 4711L)
              .keyValue("none", null)
              .keyValue("text", "ünd")
              .build();
      for (int i = 0; i < 400; i++) {
        LogLevel level = LogLevel.values()[i % 5];
        writer.log(level, "plain \"text\" \\ € 😀 " + i);
        writer.log(level, "{} of {}", i, "two");
        writer.log(level, "\\{} {} \\\\{} {}", 1.5, 2.5f);
        writer.log(level, "{} {}", new Object[] {true, 'x', (short) -3, (byte) -4, null, 0.1f});
        writer.log(level, "{} {} {} {}", new Object[] {1e10, 1e-5, -0.0, Double.NaN});
        writer.logEvent(level, "with all", new IllegalStateException("why " + i), extras);
        writer.log(level, "{} ".repeat(16), new Object[16]);
      }
      store.writer("another").log(LogLevel.WARN, "x".repeat(100_000));
    }
    Ended python = python(0);
    assertThat(python.err()).isEmpty();
    List<JsonNode> records = Python.json(python);
    assertThat(records).hasSize(2_801).isEqualTo(Python.json(cat()));
    assertThat(files()).hasSizeGreaterThan(3);
  }

  @ParameterizedTest
  @EnumSource(SealMode.class)
  void sealedFilesAreReadAlike(SealMode mode) throws Exception {
    Path keys = Files.writeString(dir.resolve("keys"), "k1: " + "0123456789abcdef".repeat(4));
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    try (KeyRing ring = KeyRing.ofFile(keys)) {
      LogStoreConfig config =
          LogStoreConfig.builder()
              .segmentSize(1 << 16)
              .sealing(new KeySealing(ring, mode))
              .blockBound(Duration.ofSeconds(60))
              .build();
      try (LogStore store = LogStore.open(dir.resolve("logs"), config)) {
        for (int i = 0; i < 100; i++) {
          store.writer("l").log(LogLevel.INFO, "{} of {}", i, "x".repeat(i));
        }
        store.rotate();
        store.writer("l").log(LogLevel.WARN, "last");
      }
      assertThat(files()).hasSize(2);
      Ended python = python(0, "--key-file", keys.toString());
      assertThat(Python.json(python))
          .hasSize(101)
          .isEqualTo(Python.json(cat("--key-file", keys.toString())));
      assertThat(python(2).err()).contains("wants the key k1: not read by this reader");
      Path file = files().get(0);
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] ^= 1;
      Files.write(file, bytes);
      Ended forged = python(-1, "--key-file", keys.toString());
      assertThat(forged.code()).isNotZero();
      assertThat(forged.err()).contains(file.toString().replace(".sealed", ""));
    }
  }

  @Tag("thorough")
  @Test
  void whatAKilledProcessHasLeftIsReadAlike() throws Exception {
    Path output = dir.resolve("out");
    Process child =
        Python.child(
            output,
            Main.class,
            "log",
            "write",
            "--dir",
            dir.resolve("logs"),
            "--threads",
            3,
            "--records",
            "100M",
            "--segment-size",
            "1m");
    Python.killWhen(child, output, () -> files().size() >= 5);
    List<Path> files = files();
    // Enough for the meaning of an end that nobody has written, and quickly read.
    for (Path file : files.subList(0, Math.max(0, files.size() - 6))) {
      Files.delete(file);
    }
    assertThat(Python.json(python(-1))).isEqualTo(Python.json(cat())).hasSizeGreaterThan(10_000);
  }

  @Test
  void damageIsReportedAndOtherKindsAreRefused() throws Exception {
    LogStoreConfig config = LogStoreConfig.builder().segmentSize(1 << 16).build();
    try (LogStore store = LogStore.open(dir.resolve("logs"), config)) {
      store.writer("l").log(LogLevel.INFO, "first");
      store.writer("l").log(LogLevel.INFO, "second");
    }
    Path file = files().get(0);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 4] ^= 1;
    Files.write(file, bytes);
    Ended damaged = python(1);
    assertThat(damaged.err()).contains("are no record");
    assertThat(Python.json(damaged)).isEqualTo(Python.json(cat())).hasSize(1);
    Files.move(file, file.resolveSibling(file.getFileName() + ".sealed"));
    assertThat(python(2).err()).contains("is not sealed as its name says: not read by this reader");
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(dir.resolve("logs"))) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(dir.resolve("logs"))) {
      return all.filter(LogReaderInPythonTest::isLog).sorted().toList();
    }
  }

  private static boolean isLog(Path file) {
    boolean wiped = Files.exists(Path.of(file + ".sealed"));
    return file.toString().matches(".*\\.tlog(\\.sealed)?") && !wiped;
  }

  /**
   * @param code that it must end with; any if it is negative
   */
  private Ended python(int code, String... options) throws Exception {
    List<String> args = new ArrayList<>(List.of(options));
    files().forEach(file -> args.add(file.toString()));
    Ended ended = Python.run(dir, "read_log.py", args);
    if (code >= 0) {
      assertThat(ended.code()).as(ended.err()).isEqualTo(code);
    }
    return ended;
  }

  private Ended cat(String... options) {
    List<Object> words = new ArrayList<>(List.of("log", "cat", "--json"));
    words.addAll(List.of(options));
    words.add(dir.resolve("logs"));
    return Ended.tandem(words.toArray());
  }
}
