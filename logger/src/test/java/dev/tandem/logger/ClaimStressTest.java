package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the concurrency stress tests for a few seconds, in JVMs of their own. */
@Tag("thorough")
class ClaimStressTest {
  private static final int TESTS = 5;
  private static final boolean FULL = Integer.getInteger("tandem.crash.scale", 1) > 1;

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
                ClaimStress.class.getName(),
                "-r",
                directory.toString(),
                // Of JVMs with compiled code in random order, for one in the usual order.
                "-fsm",
                FULL ? "5" : "1",
                "-iters",
                FULL ? "3" : "1",
                "-time",
                "200",
                // Those that this JVM may use, not those that jcstress counts by keeping them busy.
                "-c",
                Integer.toString(Runtime.getRuntime().availableProcessors()))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(600, TimeUnit.SECONDS)).isTrue();
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
