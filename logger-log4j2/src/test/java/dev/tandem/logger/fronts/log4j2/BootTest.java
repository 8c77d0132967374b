package dev.tandem.logger.fronts.log4j2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.SegmentProof;
import dev.tandem.logger.seal.KeyRing;
import dev.tandem.logger.seal.KeyUnsealing;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A Spring Boot application, from its first line to the last one of its end by a signal. */
@Timeout(300)
class BootTest {
  private static final String KEY = "k1: " + "0123456789abcdef".repeat(4) + "\n";

  private static final String CONFIGURATION =
      """
      <Configuration status="WARN">
        <Appenders>
          <Console name="CONSOLE"><PatternLayout pattern="%%level %%logger %%msg%%n"/></Console>
          <Tandem name="TANDEM">
            <Property name="directory" value="%s"/>
            <Property name="segment.size" value="1m"/>
            <Property name="key.file" value="%s"/>
          </Tandem>
        </Appenders>
        <Loggers>
          <Root level="INFO">
            <AppenderRef ref="CONSOLE"/>
            <AppenderRef ref="TANDEM"/>
          </Root>
        </Loggers>
      </Configuration>
      """;

  @TempDir private Path dir;

  @Test
  void everyLineFromStartToSignalIsInTheSealedLog() throws Exception {
    Path keys = keys(KEY);
    String console = run(CONFIGURATION.formatted(dir.resolve("logs"), keys));
    assertThat(console).doesNotContain("SLF4J(").doesNotContain("tandem-logger:");

    List<LogRecord> records = read(keys);
    assertThat(records.get(0).message()).startsWith("Starting BootChild");
    assertThat(records).anyMatch(record -> record.message().startsWith("Started BootChild in"));
    assertThat(records.stream().filter(record -> record.logger().startsWith("boot.")))
        .extracting(record -> record.level() + " " + record.logger() + " " + record.message())
        .containsExactly(
            "DEBUG boot.Main order 4711 of alice",
            "WARN boot.Jul by the platform's logger",
            "INFO boot.System by the system's logger",
            "INFO boot.Engine engine stops",
            "DEBUG boot.Engine engine stopped true");
    assertThat(records).noneMatch(record -> record.logger().equals("quiet"));
    LogRecord order = find(records, "boot.Main");
    assertThat(order.pattern()).isEqualTo("order {} of {}");
    assertThat(order.arguments()).containsExactly(4711L, "alice");
    assertThat(order.context()).isEqualTo(Map.of("user", "7"));
    assertThat(order.thread()).isEqualTo("main");
    assertThat(find(records, "boot.Engine").thread()).isEqualTo("SpringApplicationShutdownHook");
    // The console is Boot's, and says the same.
    for (LogRecord record : records) {
      assertThat(console).contains(record.message());
    }
  }

  /** Log4j2 continues with what is left of a configuration; nothing is written plain. */
  @Test
  void aLogThatWantsSealingAndHasNoKeyIsNotThere() throws Exception {
    String console = run(CONFIGURATION.formatted(dir.resolve("logs"), dir.resolve("none")));
    assertThat(console)
        .contains("ERROR")
        .contains("appender TANDEM:3: the key cannot be had")
        .contains("engine stops");
    assertThat(dir.resolve("logs")).doesNotExist();
  }

  private Path keys(String text) throws IOException {
    Path keys = Files.writeString(dir.resolve("keys"), text);
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    return keys;
  }

  private static LogRecord find(List<LogRecord> records, String logger) {
    return records.stream().filter(each -> each.logger().equals(logger)).findFirst().orElseThrow();
  }

  /** Runs the service until it is ready, and tells it to end; what it printed. */
  private String run(String configuration) throws Exception {
    Path file = Files.writeString(dir.resolve("log4j2-spring.xml"), configuration);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                BootChild.class.getName(),
                "--logging.config=" + file)
            .directory(dir.toFile())
            .redirectErrorStream(true)
            .start();
    StringBuilder output = new StringBuilder();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.append(line).append('\n');
        if (line.equals("ready")) {
          // SIGTERM, as whoever runs services sends it.
          process.toHandle().destroy();
        }
      }
      assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(output.toString()).isEqualTo(143);
    return output.toString();
  }

  private List<LogRecord> read(Path keys) throws IOException {
    List<LogRecord> records = new ArrayList<>();
    try (KeyRing ring = KeyRing.ofFile(keys);
        LogReader reader = LogReader.open(List.of(dir.resolve("logs")), new KeyUnsealing(ring))) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        records.add(record);
      }
      assertThat(reader.damage()).isEmpty();
      assertThat(reader.holes()).isZero();
      assertThat(reader.proofs())
          .isNotEmpty()
          .allMatch(proof -> proof.state() == SegmentProof.State.COMPLETE);
    }
    return records;
  }
}
