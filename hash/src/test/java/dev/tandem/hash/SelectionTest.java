package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.hash.ffi.NativeLibrary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which implementation a process chooses, and what it says when it cannot have the native one. */
class SelectionTest {

  private static final Path CLASSES = Path.of("target", "classes");
  private static final Path TESTS = Path.of("target", "test-classes");
  private static final String PROBE = "dev.tandem.hash.SelectionProbe";

  @TempDir Path directory;

  /** What a process prints: implementation and digest on the first line, the log on others. */
  private record Outcome(String choice, List<String> log) {}

  private static Outcome run(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(java());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", CLASSES + ":" + TESTS, PROBE));
    return outcome(command);
  }

  private static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Djava.util.logging.SimpleFormatter.format=LOG %5$s%n");
  }

  private static Outcome outcome(List<String> command) throws IOException, InterruptedException {
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
    Needs.that(Files.exists(Needs.LIBRARY), "no native library was built: " + Needs.LIBRARY);
    Outcome outcome =
        run("--enable-native-access=ALL-UNNAMED", "-Ddev.tandem.hash.library=" + Needs.LIBRARY);
    assertThat(outcome.choice()).isEqualTo(choice(Implementation.PANAMA));
    assertThat(outcome.log()).isEmpty();
  }

  @Test
  void anImplementationCanBeForced() throws Exception {
    Needs.that(Files.exists(Needs.LIBRARY), "no native library was built: " + Needs.LIBRARY);
    for (Implementation implementation : Implementation.values()) {
      Outcome outcome =
          run(
              "--add-modules=jdk.incubator.vector",
              "--enable-native-access=ALL-UNNAMED",
              "-Ddev.tandem.hash.library=" + Needs.LIBRARY,
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
    Needs.that(Files.exists(Needs.LIBRARY), "no native library was built: " + Needs.LIBRARY);
    Outcome outcome =
        run("--illegal-native-access=deny", "-Ddev.tandem.hash.library=" + Needs.LIBRARY);
    assertThat(outcome.choice()).isEqualTo(choice(Implementation.JAVA));
    assertThat(outcome.log()).singleElement().asString().contains("denied");
  }

  @Test
  void anAlteredLibraryIsNotLoaded() throws Exception {
    Needs.that(Files.exists(Needs.LIBRARY), "no native library was built: " + Needs.LIBRARY);
    byte[] altered = Files.readAllBytes(Needs.LIBRARY);
    altered[altered.length - 1] ^= 1;
    Path file = Files.write(directory.resolve("altered.so"), altered);
    Outcome outcome =
        run("--enable-native-access=ALL-UNNAMED", "-Ddev.tandem.hash.library=" + file);
    assertThat(outcome.choice()).isEqualTo(choice(Implementation.JAVA));
    assertThat(outcome.log()).singleElement().asString().contains("SHA-256");
  }

  @Test
  void whatNamesNoImplementationIsShownAsItIs() throws Exception {
    for (String name : new String[] {"", " panama", "abacus"}) {
      assertThat(run("-Ddev.tandem.hash.implementation=" + name).log())
          .singleElement()
          .asString()
          .contains("dev.tandem.hash.implementation is '" + name + "', which is no implementation");
    }
  }

  /** Any other library, though its checksum is the given one. */
  @Test
  void aLibraryWithoutTheInterfaceIsNotUsed() throws Exception {
    Path other = Path.of(System.getProperty("java.home"), "lib", "libsyslookup.so");
    Needs.that(Files.exists(other), "there is no other library to load: " + other);
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(other));
    for (String implementation : new String[] {"panama", "jni"}) {
      Outcome outcome =
          run(
              "--enable-native-access=ALL-UNNAMED",
              "-Ddev.tandem.hash.implementation=" + implementation,
              "-Ddev.tandem.hash.library=" + other,
              "-Ddev.tandem.hash.library.sha256=" + HexFormat.of().formatHex(sum));
      assertThat(outcome.choice()).isEqualTo(choice(Implementation.JAVA));
      assertThat(outcome.log()).singleElement().asString().contains("tandem_abi");
    }
  }

  /** Names that Java cannot make paths of, because the locale has no such characters. */
  @Test
  void pathsOutsideTheLocaleAreJavaAndOneLine() throws Exception {
    Needs.that(Files.exists(Needs.LIBRARY), "no native library was built: " + Needs.LIBRARY);
    for (String option :
        new String[] {
          "-Ddev.tandem.hash.library=/d\\0303\\0274/lib.so",
          "-Djava.io.tmpdir=/d\\0303\\0274 -Ddev.tandem.hash.library=" + Needs.LIBRARY
        }) {
      for (String implementation : new String[] {"panama", "jni"}) {
        String script = "export JAVA_TOOL_OPTIONS=\"$(printf '%b' '" + option + "')\"; exec \"$@\"";
        List<String> command =
            new ArrayList<>(List.of("env", "LC_ALL=C", "sh", "-c", script, "sh"));
        command.addAll(java());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-Ddev.tandem.hash.implementation=" + implementation);
        command.addAll(List.of("-cp", CLASSES + ":" + TESTS, PROBE));
        Outcome outcome = outcome(command);
        assertThat(outcome.choice()).isEqualTo(choice(Implementation.JAVA));
        assertThat(outcome.log()).singleElement().asString().contains("InvalidPath");
      }
    }
  }

  /** On the module path the library's jar is a module, which must be requested. */
  @Test
  void theLibraryIsAModule() throws Exception {
    Needs.that(Files.exists(Needs.LIBRARY), "no native library was built: " + Needs.LIBRARY);
    Path jar = directory.resolve("library.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(new Attributes.Name("Automatic-Module-Name"), "dev.tandem.hash.library");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(
          new JarEntry("META-INF/native/" + NativeLibrary.platform() + "/libtandem.so"));
      Files.copy(Needs.LIBRARY, out);
    }
    List<String> modular = new ArrayList<>(java());
    modular.addAll(List.of("--enable-native-access=dev.tandem.hash", "-p", CLASSES + ":" + jar));
    modular.addAll(List.of("--patch-module", "dev.tandem.hash=" + TESTS));
    List<String> main = List.of("-m", "dev.tandem.hash/" + PROBE);
    List<String> alone = new ArrayList<>(modular);
    alone.addAll(main);
    Outcome without = outcome(alone);
    assertThat(without.choice()).isEqualTo(choice(Implementation.JAVA));
    assertThat(without.log())
        .singleElement()
        .asString()
        .contains("--add-modules dev.tandem.hash.library");
    modular.addAll(List.of("--add-modules", "dev.tandem.hash.library"));
    modular.addAll(main);
    assertThat(outcome(modular).choice()).isEqualTo(choice(Implementation.PANAMA));
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
