package dev.tandem.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code tandem-cpp} refuses, it refuses as {@code tandem} does. */
class CppOptionsTest {

  @TempDir private Path dir;

  @BeforeAll
  static void needPrograms() {
    TandemCpp.require();
  }

  private static List<Object> words(String command, Object... more) {
    List<Object> words = new ArrayList<>(Arrays.asList((Object[]) command.split(" ")));
    words.addAll(Arrays.asList(more));
    return words;
  }

  @Test
  void helpAndVersionArePrinted() throws Exception {
    for (String help : List.of("--help", "-h", "help", "wal dump --help", "log cat -h")) {
      Ended ended = TandemCpp.run(words(help).toArray());
      assertThat(ended.code()).as(help).isZero();
      assertThat(ended.out()).as(help).startsWith("Usage: tandem-cpp ");
    }
    String first = Ended.tandem("version").out().lines().findFirst().orElseThrow();
    for (String version : List.of("--version", "-V", "version", "wal dump -V")) {
      Ended ended = TandemCpp.run(words(version).toArray());
      assertThat(ended.code()).as(version).isZero();
      // Java also says what of the version is not released yet.
      assertThat(first).startsWith(ended.out().lines().findFirst().orElseThrow());
    }
    assertThat(TandemCpp.run("version", "x").err()).contains("'x'");
  }

  @Test
  void commandsThatOnlyJavaHasAreRefused() throws Exception {
    Set<String> known = Set.of("recover", "log", "wal", "version", "help");
    String help = Ended.tandem("help").out();
    List<String> commands =
        Pattern.compile("(?m)^  ([a-z]+)  ").matcher(help).results().map(r -> r.group(1)).toList();
    assertThat(commands).contains("serve", "replay", "hash").containsAll(known);
    for (String command : commands) {
      if (!known.contains(command)) {
        Ended refused = TandemCpp.run(command);
        assertThat(refused.code()).as(command).isEqualTo(2);
        assertThat(refused.err()).contains("'" + command + "' is no command here", "./tandem");
      }
    }
    assertThat(TandemCpp.run("wal", "bogus").err()).contains("verify, dump and recover");
  }

  @ParameterizedTest
  @ValueSource(strings = {"recover", "wal verify", "wal dump", "wal repair"})
  void badInputIsRefusedAlike(String command) throws Exception {
    for (Path place : List.of(dir, dir.resolve("nowhere"))) {
      Ended ended = TandemCpp.run(words(command, place).toArray());
      Ended java = Ended.tandem(words(command, place).toArray());
      assertThat(ended.err()).isEqualTo(java.err());
      assertThat(ended.code()).isEqualTo(java.code()).isEqualTo(2);
    }
    for (Object[] wrong : new Object[][] {{}, {"--nothing", dir}}) {
      Ended ended = TandemCpp.run(words(command, wrong).toArray());
      Ended java = Ended.tandem(words(command, wrong).toArray());
      assertThat(ended.code()).as(command).isEqualTo(java.code()).isEqualTo(2);
      assertThat(ended.err().lines().findFirst()).isEqualTo(java.err().lines().findFirst());
    }
  }

  /** In C++ it is called by its name, which says more than none. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "recover",
        "wal verify",
        "wal dump",
        "wal repair",
        "log cat",
        "log tail",
        "log verify"
      })
  void theEmptyNameIsTheWorkingDirectory(String command) throws Exception {
    Ended cpp = TandemCpp.run(words(command, "").toArray());
    Ended java = Ended.tandem(words(command, "").toArray());
    assertThat(java.err()).startsWith("tandem: : ");
    assertThat(cpp.err()).isEqualTo(java.err().replace("tandem: : ", "tandem: .: "));
    assertThat(cpp.code()).isEqualTo(java.code()).isEqualTo(2);
  }
}
