package dev.tandem.logger.fronts.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The provider as a service meets it: found on the class path of a process of its own. */
class ProviderTest {
  @TempDir private Path dir;

  private record Run(int exit, String out, String err) {}

  @Test
  void directoryThatCannotBeMadeIsReportedOnceAndTheServiceLives() throws Exception {
    Path file = Files.writeString(dir.resolve("file"), "not a directory");
    Run run = run("directory = " + file.resolve("logs"));
    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("the service lives");
    assertThat(run.err().lines().filter(line -> line.contains("tandem-logger")))
        .hasSize(2)
        .anyMatch(line -> line.contains(file.resolve("logs") + " cannot be written"))
        .last()
        .asString()
        .contains(" records were dropped, for no log was open");
  }

  @Test
  void wrongConfigurationFailsTheStartAndIsNamed() throws Exception {
    Run run = run("# mine\nlevel = loud");
    assertThat(run.exit()).isNotZero();
    assertThat(run.out()).doesNotContain("the service lives");
    assertThat(run.err()).contains(dir.resolve("my.properties") + ":2: found 'loud' for level");
  }

  @Test
  void everyFrontEndWritesToTheLog() throws Exception {
    Path logs = dir.resolve("logs");
    Run run = run("directory = " + logs + "\nsegment.size = 1m");
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    List<LogRecord> records = new ArrayList<>();
    try (LogReader reader = LogReader.open(List.of(logs), null)) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        if (record.logger().startsWith("child.")) {
          records.add(record);
        }
      }
      assertThat(reader.damage()).isEmpty();
      assertThat(reader.holes()).isZero();
    }
    assertThat(records)
        .extracting(record -> record.level() + " " + record.logger())
        .containsExactly(
            "INFO child.Service",
            "DEBUG child.Service",
            "WARN child.Service",
            "ERROR child.Service",
            "INFO child.Platform",
            "WARN child.Jul",
            "INFO child.Service");
    assertThat(records.get(0).message()).isEqualTo("started 1 of two");
    assertThat(records.get(0).pattern()).isEqualTo("started {} of {}");
    assertThat(records.get(0).arguments()).isEqualTo(List.of(1, "two"));
    assertThat(records.get(1).message()).isEqualTo("now");
    LogRecord fluent = records.get(2);
    assertThat(fluent.message()).isEqualTo("fluent true");
    assertThat(fluent.context()).isEqualTo(Map.of("user", "7"));
    assertThat(fluent.markers()).containsExactly("AUDIT");
    assertThat(fluent.keyValues()).containsExactly("order", 4711);
    assertThat(records.get(3).thrown()).contains("IllegalStateException: why", "ProviderChild");
    assertThat(records.get(4).message()).isEqualTo("platform 1");
    assertThat(records.get(5).message()).isEqualTo("jul");
    // Longer than a segment: what fits into a quarter of it is kept, and the record says so.
    assertThat(records.get(6).cut()).isTrue();
    assertThat(records.get(6).message()).startsWith("xxxx").hasSizeBetween(200_000, 1 << 18);
  }

  @Test
  void withoutConfigurationLinesGoToStandardErrorAndNoFileIsMade() throws Exception {
    Path elsewhere = Files.createDirectory(dir.resolve("elsewhere"));
    Run run = run(null, elsewhere);
    assertThat(run.exit()).isZero();
    assertThat(
            run.err().lines().filter(line -> line.contains(" child.")).map(ProviderTest::untimed))
        .startsWith(
            "INFO  [main] child.Service - started 1 of two",
            "DEBUG [main] child.Service - now",
            "WARN  [main] child.Service - fluent true #AUDIT user=7 order=4711",
            "ERROR [main] child.Service - failed",
            "INFO  [main] child.Platform - platform 1",
            "WARN  [main] child.Jul - jul");
    assertThat(run.err().lines())
        .contains("java.lang.IllegalStateException: why")
        .anyMatch(line -> line.startsWith("\tat " + ProviderChild.class.getName()));
    assertThat(elsewhere).isEmptyDirectory();
  }

  /** A line without its time. */
  private static String untimed(String line) {
    return line.substring(line.indexOf(' ') + 1);
  }

  private Run run(String properties) throws IOException, InterruptedException {
    return run(Files.writeString(dir.resolve("my.properties"), properties), dir);
  }

  private Run run(Path config, Path in) throws IOException, InterruptedException {
    Path out = dir.resolve("out");
    Path err = dir.resolve("err");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    if (config != null) {
      command.add("-Dtandem.logger.config=" + config);
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ProviderChild.class.getName());
    Process process =
        new ProcessBuilder(command)
            .directory(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
    return new Run(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }
}
