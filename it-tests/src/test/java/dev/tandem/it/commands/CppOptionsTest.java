package dev.tandem.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code tandem-cpp} knows each command and option that {@code tandem} has for the same purpose: it
 * does what it says, or refuses it by name.
 */
class CppOptionsTest {

  /** An option at the beginning of a line of a help, or behind its letter. */
  private static final Pattern OPTION = Pattern.compile("(?m)^ {1,8}(?:(-\\w), )?(--[a-z][a-z-]*)");

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

  private static Set<String> options(String help) {
    Set<String> options = new TreeSet<>();
    Matcher found = OPTION.matcher(help);
    while (found.find()) {
      options.add(found.group(2));
      if (found.group(1) != null) {
        options.add(found.group(1));
      }
    }
    return options;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "replay",
        "recover",
        "hash",
        "wal verify",
        "wal dump",
        "wal repair",
        "wal stats",
        "log cat",
        "log tail",
        "log grep",
        "log stats",
        "log verify",
        "log write"
      })
  void eachOptionIsTakenOrRefusedByName(String command) throws Exception {
    Set<String> options = options(Ended.tandem(words(command, "--help").toArray()).out());
    assertThat(options).contains("--help", "--version").hasSizeGreaterThan(2);
    for (String option : options) {
      Ended ended = TandemCpp.run(words(command, option).toArray());
      assertThat(ended.err()).as(command + " " + option).doesNotContain("Unknown option");
      // Never as if it had not been said.
      if (ended.code() == 0 && !command.equals("hash")) {
        assertThat(option).isIn("--help", "-h", "--version", "-V");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "replay",
        "recover",
        "hash",
        "wal",
        "wal verify",
        "wal dump",
        "wal repair",
        "wal stats",
        "log",
        "log cat",
        "log tail",
        "log grep",
        "log stats",
        "log verify",
        "log write"
      })
  void eachHelpIsPrintedAndExitsWell(String command) throws Exception {
    for (String help : List.of("--help", "-h")) {
      List<Object> words = command.isEmpty() ? List.of(help) : words(command, help);
      Ended ended = TandemCpp.run(words.toArray());
      assertThat(ended.code()).as(words.toString()).isZero();
      assertThat(ended.out()).as(words.toString()).startsWith("Usage: tandem-cpp ");
      assertThat(ended.err()).isEmpty();
    }
  }

  @Test
  void theVersionIsTheSame() throws Exception {
    String first = Ended.tandem("version").out().lines().findFirst().orElseThrow();
    for (List<Object> words :
        List.<List<Object>>of(
            List.of("--version"), List.of("-V"), List.of("version"), words("wal dump", "-V"))) {
      Ended ended = TandemCpp.run(words.toArray());
      assertThat(ended.code()).isZero();
      // Java tells what of the version is not released yet.
      assertThat(first).startsWith(ended.out().lines().findFirst().orElseThrow());
    }
  }

  @Test
  void theVersionTakesNothingElse() throws Exception {
    for (String word : List.of("x", "--foo")) {
      Ended refused = TandemCpp.run("version", word);
      assertThat(refused.code()).as(word).isEqualTo(2);
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err()).contains("'" + word + "'");
    }
  }

  @Test
  void anUnknownCommandOfTheLogIsToldThoseThatBothHave() throws Exception {
    Ended refused = TandemCpp.run("wal", "bogus");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("verify, dump, stats and repair");
  }

  @Test
  void whereNoLogFilesCanBeIsNoFailureOfTheProgram() throws Exception {
    Path file = Files.createFile(dir.resolve("file"));
    for (Path place : List.of(Path.of("/proc/nope"), file, file.resolve("below"))) {
      Ended refused = TandemCpp.run("log", "write", "--dir", place);
      assertThat(refused.code()).as(place.toString()).isEqualTo(2);
      assertThat(refused.err()).startsWith("tandem: cannot keep log files in " + place + ": ");
    }
  }

  @Test
  void commandsThatOnlyJavaHasAreRefused() throws Exception {
    Set<String> known = Set.of("replay", "recover", "hash", "log", "wal", "version", "help");
    String help = Ended.tandem("help").out();
    List<String> commands =
        Pattern.compile("(?m)^  ([a-z]+)  ").matcher(help).results().map(r -> r.group(1)).toList();
    assertThat(commands).contains("serve", "parity", "generate").containsAll(known);
    for (String command : commands) {
      if (!known.contains(command)) {
        Ended refused = TandemCpp.run(command);
        assertThat(refused.code()).as(command).isEqualTo(2);
        assertThat(refused.err()).contains("'" + command + "' is no command here", "./tandem");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"recover", "wal verify", "wal dump", "wal repair", "wal stats"})
  void badInputIsRefusedAlike(String command) throws Exception {
    String cpp = command.replace("wal repair", "wal recover");
    for (Path place : List.of(dir, dir.resolve("nowhere"))) {
      Ended ended = TandemCpp.run(words(cpp, place).toArray());
      Ended java = Ended.tandem(words(command, place).toArray());
      assertThat(ended.err()).isEqualTo(java.err());
      assertThat(ended.code()).isEqualTo(java.code()).isEqualTo(2);
    }
    for (Object[] wrong : Stream.of(new Object[] {}, new Object[] {"--nothing", dir}).toList()) {
      Ended ended = TandemCpp.run(words(cpp, wrong).toArray());
      Ended java = Ended.tandem(words(command, wrong).toArray());
      assertThat(ended.code()).as(command).isEqualTo(java.code()).isEqualTo(2);
      assertThat(ended.err().lines().findFirst()).isEqualTo(java.err().lines().findFirst());
    }
  }

  /** In C++ it is called by its name, which says more than none. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "replay",
        "recover",
        "wal verify",
        "wal dump",
        "wal repair",
        "wal stats",
        "log cat",
        "log tail",
        "log grep x",
        "log stats",
        "log verify"
      })
  void theEmptyNameIsTheWorkingDirectory(String command) throws Exception {
    Ended cpp = TandemCpp.run(words(command, "").toArray());
    Ended java = Ended.tandem(words(command, "").toArray());
    assertThat(java.err()).startsWith("tandem: : ");
    assertThat(cpp.err()).isEqualTo(java.err().replace("tandem: : ", "tandem: .: "));
    assertThat(cpp.code()).isEqualTo(java.code()).isEqualTo(2);
  }

  @Test
  void anOutputOrALogOfNoNameIsRefusedAsTheWorkingDirectory() throws Exception {
    Path flow = dir.resolve("flow.csv");
    Files.writeString(
        flow,
        """
        #tandem-csv 1
        timeNs,symbol,command,userId,orderId,side,type,price,quantity
        1,1,PLACE,,1,B,GTC,10,5
        """);
    Ended log = TandemCpp.run("replay", flow, "--wal", "");
    assertThat(log.err()).startsWith("tandem: .: expected a log or an empty directory, found ");
    assertThat(log.code()).isEqualTo(2);
    for (String option : List.of("--trades", "--book", "--json")) {
      Ended output = TandemCpp.run("replay", flow, option, "");
      assertThat(output.err())
          .isEqualTo("tandem: cannot write .: it is a directory, expected a file name\n");
      assertThat(output.code()).isEqualTo(2);
    }
  }
}
