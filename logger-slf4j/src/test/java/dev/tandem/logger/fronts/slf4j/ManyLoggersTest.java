package dev.tandem.logger.fronts.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A logger costs some hundred bytes, so that many fit into a small heap. */
class ManyLoggersTest {
  @TempDir private Path dir;

  @Test
  void manyLoggersFitIntoASmallHeap() throws Exception {
    Path logs = dir.resolve("logs");
    Path config =
        Files.writeString(
            dir.resolve("my.properties"), "directory = " + logs + "\nfull.wait = 60s\n");
    Path out = dir.resolve("out");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx48m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dtandem.logger.config=" + config,
                "-cp",
                System.getProperty("java.class.path"),
                ManyLoggersChild.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertThat(child.waitFor(200, TimeUnit.SECONDS)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.exitValue()).as(() -> read(out)).isZero();
    // Measured: 334, without the names, which the service has anyway.
    assertThat(Integer.parseInt(read(out).strip())).isLessThan(400);
    long records = 0;
    try (LogReader reader = LogReader.open(List.of(logs), null)) {
      while (reader.next() != null) {
        records++;
      }
      assertThat(reader.damage()).isEmpty();
    }
    assertThat(records).isEqualTo(2 * ManyLoggersChild.LOGGERS + 1);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
