package dev.tandem.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.tandem.it.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service in C++ builds against what {@code cmake --install} leaves, and trades; or has the
 * sources as a part of its own project.
 */
@Tag("thorough")
class InstalledTwinTest {

  private static final Pattern INCLUDE =
      Pattern.compile("^ *# *include \"([^\"]+)\"", Pattern.MULTILINE);
  private static final Pattern OFFERED = Pattern.compile("`(tandem/[a-z_]+/[a-z_]+\\.hpp)`");
  private static final Pattern OFFERED_FOLDER =
      Pattern.compile("tandem\\.h|tandem/((wal|logger|hash|client/wire)/)?[^/]+");

  @TempDir private Path dir;

  @Test
  void theExampleBuildsAgainstTheInstalledTree() throws Exception {
    expectTrade(installed());
  }

  private void expectTrade(Path installed) throws Exception {
    Path example = dir.resolve("example");
    Path sources = TestData.root().resolve("cpp/example");
    call("cmake", "-S", sources, "-B", example, "-DCMAKE_PREFIX_PATH=" + installed);
    call("cmake", "--build", example);
    assertThat(call(example.resolve("example"))).isEqualTo("1 trade(s)\n");
  }

  /** Configured only: what was built elsewhere is the same, and is brought. */
  @Test
  void headersAreFoundWhereverTheyAreInstalled() throws Exception {
    Path build = dir.resolve("build");
    Path sources = TestData.root().resolve("cpp");
    call(
        "cmake",
        "-S",
        sources,
        "-B",
        build,
        "-DCMAKE_INSTALL_INCLUDEDIR=headers/twin",
        "-DTANDEM_TESTS=OFF");
    try (Stream<Path> built = Files.list(build())) {
      for (Path file : built.filter(InstalledTwinTest::isInstalled).toList()) {
        Files.copy(file, build.resolve(file.getFileName()), LinkOption.NOFOLLOW_LINKS);
      }
    }
    Path installed = dir.resolve("installed");
    call("cmake", "--install", build, "--prefix", installed);
    assertThat(installed.resolve("headers/twin/tandem/exchange.hpp")).exists();
    assertThat(installed.resolve("include")).doesNotExist();
    expectTrade(installed);
  }

  private static boolean isInstalled(Path file) {
    String name = file.getFileName().toString();
    return name.equals("tandem-cpp") || name.matches("libtandem.*\\.(a|so.*)");
  }

  @Test
  void componentsAreTheLibrariesAndOthersAreRefused() throws Exception {
    Files.writeString(
        dir.resolve("CMakeLists.txt"),
        """
        cmake_minimum_required(VERSION 3.20)
        project(parent LANGUAGES CXX)
        find_package(tandem COMPONENTS c nothing)
        if(tandem_FOUND)
          message(FATAL_ERROR "found")
        endif()
        find_package(tandem 0.1 REQUIRED COMPONENTS c)
        find_package(tandem 0.1 REQUIRED COMPONENTS cpp wal logger c OPTIONAL_COMPONENTS nothing)
        foreach(component cpp wal logger c)
          if(NOT TARGET tandem::${component})
            message(FATAL_ERROR "there is no tandem::${component}")
          endif()
        endforeach()
        if(tandem_nothing_FOUND)
          message(FATAL_ERROR "found nothing")
        endif()
        """);
    assertThat(
            call(
                "cmake",
                "-S",
                dir,
                "-B",
                dir.resolve("build"),
                "-DCMAKE_PREFIX_PATH=" + installed()))
        .contains("There is no component nothing");
  }

  @Test
  void onlyHeadersThatAreOfferedAndWhatTheyIncludeAreInstalled() throws Exception {
    Path sources = TestData.root().resolve("cpp/include");
    String book = Files.readString(TestData.root().resolve("docs/cpp.md"));
    Set<String> expected = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>(filesBelow(sources));
    next.removeIf(header -> !OFFERED_FOLDER.matcher(header).matches());
    OFFERED.matcher(book).results().forEach(name -> next.add(name.group(1)));
    assertThat(next).contains("tandem/kernel/polled_kernel.hpp", "tandem/exchange.hpp");
    while (!next.isEmpty()) {
      String header = next.remove();
      if (expected.add(header)) {
        String text = Files.readString(sources.resolve(header));
        INCLUDE.matcher(text).results().forEach(name -> next.add(name.group(1)));
      }
    }
    assertThat(filesBelow(installed().resolve("include")))
        .isEqualTo(expected)
        .doesNotContain("tandem/wal/append/batch_writer.hpp");
  }

  /** Objects alone are built: the libraries are those of the other test. */
  @Test
  void theSourcesAreAPartOfAnotherProject() throws Exception {
    build();
    Path sources = TestData.root().resolve("cpp");
    Files.copy(sources.resolve("example/example.cpp"), dir.resolve("example.cpp"));
    Files.writeString(
        dir.resolve("abi.c"), "#include <tandem.h>\nuint32_t abi(void) { return tandem_abi(); }\n");
    Files.writeString(
        dir.resolve("CMakeLists.txt"),
        """
        cmake_minimum_required(VERSION 3.20)
        project(parent LANGUAGES C CXX)
        add_subdirectory(%s tandem)
        add_executable(example example.cpp)
        target_link_libraries(example PRIVATE tandem::cpp tandem::wal tandem::logger)
        add_executable(abi abi.c)
        target_link_libraries(abi PRIVATE tandem::c)
        """
            .formatted(sources));
    Path build = dir.resolve("build");
    call("cmake", "-G", "Unix Makefiles", "-S", dir, "-B", build);
    call("cmake", "--build", build, "--target", "example.cpp.o");
    call("cmake", "--build", build, "--target", "abi.c.o");
    // Nothing of it is in the other project's place, tests or installation.
    assertThat(filesBelow(build)).doesNotContain("headers.cpp", "tandem/CTestTestfile.cmake");
    assertThat(Files.readString(build.resolve("tandem/cmake_install.cmake")))
        .doesNotContain("file(INSTALL", "InstallHeaders");
  }

  private Path installed() throws Exception {
    Path installed = dir.resolve("installed");
    call("cmake", "--install", build(), "--prefix", installed);
    return installed;
  }

  /** Of this build; skips the test where there is none. */
  private static Path build() {
    Path built = TestData.root().resolve("hash/target/cmake");
    if (!Files.exists(built.resolve("libtandem.so"))) {
      String message = "SKIPPED: there is no build of the C++ code at " + built;
      if ("true".equals(System.getenv("CI"))) {
        fail(message);
      }
      abort(message);
    }
    return built;
  }

  private static Set<String> filesBelow(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
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
