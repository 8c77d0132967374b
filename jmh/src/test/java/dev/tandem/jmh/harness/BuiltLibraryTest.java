package dev.tandem.jmh.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.flow.generator.BookProfile;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.jmh.book.NaiveTreeBook;
import dev.tandem.jmh.book.TwinBook;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A benchmark of the twin finds the library without being told where it is. */
class BuiltLibraryTest {

  @TempDir Path folder;

  /** What a fork does: a JVM of its own, that has the benchmarks' class path and no property. */
  public static final class Fork {

    private Fork() {}

    public static void main(String[] args) {
      var stream = FlowGenerator.book(BookProfile.STEADY, 3, 10_000);
      try (TwinBook book = new TwinBook(1)) {
        System.out.print(book.run(stream) == new NaiveTreeBook().run(stream) ? "equal" : "differ");
      }
    }
  }

  @Test
  void aJvmWithoutSettingsFindsTheLibraryFromAnyFolder() throws Exception {
    TwinLibrary.assume();
    Process fork =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                Path.of("target", "classes").toAbsolutePath()
                    + File.pathSeparator
                    + System.getProperty("java.class.path"),
                Fork.class.getName())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(fork.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("equal");
    assertThat(fork.waitFor()).isZero();
  }

  @Test
  void itIsLookedForBesideTheBenchmarksAndElseInTheFolder() {
    Path project = folder.resolve("project");
    Path expected = project.resolve("hash/target/cmake/libtandem.so");
    String jar = project.resolve("jmh/target/benchmarks.jar").toString();
    assertThat(BuiltLibrary.besides(jar)).isEqualTo(expected);
    assertThat(BuiltLibrary.besides(jar + File.pathSeparator + "other.jar")).isEqualTo(expected);
    assertThat(BuiltLibrary.besides(project.resolve("jmh/target/classes").toString()))
        .isEqualTo(expected);
    assertThat(BuiltLibrary.besides(folder.resolve("copied.jar").toString()))
        .isEqualTo(Path.of("hash/target/cmake/libtandem.so").toAbsolutePath());
  }

  @Test
  void oneThatWasNotBuiltIsReportedWithWhatMakesIt() {
    Path missing = folder.resolve("libtandem.so");
    assertThatThrownBy(() -> BuiltLibrary.require(missing))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(missing.toString())
        .hasMessageContaining("mvn package -pl hash -am")
        .hasMessageContaining("-Ddev.tandem.hash.library");
  }
}
