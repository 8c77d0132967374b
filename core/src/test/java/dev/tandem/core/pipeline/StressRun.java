package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;

/** Runs concurrency stress tests for a short time each, in JVMs of their own. */
public final class StressRun {

  private static final boolean FULL = Integer.getInteger("tandem.crash.scale", 1) > 1;

  /** As many JVMs with compiled code in random order; fewer where all tests have ten minutes. */
  private static final String RANDOM_JVMS = FULL ? "5" : "1";

  private StressRun() {}

  /**
   * Runs all tests that a class holds.
   *
   * @param iterations in a full run of the crash tests; one in an ordinary build
   * @param millis of one iteration
   */
  public static void of(Class<?> tests, int iterations, int millis, Path directory) {
    ForkedJvm.Result result =
        ForkedJvm.run(
            directory,
            List.of(
                "@" + Path.of(System.getProperty("tandem.root"), ".mvn", "jcstress.args"),
                "-t",
                tests.getName(),
                "-r",
                directory.toString(),
                "-fsm",
                RANDOM_JVMS,
                "-iters",
                String.valueOf(FULL ? iterations : 1),
                "-time",
                String.valueOf(millis),
                // Those that this JVM may use, not those that jcstress counts by keeping them busy.
                "-c",
                Integer.toString(Runtime.getRuntime().availableProcessors())));
    long count =
        Arrays.stream(tests.getDeclaredClasses())
            .filter(test -> test.isAnnotationPresent(JCStressTest.class))
            // What needs more threads than there are CPUs is left out.
            .filter(test -> actors(test) <= Runtime.getRuntime().availableProcessors())
            .count();
    assertThat(count).isPositive();
    assertThat(result.output())
        .contains(
            "Failed tests: No matches.",
            "Error tests: No matches.",
            "%d planned; %d passed".formatted(count, count));
    assertThat(result.exitCode()).isZero();
  }

  private static long actors(Class<?> test) {
    return Arrays.stream(test.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Actor.class))
        .count();
  }
}
