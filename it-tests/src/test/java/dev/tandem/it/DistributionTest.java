package dev.tandem.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archive that the build leaves runs by itself: no checkout, no Maven, no JDK around it. */
@Timeout(240)
class DistributionTest {

  private static final Path TEST_JDK = Path.of(System.getProperty("java.home"));

  @TempDir private Path dir;

  private Path home;

  private record Ended(int code, String output) {}

  @BeforeEach
  void unpack() throws Exception {
    List<Path> archives = List.of();
    Path target = TestData.root().resolve("dist/target");
    if (Files.isDirectory(target)) {
      try (Stream<Path> files = Files.list(target)) {
        archives = files.filter(file -> file.toString().endsWith(".tar.gz")).toList();
      }
    }
    assumeTrue(!archives.isEmpty(), "SKIPPED: there is no archive in " + target + "; mvn verify");
    assertThat(archives).hasSize(1);
    // The name has a space, as a user's directory may have.
    Path place = Files.createDirectory(dir.resolve("un packed"));
    Ended unpacked =
        run(Map.of(), "/bin/tar", "-xf", archives.get(0).toString(), "-C", place.toString());
    assertThat(unpacked.code()).as(unpacked.output()).isZero();
    try (Stream<Path> files = Files.list(place)) {
      home = files.toList().get(0);
    }
    assertThat(archives.get(0).getFileName()).hasToString(home.getFileName() + ".tar.gz");
  }

  @Test
  void itBringsItsOwnJava() throws Exception {
    assumeLinks();
    assertThat(home.resolve("runtime/bin/javac")).doesNotExist();
    Ended version = tandem(Map.of("TANDEM_JAVA_OPTS", "-XshowSettings:properties"), "version");
    assertThat(version.output())
        .contains(home.getFileName().toString().replaceFirst("-", " "))
        .contains("java.home = " + home.toRealPath().resolve("runtime"));
    assertThat(version.code()).isZero();

    assertThat(succeeds("demo", "--commands", "20k")).contains("from both");
    succeeds("generate", "--commands", "20k", "-o", "flow.csv.zst");
    succeeds("replay", "--warmup", "0", "--json", "r.json", "--wal", "log", "flow.csv.zst");
    assertThat(dir.resolve("r.json")).isNotEmptyFile();
    assertThat(succeeds("wal", "verify", "log")).contains("sound");
    succeeds("recover", "--check", "log");
    Files.writeString(dir.resolve("input"), "hello\n");
    String hashed = succeeds("hash", "input");
    assertThat(hashed).contains("e4c191d091bd8853  input");
    try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
      if (jars.anyMatch(jar -> jar.getFileName().toString().matches("tandem-hash-.*-linux-.*"))) {
        // Where the build made the native library, it is used: nothing says why not.
        assertThat(hashed).doesNotContain("hashing by");
      }
    }
  }

  @Test
  void anotherJavaMayBeNamedAndMustFit() throws Exception {
    Ended own = tandem(Map.of("TANDEM_JAVA_HOME", TEST_JDK.toString()), "version");
    assertThat(own.output()).contains("tandem 0.");
    assertThat(own.code()).isZero();
    Ended other = tandem(Map.of("TANDEM_JAVA_HOME", dir.toString()), "version");
    assertThat(other.output()).contains("is not a Java 25");
    assertThat(other.code()).isEqualTo(3);
  }

  @Test
  void aJavaThatCannotStartIsNoDifferenceFound() throws Exception {
    Map<String, String> environment =
        Map.of(
            "TANDEM_JAVA_HOME", TEST_JDK.toString(), "TANDEM_JAVA_OPTS", "-XX:+NoSuchOptionAtAll");
    Ended ended = tandem(environment, "version");
    assertThat(ended.output()).contains("Java cannot start").contains("NoSuchOptionAtAll");
    assertThat(ended.code()).isEqualTo(3);
  }

  private String succeeds(String... args) throws Exception {
    Ended ended = tandem(Map.of(), args);
    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output()).doesNotContain("WARNING");
    return ended.output();
  }

  /**
   * Runs the launcher by a link, with an environment in which there is nothing but that link's
   * tool.
   */
  private Ended tandem(Map<String, String> environment, String... args) throws Exception {
    Path tools = Files.createDirectories(dir.resolve("tools"));
    if (Files.notExists(tools.resolve("readlink"))) {
      Files.createSymbolicLink(tools.resolve("readlink"), Path.of("/usr/bin/readlink"));
      Files.createSymbolicLink(tools.resolve("tandem"), home.resolve("bin/tandem"));
    }
    Map<String, String> all = new HashMap<>(environment);
    all.put("PATH", tools.toString());
    List<String> command = new ArrayList<>(List.of(tools.resolve("tandem").toString()));
    command.addAll(List.of(args));
    return run(all, command.toArray(String[]::new));
  }

  private Ended run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path output = dir.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(dir.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    if (!environment.isEmpty()) {
      builder.environment().clear();
      builder.environment().putAll(environment);
    }
    Process process = builder.start();
    boolean ended = process.waitFor(100, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    assertThat(ended).as("%s ends", List.of(command)).isTrue();
    return new Ended(process.exitValue(), Files.readString(output));
  }

  /** Some JDKs come without what jlink takes its modules from: then the archive has no image. */
  private void assumeLinks() throws Exception {
    String jlink = TEST_JDK.resolve("bin/jlink").toString();
    boolean links =
        Files.isExecutable(Path.of(jlink))
            && (Files.isDirectory(TEST_JDK.resolve("jmods"))
                || run(Map.of(), jlink, "--help")
                    .output()
                    .contains("Linking from run-time image enabled"));
    String message = "SKIPPED: the JDK at " + TEST_JDK + " has no jlink, or nothing to link from";
    if (!links) {
      System.out.println(message);
    }
    assumeTrue(links, message);
  }
}
