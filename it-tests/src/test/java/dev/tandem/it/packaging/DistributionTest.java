package dev.tandem.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.it.Ended;
import dev.tandem.it.TestData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archive that the build leaves runs by itself: no checkout, no Maven, no JDK around it. */
@Timeout(600)
@Tag("thorough")
class DistributionTest {

  private static final Path TEST_JDK = Path.of(System.getProperty("java.home"));

  /** Unpacked once: tests change nothing of it but the cache that its launcher makes. */
  @TempDir private static Path unpacked;

  private static Path home;

  @TempDir private Path dir;

  private record Ended(int code, String output) {}

  @BeforeAll
  static void unpack() throws Exception {
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
    Path place = Files.createDirectory(unpacked.resolve("un packed"));
    Process tar =
        new ProcessBuilder("/bin/tar", "-xf", archives.get(0).toString(), "-C", place.toString())
            .inheritIO()
            .start();
    assertThat(tar.waitFor()).isZero();
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

    assertThat(succeeds("demo", "--commands", "20k", "--warmup", "20k", "--rounds", "1"))
        .contains("from both");
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

  /** The linked Java has what QuickFIX/J needs, which a session uses and a start does not. */
  @Test
  void itServesFix() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                home.resolve("bin/tandem").toString(),
                "serve",
                "--dir=served",
                "--port=0",
                "--fix=0")
            .directory(dir.toFile())
            .redirectErrorStream(true);
    Process process = builder.start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      int port = 0;
      String key = "";
      String line = lines.readLine();
      while (line != null && !line.startsWith("serving ")) {
        if (line.startsWith("key of")) {
          key = line.substring(line.lastIndexOf(' ') + 1);
        } else if (line.startsWith("FIX ")) {
          port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
        }
        line = lines.readLine();
      }
      assertThat(logon(port, key)).contains("35=A").contains("56=admin");
    } finally {
      process.destroy();
      if (!process.waitFor(200, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
    assertThat(process.exitValue()).isZero();
  }

  /** What a logon is answered. */
  private static String logon(int port, String key) throws IOException {
    String time =
        DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss").format(LocalDateTime.now(ZoneOffset.UTC));
    String body =
        "35=A|34=1|49=admin|52=%s|56=TANDEM|98=0|108=30|554=%s|"
            .formatted(time, key)
            .replace('|', '\u0001');
    String all = "8=FIX.4.4\u00019=" + body.length() + '\u0001' + body;
    all += "10=%03d\u0001".formatted(all.chars().sum() % 256);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(all.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = new byte[1_024];
      int length = Math.max(0, socket.getInputStream().read(answer));
      return new String(answer, 0, length, StandardCharsets.US_ASCII);
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
    boolean ended = process.waitFor(200, TimeUnit.SECONDS);
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
