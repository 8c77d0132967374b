package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.Main;

/** Runs the concurrency stress tests for a few seconds each, in JVMs of their own. */
class HandshakeStressTest {

  private static final int TESTS = 5;

  @TempDir private Path directory;

  @Test
  void noForbiddenOutcomeIsEverSeen() {
    ForkedJvm.Result result =
        ForkedJvm.run(
            directory,
            List.of("-Xmx256m"),
            Main.class,
            List.of(
                "-t", HandshakeStress.class.getName(),
                "-r", directory.toString(),
                "-f", "1",
                "-iters", "4",
                "-time", "250",
                "-sc", "false",
                // A stride is run to its end: on a loaded machine a long one exceeds jcstress's
                // limit of 30 s.
                "-strideSize", "16",
                "-strideCount", "16",
                "-jvmArgs", "-Xmx512m"));
    assertThat(result.output())
        .contains(
            "Failed tests: No matches.",
            "Error tests: No matches.",
            "%d planned; %d passed".formatted(TESTS, TESTS));
    assertThat(result.exitCode()).isZero();
  }
}
