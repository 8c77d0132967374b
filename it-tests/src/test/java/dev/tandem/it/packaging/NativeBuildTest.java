package dev.tandem.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.it.TestData;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The build of the native library, most of it on a project that CMake has done with in a moment.
 */
@Tag("thorough")
class NativeBuildTest {

  private static final String PROJECT =
      """
      cmake_minimum_required(VERSION 3.20)
      project(moved LANGUAGES NONE)
      file(WRITE ${CMAKE_BINARY_DIR}/libtandem.so "${CMAKE_SOURCE_DIR}")
      add_custom_target(tandem)
      """;

  /** The program of the build, compiled once; Maven has each of its few runs compile it anew. */
  @TempDir private static Path program;

  @TempDir private Path dir;

  @BeforeAll
  static void compile() {
    String source = TestData.root().resolve("cpp/Build.java").toString();
    assertThat(
            ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, "-d", program.toString(), source))
        .isZero();
  }

  private static void needCMake() {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "cmake"))),
        "SKIPPED: there is no CMake");
  }

  @ParameterizedTest
  @CsvSource({"release,OFF", "asan,address", "ubsan,undefined", "tsan,thread"})
  void aPresetConfigures(String preset, String sanitizer) throws Exception {
    needCMake();
    Path build = dir.resolve(preset);
    Path said = dir.resolve("said.txt");
    Process process =
        new ProcessBuilder("cmake", "--preset", preset, "-B", build.toString())
            .directory(TestData.root().resolve("cpp").toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    assertThat(Files.readString(build.resolve("CMakeCache.txt")))
        .contains("TANDEM_SANITIZE:STRING=" + sanitizer + "\n");
  }

  /** To build and run them takes too long for this; that each still changes the code does not. */
  @Test
  void eachMutantHasItsPlaceInTheCode() throws Exception {
    Path said = dir.resolve("said.txt");
    Process process =
        new ProcessBuilder("bash", "cpp/verify-mutants.sh", "--dry-run")
            .directory(TestData.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    assertThat(Files.readAllLines(said))
        .hasSizeGreaterThan(30)
        .allMatch(line -> line.startsWith("there "));
  }

  @Test
  void aMovedAndACopiedCheckoutBuild() throws Exception {
    needCMake();
    Path first = Files.createDirectories(dir.resolve("first"));
    Files.writeString(first.resolve("CMakeLists.txt"), PROJECT);
    assertThat(build(first)).isEqualTo(first.toRealPath().toString());
    // Nothing is thrown away where nothing moved.
    Path kept = Files.createFile(first.resolve("build/kept"));
    assertThat(build(first)).isEqualTo(first.toRealPath().toString());
    assertThat(kept).exists();

    Path moved = Files.move(first, dir.resolve("moved"));
    assertThat(build(moved)).isEqualTo(moved.toRealPath().toString());

    Path copy = dir.resolve("copy");
    try (Stream<Path> files = Files.walk(moved)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(moved.relativize(file).toString()));
      }
    }
    assertThat(build(copy)).isEqualTo(copy.toRealPath().toString());
  }

  /** A directory for a PATH, with empty programs of these names. */
  private Path programs(String... names) throws Exception {
    Path programs = Files.createDirectories(dir.resolve("programs"));
    for (String name : names) {
      Path program = Files.createFile(programs.resolve(name));
      assertThat(program.toFile().setExecutable(true)).isTrue();
    }
    return programs;
  }

  @ParameterizedTest
  @CsvSource({"CMake,", "C++ compiler,cmake"})
  void whatIsMissingIsNamedAndLeftOut(String missing, String there) throws Exception {
    Path path = there == null ? programs() : programs(there);
    for (String step : List.of("library", "rest", "test")) {
      Path checkout = Files.createDirectories(dir.resolve("checkout"));
      assertThat(run(path, step, checkout, "optional")).isZero();
      assertThat(said()).isEqualTo("Native code is left out: there is no " + missing + ".\n");
      assertThat(run(path, step, checkout, "required")).isEqualTo(1);
      assertThat(said()).isEqualTo("Native code is required, and there is no " + missing + ".\n");
      assertThat(checkout).isEmptyDirectory();
    }
  }

  private String said() throws Exception {
    return Files.readString(dir.resolve("said.txt"));
  }

  /**
   * Runs the program of the build; on another PATH, if one is given, and with no compiler named.
   */
  private int run(Path path, String step, Path checkout, String reference) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            program.toString(),
            "Build",
            step,
            checkout.toString(),
            checkout.resolve("build").toString(),
            checkout.resolve("jar").toString(),
            checkout.resolve("classes").toString(),
            "skip.tests=true",
            "reference=" + reference);
    if (path != null) {
      builder.environment().put("PATH", path.toString());
      builder.environment().remove("CXX");
    }
    Process process =
        builder.redirectErrorStream(true).redirectOutput(dir.resolve("said.txt").toFile()).start();
    assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** Builds, and returns what the library then holds: where it was made. */
  private String build(Path checkout) throws Exception {
    int code = run(null, "library", checkout, "optional");
    assertThat(code).as(said()).isZero();
    try (Stream<Path> files = Files.walk(checkout.resolve("jar"))) {
      Path library = files.filter(file -> file.endsWith("libtandem.so")).findFirst().orElseThrow();
      return Files.readString(library);
    }
  }
}
