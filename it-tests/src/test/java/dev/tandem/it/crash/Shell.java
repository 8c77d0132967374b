package dev.tandem.it.crash;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the system's programs. */
public final class Shell {

  /** How a program ended. */
  public record Ended(int code, String output) {}

  private static final List<String> DIRECTORIES =
      List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin", "/usr/local/bin");

  private Shell() {}

  /** Where this program is; null if nowhere. */
  static Path find(String program) {
    for (String directory : DIRECTORIES) {
      Path path = Path.of(directory, program);
      if (Files.isExecutable(path)) {
        return path;
      }
    }
    return null;
  }

  /** Skips the test, and says why, where the program is missing. */
  static String need(String program) {
    Path path = find(program);
    skipUnless(path != null, program + " is not installed");
    return String.valueOf(path);
  }

  /** Skips the test, and says why, where it does not run as root. */
  public static void needRoot() throws IOException, InterruptedException {
    skipUnless(run("id", "-u").output().trim().equals("0"), "needs root");
  }

  /** Skips the test, and says why. */
  public static void skipUnless(boolean holds, String reason) {
    if (!holds) {
      System.out.println("SKIPPED: " + reason);
    }
    assumeTrue(holds, "SKIPPED: " + reason);
  }

  /** Runs a program to its end. */
  public static Ended run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(Deadline.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(List.of(command) + " does not end: " + output);
    }
    return new Ended(process.exitValue(), output);
  }

  /** Runs a program that must succeed. */
  public static String succeed(String... command) throws IOException, InterruptedException {
    Ended ended = run(command);
    if (ended.code() != 0) {
      throw new IOException(List.of(command) + " ended with " + ended.code() + ": " + ended);
    }
    return ended.output();
  }
}
