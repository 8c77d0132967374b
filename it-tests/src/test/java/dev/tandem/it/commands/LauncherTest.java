package dev.tandem.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.it.Ended;
import dev.tandem.it.TestData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that people start. */
class LauncherTest {

  private static final long DEADLINE_SECONDS = 300;

  @TempDir private Path dir;

  private record Ended(int code, String output) {}

  @BeforeEach
  void onlyWhereThereIsAShell() {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "SKIPPED: no /bin/sh");
  }

  private Ended run(Path script, Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(dir.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Path output = dir.resolve("output.txt");
    builder.redirectOutput(output.toFile());
    Process process = builder.start();
    boolean ended = process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    assertThat(ended).isTrue();
    return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }

  /** The JDK of this test, so that nothing has to be looked for. */
  private static Map<String, String> thisJdk() {
    return Map.of("TANDEM_JAVA_HOME", System.getProperty("java.home"));
  }

  private static Path script() {
    return TestData.root().resolve("tandem");
  }

  /** Whether the command line is packaged, as it is when all modules are built. */
  private static void assumeBuilt() {
    assumeTrue(
        Files.exists(TestData.root().resolve("app/target/launcher.classpath")),
        "SKIPPED: the command line is not packaged; run mvn verify");
  }

  @Test
  void worksByASymbolicLinkFromAnotherDirectory() throws Exception {
    assumeBuilt();
    Path link = Files.createSymbolicLink(dir.resolve("tdm"), script());
    Path second = Files.createSymbolicLink(dir.resolve("relative"), Path.of("tdm"));
    assertThat(link).isSymbolicLink();
    Ended ended = run(second, thisJdk(), "version");
    assertThat(ended.output()).contains("tandem 0.").contains("java 25");
    assertThat(ended.code()).isZero();
  }

  @Test
  void passesExitCodesAndRelativePathsOn() throws Exception {
    assumeBuilt();
    Files.writeString(dir.resolve("bad.csv"), "nonsense\n");
    Ended ended = run(script(), thisJdk(), "replay", "bad.csv");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.output()).contains("tandem: bad.csv:1: first line is \"nonsense\"");
    assertThat(ended.output()).doesNotContain("WARNING");
    Ended generated = run(script(), thisJdk(), "generate", "--commands", "1k", "-o", "f.csv.zst");
    assertThat(generated.code()).as(generated.output()).isZero();
    Ended replayed = run(script(), thisJdk(), "replay", "--warmup", "0", "f.csv.zst");
    assertThat(replayed.output()).contains("1,000 commands (csv)").doesNotContain("WARNING");
    assertThat(replayed.code()).isZero();
  }

  @Test
  void logsToStandardErrorAndLeavesNoFilesBehind() throws Exception {
    assumeBuilt();
    Files.writeString(dir.resolve("input"), "hello\n");
    Map<String, String> environment = new HashMap<>(thisJdk());
    environment.put("TANDEM_JAVA_OPTS", "-Ddev.tandem.hash.implementation=none");
    Ended ended = run(script(), environment, "hash", "input");
    assertThat(ended.output())
        .contains(
            "dev.tandem.hash - hashing by JAVA: dev.tandem.hash.implementation is 'none', which")
        .contains("e4c191d091bd8853  input");
    assertThat(ended.code()).isZero();
    try (Stream<Path> files = Files.list(dir)) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("input", "output.txt");
    }
  }

  @Test
  void saysWhatToDoWithoutAJdk() throws Exception {
    Ended ended = run(script(), Map.of("TANDEM_JAVA_HOME", dir.toString()), "version");
    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.output()).contains("is not a JDK 25").contains("unset it");
  }

  @Test
  void saysWhatToDoWithoutMaven() throws Exception {
    Path copy = Files.copy(script(), dir.resolve("tandem"));
    assertThat(copy.toFile().setExecutable(true)).isTrue();
    Path tools = Files.createDirectory(dir.resolve("tools"));
    for (String tool :
        List.of("sh", "dirname", "readlink", "sed", "mkdir", "flock", "ls", "head")) {
      for (String place : List.of("/bin/", "/usr/bin/")) {
        Path real = Path.of(place + tool);
        if (Files.exists(real) && !Files.exists(tools.resolve(tool))) {
          Files.createSymbolicLink(tools.resolve(tool), real);
        }
      }
    }
    Ended ended =
        run(
            copy,
            Map.of("PATH", tools.toString(), "TANDEM_JAVA_HOME", System.getProperty("java.home")),
            "version");
    assertThat(ended.output()).contains("Maven is not installed").contains("apt-get install maven");
    assertThat(ended.code()).isEqualTo(3);
  }
}
