package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the concurrency stress tests, each for a moment in a JVM of its own, and longer with the
 * crash tests' scale.
 */
@Tag("thorough")
class LogStressTest {

  private static final int TESTS = 9;
  private static final int SCALE = Integer.getInteger("tandem.crash.scale", 1);
  private static final int ITERATIONS = SCALE == 1 ? 1 : 2 * SCALE;
  private static final int ITERATION_MS = 200;

  /** A test that hangs ends by itself after a minute, and is an error. */
  private static final long LIMIT_S = 240 + 24L * TESTS * SCALE * ITERATION_MS / 1_000;

  @TempDir private Path directory;

  @Test
  void noForbiddenOutcomeIsEverSeen() throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "@" + Path.of(System.getProperty("tandem.root"), ".mvn", "jcstress.args"),
                "-t",
                "dev.tandem.wal.append.(Batch|Confirm)Stress",
                "-r",
                directory.toString(),
                // Of JVMs with compiled code in random order, for one in the usual order.
                "-fsm",
                SCALE == 1 ? "1" : "5",
                "-iters",
                Integer.toString(ITERATIONS),
                "-time",
                Integer.toString(ITERATION_MS),
                // Those that this JVM may use, not those that jcstress counts by keeping them busy.
                "-c",
                Integer.toString(Runtime.getRuntime().availableProcessors()))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(LIMIT_S, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    assertThat(Files.readString(output))
        .contains(
            "Failed tests: No matches.",
            "Error tests: No matches.",
            "%d planned; %d passed".formatted(TESTS, TESTS));
    assertThat(process.exitValue()).isZero();
  }
}
