package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.Main;

/**
 * Runs the concurrency stress tests, each for a moment in a JVM of its own, and longer with the
 * crash tests' scale.
 */
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
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "-t",
                "dev.tandem.wal.append.(Batch|Confirm)Stress",
                "-r",
                directory.toString(),
                "-f",
                "1",
                // Of JVMs with compiled code in random order, for one in the usual order.
                "-fsm",
                SCALE == 1 ? "1" : "5",
                "-iters",
                Integer.toString(ITERATIONS),
                "-time",
                Integer.toString(ITERATION_MS),
                "-sc",
                "false",
                // No count of the CPUs by keeping them busy, and heaps as small as these tests are,
                // of which no more pages are touched than are used.
                "-c",
                Integer.toString(Runtime.getRuntime().availableProcessors()),
                "-hs",
                "64",
                "-pth",
                "false",
                // A stride is run to its end: on a loaded machine a long one exceeds jcstress's
                // limit of 30 s.
                "-strideSize",
                "16",
                "-strideCount",
                "16",
                // Behind those of jcstress itself, which its JVMs inherit: they have both
                // compilers.
                "-jvmArgs",
                "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=4")
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
