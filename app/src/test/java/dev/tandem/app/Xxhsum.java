package dev.tandem.app;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.app.checksum.ByteText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;

/** xxHash's own program, if it is installed. */
final class Xxhsum {

  private static final boolean REQUIRED =
      System.getProperty("tandem.reference", "").equals("required");
  private static final boolean INSTALLED =
      Stream.of(System.getenv("PATH").split(File.pathSeparator))
          .anyMatch(directory -> Files.isExecutable(Path.of(directory, "xxhsum")));

  /** What a program did; its outputs as {@link ByteText}. */
  record Outcome(int code, String out, String err) {}

  private Xxhsum() {}

  static boolean isInstalled() {
    if (REQUIRED && !INSTALLED) {
      throw new AssertionFailedError("xxhsum is required, and not on the PATH");
    }
    return INSTALLED;
  }

  /** Skips the test, and says so, where there is no such program. */
  static void require() {
    assumeTrue(isInstalled(), "skipped: there is no xxhsum on the PATH (Debian: xxhash)");
  }

  /** Whether it is of the versions, from 0.8.2 on, that escape names with ends of lines. */
  static boolean escapes() throws IOException, InterruptedException {
    Outcome version = run("", "--version");
    MatchResult found =
        Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)")
            .matcher(version.out() + version.err())
            .results()
            .findFirst()
            .orElseThrow();
    return Integer.parseInt(found.group(1)) > 0
        || Integer.parseInt(found.group(2)) > 8
        || Integer.parseInt(found.group(3)) > 1;
  }

  static Outcome run(String input, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("xxhsum"));
    command.addAll(List.of(args));
    return run(input, command);
  }

  /** Runs any program. */
  static Outcome run(String input, List<String> command) throws IOException, InterruptedException {
    Path in = Files.write(Files.createTempFile("in", ""), ByteText.encode(input));
    Path out = Files.createTempFile("out", "");
    Path err = Files.createTempFile("err", "");
    try {
      int code =
          new ProcessBuilder(command)
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start()
              .waitFor();
      return new Outcome(
          code, ByteText.decode(Files.readAllBytes(out)), ByteText.decode(Files.readAllBytes(err)));
    } finally {
      Files.delete(in);
      Files.delete(out);
      Files.delete(err);
    }
  }
}
