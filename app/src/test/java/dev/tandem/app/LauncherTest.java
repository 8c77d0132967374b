package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.app.Xxhsum.Outcome;
import dev.tandem.app.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code tandem}, with a program in Java's place that tells what it is given. */
class LauncherTest {

  /** A dependency on another module. */
  private static final Pattern OWN =
      Pattern.compile(
          "<groupId>dev\\.tandem</groupId>\\s*<artifactId>tandem-([a-z0-9-]+)</artifactId>");

  /** A short run, so that the cache also knows what is done with commands. */
  private static final String TRAINING =
      "Main demo --commands 5k --warmup 5k --rounds 1 --rate 100k";

  @TempDir Path directory;

  private Path script;

  @BeforeEach
  void install() throws IOException {
    Path original = Path.of("..", "tandem");
    assumeTrue(Files.exists(original), "skipped: there is no script beside this module");
    script = executable(directory.resolve("tandem"), Files.readString(original));
    Path jdk = Files.createDirectories(directory.resolve("jdk"));
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\n");
    executable(jdk.resolve("bin/javac"), "#!/bin/sh\n");
    executable(
        jdk.resolve("bin/java"),
        """
        #!/bin/sh
        echo "$*" >>"$0.calls"
        case "$*" in
          *unknown*) echo 'Unrecognized option: -unknown' >&2; exit 1 ;;
          *AOTCacheOutput=*) file=${*#*AOTCacheOutput=}; echo cache >"${file%% *}"; exit 0 ;;
        esac
        ( : 3<&0 ) 2>/dev/null || echo 'closed in' >"$0.told"
        cat >>"$0.told"
        ( : 3>&1 ) 2>/dev/null || echo 'closed out' >>"$0.told"
        ( : 3>&2 ) >/dev/null || echo 'closed err' >>"$0.told"
        echo done || echo 'lost out' >>"$0.told"
        """);
    // As if it were built.
    Path target = Files.createDirectories(directory.resolve("app/target/lib")).getParent();
    Files.writeString(target.resolve("tandem-app-1.jar"), "");
    Files.writeString(target.resolve("launcher.classpath"), "");
  }

  private static Path executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private static void collect(String module, Set<String> into) throws IOException {
    if (into.add(module)) {
      Matcher dependency = OWN.matcher(Files.readString(Path.of("..", module, "pom.xml")));
      while (dependency.find()) {
        collect(dependency.group(1), into);
      }
    }
  }

  /** Otherwise an edit there would not be run. */
  @Test
  void theSourcesOfEveryModuleThatIsUsedAreLookedAt() throws IOException {
    Set<String> used = new TreeSet<>();
    collect("app", used);
    assertThat(used).contains("core", "flow", "wal");
    String text = Files.readString(script);
    for (String module : used) {
      assertThat(text).contains(" " + module + "/pom.xml " + module + "/src/main ");
    }
  }

  /** What the script prints under redirections, and what the program in Java's place tells. */
  private Outcome run(String input, String redirections) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("env", "TANDEM_JAVA_HOME=" + directory.resolve("jdk")));
    command.addAll(List.of("sh", "-c", "exec \"$@\" " + redirections, "sh", script.toString()));
    Outcome outcome = Xxhsum.run(input, command);
    String reported = Files.readString(directory.resolve("jdk/bin/java.told"));
    return new Outcome(outcome.code(), outcome.out(), reported);
  }

  @Test
  void streamsAreHandedOn() throws Exception {
    assertThat(run("text", "")).isEqualTo(new Outcome(0, "done\n", "text"));
  }

  /** Else the first file that Java opens would be the standard input. */
  @Test
  void aClosedInputIsAnEmptyOne() throws Exception {
    assertThat(run("text", "<&-")).isEqualTo(new Outcome(0, "done\n", ""));
  }

  @Test
  void aClosedOutputIsOneThatCannotBeWritten() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "skipped: there is no /dev/full");
    assertThat(run("text", ">&-").err()).isEqualTo("textlost out\n");
  }

  @Test
  void aClosedErrorOutputIsAnOpenOne() throws Exception {
    assertThat(run("text", "2>&-")).isEqualTo(new Outcome(0, "done\n", "text"));
    assertThat(run("text", "<&- 2>&-").out()).isEqualTo("done\n");
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(directory.resolve("jdk/bin/java.calls"));
  }

  /** A jar with the native library, which is what a cache of classes can be made with. */
  private void addNativeJar() throws IOException {
    Path jar = directory.resolve("hash/target/tandem-hash-1-linux-x86_64.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "");
  }

  @Test
  void aCacheOfClassesIsMadeOnceAndAnewAfterABuild() throws Exception {
    addNativeJar();
    Path cache = directory.resolve("app/target/launcher.aot");
    assertThat(run("text", "")).isEqualTo(new Outcome(0, "done\n", "text"));
    run("text", "");
    assertThat(cache).hasContent("cache");
    assertThat(calls()).hasSize(3);
    assertThat(calls().get(0)).contains("-XX:AOTCacheOutput=").endsWith(TRAINING);
    assertThat(calls().subList(1, 3))
        .allMatch(call -> call.contains("-XX:AOTCache=" + cache + " -Xlog:aot*=off "));
    Files.setLastModifiedTime(cache, FileTime.fromMillis(0));
    run("text", "");
    assertThat(calls()).hasSize(5);
    // Java was replaced: its release file is newer than the cache.
    Files.setLastModifiedTime(
        directory.resolve("jdk/release"), FileTime.from(Instant.now().plusSeconds(60)));
    run("text", "");
    assertThat(calls()).hasSize(7);
  }

  /** What the script counts on: Java does without such a cache, and says nothing. */
  @Test
  void aCacheThatDoesNotFitIsIgnoredInSilence() throws Exception {
    Path empty = Files.writeString(directory.resolve("empty.aot"), "");
    Path other = Files.writeString(directory.resolve("other.aot"), "no cache ".repeat(1_000));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path program =
        Files.writeString(
            directory.resolve("Hello.java"),
            "class Hello { public static void main(String[] a) { System.out.print(7); } }");
    for (Path file : List.of(empty, other, directory.resolve("missing.aot"))) {
      String cache = "-XX:AOTCache=" + file;
      List<String> command =
          List.of(java, "-XX:+UseParallelGC", cache, "-Xlog:aot*=off", program.toString());
      assertThat(Xxhsum.run("", command)).as("%s", file).isEqualTo(new Outcome(0, "7", ""));
    }
  }

  @Test
  void withAFolderAmongTheJarsThereIsNoCache() throws Exception {
    Files.createDirectories(directory.resolve("hash/target/native-jar/META-INF"));
    run("text", "");
    assertThat(calls()).hasSize(1).noneMatch(call -> call.contains("AOT"));
  }

  /** 1 would mean that something differs. */
  @Test
  void javaThatCannotStartIsAFailureOfTheProgram() throws Exception {
    List<String> command =
        List.of(
            "env",
            "TANDEM_JAVA_HOME=" + directory.resolve("jdk"),
            "TANDEM_JAVA_OPTS=-unknown",
            "sh",
            script.toString(),
            "version");
    Outcome outcome = Xxhsum.run("", command);
    assertThat(outcome.code()).isEqualTo(ExitCode.FAILED);
    assertThat(outcome.err())
        .contains("tandem: Java cannot start; look at TANDEM_JAVA_OPTS")
        .contains("Unrecognized option: -unknown");
  }
}
