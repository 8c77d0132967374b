package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which implementation a process chooses, and what it says when it cannot have the native one. */
class SelectionTest {

  private static final Path CLASSES = Path.of("target", "classes");
  private static final Path LIBRARY =
      Path.of("target", "native-jar", "META-INF", "native", "linux-x86_64", "libtandem.so");

  @TempDir Path directory;

  /** What a process prints: implementation and digest on the first line, the log on others. */
  private record Outcome(String choice, List<String> log) {}

  private static Outcome run(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.util.logging.SimpleFormatter.format=LOG %5$s%n");
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "-cp",
            CLASSES + ":" + Path.of("target", "test-classes"),
            "dev.tandem.hash.SelectionProbe"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    List<String> log = out.lines().filter(line -> line.startsWith("LOG ")).toList();
    return new Outcome(
        out.lines().filter(line -> line.startsWith("CHOICE ")).findFirst().orElseThrow(), log);
  }

  private static String choice(Implementation implementation) {
    return "CHOICE " + implementation + " 976674c2f1b10fe3";
  }

  @Test
  void withoutALibraryItIsJavaAndOneLine() throws Exception {
    Outcome outcome = run();
    assertThat(outcome.choice()).isEqualTo(choice(Implementation.JAVA));
    assertThat(outcome.log()).singleElement().asString().contains("no native library");
  }

  @Test
  void withoutALibraryButWithTheModuleItIsVectors() throws Exception {
    Outcome outcome = run("--add-modules", "jdk.incubator.vector");
    assertThat(outcome.choice()).isEqualTo(choice(Implementation.VECTOR));
  }

  @Test
  void aGivenLibraryIsUsed() throws Exception {
    assumeTrue(Files.exists(LIBRARY));
    Outcome outcome =
        run("--enable-native-access=ALL-UNNAMED", "-Ddev.tandem.hash.library=" + LIBRARY);
    assertThat(outcome.choice()).isEqualTo(choice(Implementation.PANAMA));
    assertThat(outcome.log()).isEmpty();
  }

  @Test
  void anImplementationCanBeForced() throws Exception {
    assumeTrue(Files.exists(LIBRARY));
    for (Implementation implementation : Implementation.values()) {
      Outcome outcome =
          run(
              "--add-modules=jdk.incubator.vector",
              "--enable-native-access=ALL-UNNAMED",
              "-Ddev.tandem.hash.library=" + LIBRARY,
              "-Ddev.tandem.hash.implementation=" + implementation.name().toLowerCase(Locale.ROOT));
      assertThat(outcome.choice()).isEqualTo(choice(implementation));
      assertThat(outcome.log()).isEmpty();
    }
  }

  @Test
  void whatCannotBeForcedIsJavaAndOneLine() throws Exception {
    for (String name : new String[] {"panama", "jni", "vector", "abacus"}) {
      Outcome outcome = run("-Ddev.tandem.hash.implementation=" + name);
      assertThat(outcome.choice()).isEqualTo(choice(Implementation.JAVA));
      assertThat(outcome.log()).hasSize(1);
    }
  }

  @Test
  void deniedNativeAccessIsJavaAndOneLine() throws Exception {
    assumeTrue(Files.exists(LIBRARY));
    Outcome outcome = run("--illegal-native-access=deny", "-Ddev.tandem.hash.library=" + LIBRARY);
    assertThat(outcome.choice()).isEqualTo(choice(Implementation.JAVA));
    assertThat(outcome.log()).singleElement().asString().contains("denied");
  }

  @Test
  void anAlteredLibraryIsNotLoaded() throws Exception {
    assumeTrue(Files.exists(LIBRARY));
    byte[] altered = Files.readAllBytes(LIBRARY);
    altered[altered.length - 1] ^= 1;
    Path file = Files.write(directory.resolve("altered.so"), altered);
    Outcome outcome =
        run("--enable-native-access=ALL-UNNAMED", "-Ddev.tandem.hash.library=" + file);
    assertThat(outcome.choice()).isEqualTo(choice(Implementation.JAVA));
    assertThat(outcome.log()).singleElement().asString().contains("SHA-256");
  }

  @Test
  void whatIsNoLibraryForThisProcessorIsNotLoaded() throws Exception {
    Path file = Files.writeString(directory.resolve("text.so"), "not a library\n");
    Outcome outcome =
        run(
            "--enable-native-access=ALL-UNNAMED",
            "-Ddev.tandem.hash.library=" + file,
            "-Ddev.tandem.hash.library.sha256="
                + "1e6b62ba51f1b685d844b6b473a7518e5d4630c045f203e3fe3be2ce30b2a174");
    assertThat(outcome.choice()).isEqualTo(choice(Implementation.JAVA));
    assertThat(outcome.log()).hasSize(1);
  }
}
