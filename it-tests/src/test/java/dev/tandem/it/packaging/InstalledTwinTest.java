package dev.tandem.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.tandem.it.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service in C++ builds against what {@code cmake --install} leaves, and trades. */
class InstalledTwinTest {

  @TempDir private Path dir;

  @Test
  void theExampleBuildsAgainstTheInstalledTree() throws Exception {
    Path built = TestData.root().resolve("hash/target/cmake");
    if (!Files.exists(built.resolve("libtandem.so"))) {
      String message = "SKIPPED: there is no build of the C++ code at " + built;
      if ("true".equals(System.getenv("CI"))) {
        fail(message);
      }
      abort(message);
    }
    Path installed = dir.resolve("installed");
    Path example = dir.resolve("example");
    call("cmake", "--install", built, "--prefix", installed);
    Path sources = TestData.root().resolve("cpp/example");
    call("cmake", "-S", sources, "-B", example, "-DCMAKE_PREFIX_PATH=" + installed);
    call("cmake", "--build", example);
    assertThat(call(example.resolve("example"))).isEqualTo("1 trade(s)\n");
  }

  private String call(Object... words) throws Exception {
    Path said = dir.resolve("said.txt");
    String[] command = new String[words.length];
    for (int i = 0; i < words.length; i++) {
      command[i] = words[i].toString();
    }
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(String.join(" ", command)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    return Files.readString(said);
  }
}
