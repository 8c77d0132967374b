package dev.tandem.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.flow.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With programs that stand for perf and strace, so that none needs to be installed. */
@EnabledOnOs(OS.LINUX)
class CountersTest {

  /** Writes the requested output, runs the command, and swallows its code as perf does. */
  private static final String PERF =
      """
      #!/bin/sh
      shift
      [ "$1" = -o ] && out=$2 && shift 2
      [ "$1" = -- ] && shift
      "$@"
      printf " Performance counter stats for '%s':\\n\\n  12 cycles\\n" "$*" > "$out"
      exit 0
      """;

  private static final String STRACE =
      """
      #!/bin/sh
      echo "calls of $6" > "$4"
      shift 5
      exec "$@"
      """;

  private static final String FORBIDDEN =
      """
      #!/bin/sh
      echo Error: >&2
      echo No permission to count. >&2
      exit 255
      """;

  @TempDir Path bin;
  @TempDir Path out;

  private Counters counters;

  @BeforeEach
  void begin() {
    counters = new Counters(List.of(out.resolve("nowhere"), bin, Path.of("/bin")), out);
  }

  private void install(String name, String script) throws IOException {
    Path file = Files.writeString(bin.resolve(name), script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private int run(String... command) throws IOException, InterruptedException {
    return counters.code(
        new ProcessBuilder(counters.words(List.of(command))).inheritIO().start().waitFor());
  }

  private Counters without() {
    return new Counters(List.of(bin), out);
  }

  @Test
  void perfCountsByDefaultWhereItCan() throws Exception {
    install("perf", PERF);
    install("strace", STRACE);
    counters.choose(null, false);
    assertThat(counters.missing()).isEmpty();
    assertThat(run("sh", "-c", "exit 7")).isEqualTo(7);
    assertThat(counters.lines())
        .containsExactly(" Performance counter stats for the command:", "", "  12 cycles");
  }

  /** perf itself ends with 0 there. */
  @Test
  void aCommandThatASignalKilledHasItsCode() throws Exception {
    install("perf", PERF);
    counters.choose(true, false);
    assertThat(run("sh", "-c", "kill -9 $$")).isEqualTo(128 + 9);
  }

  @Test
  void whatIsNotThereIsSaidInALine() throws Exception {
    counters = without();
    counters.choose(null, false);
    assertThat(counters.missing()).isEqualTo("perf is not installed: cycles are not counted");
    assertThat(counters.words(List.of("a", "b"))).containsExactly("a", "b");
    install("perf", FORBIDDEN);
    counters.choose(null, false);
    assertThat(counters.missing())
        .isEqualTo(
            "perf is installed, but may not count here (No permission to count.): cycles are not"
                + " counted");
    assertThat(counters.words(List.of("a", "b"))).containsExactly("a", "b");
    assertThat(counters.lines()).isEmpty();
  }

  @Test
  void whatWasRequestedIsRefusedWhereItCannotBe() throws Exception {
    counters = without();
    assertThatThrownBy(() -> counters.choose(true, false))
        .isInstanceOf(BadInputException.class)
        .hasMessage("perf is not installed; leave --perf out");
    assertThatThrownBy(() -> counters.choose(null, true))
        .isInstanceOf(BadInputException.class)
        .hasMessage("strace is not installed; leave --strace out");
    install("perf", FORBIDDEN);
    assertThatThrownBy(() -> counters.choose(true, false))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("may not count here (No permission to count.); leave --perf out");
  }

  @Test
  void nobodyIsTimedUnderStraceWhoDidNotAsk() throws Exception {
    install("strace", STRACE);
    install("perf", PERF);
    counters.choose(false, false);
    assertThat(counters.words(List.of("a"))).containsExactly("a");
    assertThat(counters.missing()).isEmpty();
    counters.choose(null, true);
    assertThat(counters.missing()).isEmpty();
    assertThat(run("sh", "-c", "exit 3")).isEqualTo(3);
    assertThat(counters.lines()).containsExactly("calls of sh");
  }

  @Test
  void bothCountIfBothAreRequested() throws Exception {
    install("strace", STRACE);
    install("perf", PERF);
    counters.choose(true, true);
    assertThat(run("sh", "-c", "exit 3")).isEqualTo(3);
    assertThat(counters.lines()).contains("  12 cycles", "calls of sh");
  }

  @Test
  void aCommandThatIsNotThereIsRefusedBeforeItIsCounted() throws Exception {
    install("perf", PERF);
    counters.choose(null, false);
    counters.check("sh");
    counters.check(bin.resolve("perf").toString());
    for (String name : List.of("not-there-at-all", bin.toString(), "/nowhere/at-all")) {
      assertThatThrownBy(() -> counters.check(name))
          .as(name)
          .isInstanceOf(BadInputException.class)
          .hasMessage(name + " cannot be run: no such program");
    }
  }
}
