package dev.tandem.logger.fronts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.SegmentProof;
import dev.tandem.logger.seal.KeyRing;
import dev.tandem.logger.seal.KeyUnsealing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shutdown hooks of a process log is written, and the log is closed after them. */
class ProcessEndTest {
  private static final String KEY = "k1: " + "0123456789abcdef".repeat(4) + "\n";

  @TempDir private Path dir;
  private Path logs;
  private Path keys;

  @BeforeEach
  void makeKey() throws IOException {
    logs = dir.resolve("logs");
    keys = Files.writeString(dir.resolve("keys"), KEY);
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "compress = zstd", "seal = blocks", "seal = records"})
  void hooksAreLoggedAndTheLogIsClosedAfterThem(String setting) throws Exception {
    run(setting, "return");
    assertAllIsThere(setting);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit", "wait"})
  void anyWayToEnd(String way) throws Exception {
    run("seal = blocks", way);
    assertAllIsThere("seal = blocks");
  }

  /** The log of an appender whose framework nobody has stopped. */
  @Test
  void aSinkThatIsLeftOpenIsClosedAfterTheHooks() throws Exception {
    run("seal = blocks", "sink");
    assertThat(messages("seal = blocks")).containsExactly("main begins", "main ends");
    assertNothingIsLeft();
  }

  @Test
  void whatIsLoggedAfterTheEndIsWritten() throws Exception {
    run("", "after");
    assertThat(messages("")).containsExactly("main begins", "main after the end");
  }

  private void assertAllIsThere(String setting) throws IOException {
    List<String> expected = new ArrayList<>(List.of("main begins"));
    for (int hook = 0; hook < 2 * EndingChild.HOOKS; hook++) {
      for (int i = 0; i < EndingChild.RECORDS; i++) {
        expected.add("hook." + hook + " last " + i);
      }
    }
    assertThat(messages(setting)).containsExactlyInAnyOrderElementsOf(expected);
    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() throws IOException {
    try (var files = Files.list(logs)) {
      // Nothing for the next store to tidy up.
      assertThat(files.map(Path::toString).filter(name -> name.endsWith(".lock"))).isEmpty();
    }
  }

  private List<String> messages(String setting) throws IOException {
    List<String> messages = new ArrayList<>();
    boolean sealed = setting.startsWith("seal");
    try (KeyRing ring = KeyRing.ofFile(keys);
        LogReader reader = LogReader.open(List.of(logs), sealed ? new KeyUnsealing(ring) : null)) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        messages.add(record.logger() + " " + record.message());
      }
      assertThat(reader.damage()).isEmpty();
      assertThat(reader.proofs())
          .allMatch(proof -> !sealed || proof.state() == SegmentProof.State.COMPLETE);
    }
    return messages;
  }

  private void run(String setting, String way) throws Exception {
    Path config = dir.resolve("my.properties");
    String key = setting.startsWith("seal") ? "\nkey.file = " + keys : "";
    Files.writeString(
        config, "directory = " + logs + "\nsegment.size = 64k\n" + setting + key + "\n");
    Path out = dir.resolve("out");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + dir,
                "-cp",
                System.getProperty("java.class.path"),
                EndingChild.class.getName(),
                config.toString(),
                way)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      if (way.equals("wait")) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(200);
        while (!Files.readString(out).contains("ready") && System.nanoTime() - deadline < 0) {
          Thread.sleep(10);
        }
        child.destroy();
      }
      assertThat(child.waitFor(200, TimeUnit.SECONDS)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(Files.readString(out)).contains("ready").doesNotContain("Exception");
  }
}
