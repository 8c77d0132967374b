package dev.tandem.it;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds the recorded days, which are not part of the project. */
public final class TestData {

  private TestData() {}

  /**
   * A file of the test data. Where it is absent the test is skipped and says so; with {@code
   * CI=true} it fails.
   */
  public static Path file(String name) {
    Path path = directory().resolve(name);
    if (Files.isRegularFile(path)) {
      return path;
    }
    String message =
        "SKIPPED: no test data at " + path + " (say where it is with -Dtandem.data=DIR)";
    if ("true".equals(System.getenv("CI"))) {
      return fail(message);
    }
    System.out.println(message);
    return abort(message);
  }

  private static Path directory() {
    String property = System.getProperty("tandem.data");
    return property != null ? Path.of(property).normalize() : root().resolve("../shared/data");
  }

  /** The directory that the project lies in. */
  public static Path root() {
    return Path.of(System.getProperty("tandem.root", "..")).toAbsolutePath().normalize();
  }

  /** All lines of a compressed text file. */
  public static List<String> lines(Path path) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new ZstdInputStreamNoFinalizer(Files.newInputStream(path)),
                StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new IllegalStateException(path.toString(), e);
    }
  }
}
