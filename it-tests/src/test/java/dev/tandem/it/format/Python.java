package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.it.Ended;
import dev.tandem.it.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;

/** Runs the readers that were written in Python from FORMATS.md. */
final class Python {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SCRIPTS = TestData.root().resolve("it-tests/src/test/python");
  private static final boolean REQUIRED =
      System.getProperty("tandem.reference", "").equals("required");
  private static final long LIMIT_SECONDS = 300;

  private Python() {}

  /** Skips the test, and says so, where there is no Python; fails if it is required. */
  static void require() throws InterruptedException {
    if (isThere()) {
      return;
    }
    String message = "there is no python3 to read files by FORMATS.md with";
    if (REQUIRED) {
      throw new AssertionFailedError("required by tandem.reference: " + message);
    }
    System.out.println("SKIPPED: " + message);
    assumeTrue(false, message);
  }

  private static boolean isThere() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Runs one of the scripts and waits for its end; its outputs pass through files in scratch. */
  static Ended run(Path scratch, String script, List<?> args)
      throws IOException, InterruptedException {
    // No cache of compiled scripts is left in the sources.
    List<String> command = new ArrayList<>(List.of("python3", "-B", "-X", "utf8"));
    command.add(SCRIPTS.resolve(script).toString());
    args.forEach(arg -> command.add(arg.toString()));
    Path out = Files.createTempFile(scratch, "python", ".out");
    Path err = Files.createTempFile(scratch, "python", ".err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    Ended ended = new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    assertThat(ended.err()).doesNotContain("Traceback");
    return ended;
  }

  /** What was printed, one JSON object a line. */
  static List<JsonNode> json(Ended ended) throws IOException {
    List<JsonNode> found = new ArrayList<>();
    for (String line : ended.out().lines().toList()) {
      found.add(JSON.readTree(line));
    }
    return found;
  }

  /** Starts a program in a JVM of its own, which the caller kills. */
  static Process child(Path output, Class<?> main, Object... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    Stream.of(args).map(Object::toString).forEach(command::add);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  /** Something that has come about, or not yet. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException;
  }

  /** Kills a child as soon as a condition holds, in whatever it is doing then. */
  static void killWhen(Process child, Path output, Condition condition)
      throws IOException, InterruptedException {
    try {
      long begin = System.nanoTime();
      while (!condition.holds()) {
        assertThat(child.isAlive()).as(() -> text(output)).isTrue();
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(LIMIT_SECONDS));
        Thread.sleep(1);
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  private static String text(Path output) {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
