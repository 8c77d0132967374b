package dev.tandem.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.app.Main;
import dev.tandem.logger.LogExtras;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.LogWriter;
import dev.tandem.logger.seal.KeyRing;
import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A reader of log files that was written from FORMATS.md, in Python, agrees with the tool. */
@Timeout(120)
class PythonReaderTest {
  private static final Path SCRIPT =
      TestData.root().resolve("it-tests/src/test/python/read_log.py");

  @TempDir private Path dir;

  private record Ended(int code, String out, String err) {}

  @BeforeAll
  static void assumePython() throws Exception {
    String message = "SKIPPED: there is no python3 to read log files with";
    boolean there;
    try {
      there = new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      there = false;
    }
    if (!there) {
      System.out.println(message);
    }
    assumeTrue(there, message);
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
    List<JsonNode> records = records(python);
    assertThat(records).hasSize(2_801).isEqualTo(records(cat()));
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
      assertThat(records(python))
          .hasSize(101)
          .isEqualTo(records(cat("--key-file", keys.toString())));
      assertThat(python(2).err()).contains("wants the key k1: not read by this reader");
      Path file = files().get(0);
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] ^= 1;
      Files.write(file, bytes);
      Ended forged = python(-1, "--key-file", keys.toString());
      assertThat(forged.code()).isNotZero();
      assertThat(forged.err()).contains(file.toString());
    }
  }

  @Test
  void whatAKilledProcessHasLeftIsReadAlike() throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "log",
                "write",
                "--dir",
                dir.resolve("logs").toString(),
                "--threads",
                "3",
                "--records",
                "100M",
                "--segment-size",
                "1m")
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("out").toFile())
            .start();
    try {
      while (files().size() < 5) {
        assertThat(child.isAlive()).as(() -> "see " + dir.resolve("out")).isTrue();
        Thread.sleep(5);
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
    List<Path> files = files();
    // Enough for the meaning of an end that nobody has written, and quickly read.
    for (Path file : files.subList(0, Math.max(0, files.size() - 6))) {
      Files.delete(file);
    }
    assertThat(records(python(-1))).isEqualTo(records(cat())).hasSizeGreaterThan(10_000);
  }

  @Test
  void damageIsToldAndOtherKindsAreRefused() throws Exception {
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
    assertThat(records(damaged)).isEqualTo(records(cat())).hasSize(1);
    Files.move(file, file.resolveSibling(file.getFileName() + ".sealed"));
    assertThat(python(2).err()).contains("is not sealed as its name says: not read by this reader");
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(dir.resolve("logs"))) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(dir.resolve("logs"))) {
      return all.filter(PythonReaderTest::isLog).sorted().toList();
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
    List<String> command =
        new ArrayList<>(List.of("python3", "-B", "-X", "utf8", SCRIPT.toString()));
    command.addAll(List.of(options));
    files().forEach(file -> command.add(file.toString()));
    Path out = dir.resolve("python.out");
    Path err = dir.resolve("python.err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    Ended ended = new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    if (code >= 0) {
      assertThat(ended.code()).as(ended.err()).isEqualTo(code);
    }
    return ended;
  }

  private Ended cat(String... options) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> words = new ArrayList<>(List.of("log", "cat", "--json"));
    words.addAll(List.of(options));
    words.add(dir.resolve("logs").toString());
    int code = Main.run(words.toArray(String[]::new), new PrintWriter(out), new PrintWriter(err));
    return new Ended(code, out.toString(), err.toString());
  }

  private static List<JsonNode> records(Ended ended) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> records = new ArrayList<>();
    for (String line : ended.out().lines().toList()) {
      records.add(mapper.readTree(line));
    }
    return records;
  }
}
