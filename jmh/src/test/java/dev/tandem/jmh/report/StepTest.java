package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.pipeline.PingPongBenchmark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepTest {

  private static Step of(String subject) {
    return Step.all().stream().filter(s -> s.subject().equals(subject)).findFirst().orElseThrow();
  }

  @Test
  void programsThatAreNotThereAreNamed(@TempDir Path folder) throws Exception {
    Step gateway = of("gateway");
    String path = folder.toString();
    assertThat(gateway.missing(path, "/nowhere")).containsExactly("taskset");
    Path taskset = Files.createFile(folder.resolve("taskset"));
    // A file that cannot be run is no program.
    assertThat(gateway.missing(path)).containsExactly("taskset");
    assertThat(taskset.toFile().setExecutable(true)).isTrue();
    assertThat(gateway.missing("/nowhere", path)).isEmpty();
    assertThat(gateway.missing("/nowhere")).containsExactly("taskset");
    assertThat(of("kernel").missing(path)).isEmpty();
  }

  @Test
  void aShortRunLeavesOutWhatTakesLong() {
    assertThat(Step.all().stream().filter(Step::isForFullRuns).map(Step::subject))
        .containsExactly("gateway", "originals");
  }

  /** At 50,000/s each exchange takes five seconds for a pass, which a short run has not. */
  @Test
  void onlyAShortSweepBeginsAtAHigherRate() {
    assertThat(String.join(" ", of("sweep").quick())).contains(" --first-rate 200000 ");
    assertThat(of("sweep").full()).doesNotContain("--first-rate");
  }

  @Test
  void aTrialHasTheLeastOfEverything() {
    assertThat(of("book").trial())
        .isEqualTo(
            List.of(
                "--rounds 1 OrderBookBenchmark -p ids=SHUFFLED -wi 1 -w 50ms -i 2 -r 50ms -prof gc"
                    .split(" ")));
    assertThat(of("stages").trial())
        .isEqualTo(List.of("--rounds 1 --warm-up 1 --rates 0,1000000 --seconds 0.05".split(" ")));
  }

  /** Only a program that can be run is one; it is Cargo's, so it may not be there. */
  @Test
  void thePeersInRustAreFoundWhereTheyAreBuilt(@TempDir Path project) throws Exception {
    assertThat(Step.all().stream().filter(Step::hasRust).map(Step::subject))
        .containsExactly("ingress", "originals");
    assertThat(RustProgram.in(project)).isEmpty();
    Path folder = Files.createDirectories(project.resolve("jmh/peers-rust/target/release"));
    Path program = Files.createFile(folder.resolve("peers-rust"));
    assertThat(RustProgram.in(project)).isEmpty();
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(RustProgram.in(project)).contains(program);
    // The command that a reader is told builds it from there.
    assertThat(RustProgram.BUILD).contains("--release", " jmh/peers-rust/Cargo.toml");
    assertThat(Path.of("peers-rust", "Cargo.toml")).isRegularFile();
  }

  /** A short run has no time for both ways to wait. */
  @Test
  void onlyAFullRunHasPingPongThatBlocks() {
    assertThat(String.join(" ", of("pipeline").quick()))
        .contains(" -p waiting=" + PingPongBenchmark.Waiting.PING_PONG_YIELDING + " ");
    assertThat(String.join(" ", of("pipeline").full())).doesNotContain("waiting");
  }

  /** Who reads a short run is told which cases it has not. */
  @Test
  void whatAShortRunNarrowsIsTold() throws Exception {
    String text = Files.readString(Path.of("..", "docs", "benchmarks", "README.md"));
    int from = text.indexOf("### What a short run leaves out");
    String section = text.substring(from, text.indexOf("### ", from + 1));
    List<String> narrowing =
        List.of("--limits", "--rates", "--senders", "--sizes", "--workloads", "--threads", "-p");
    for (Step step : Step.all()) {
      List<String> quick = new ArrayList<>(step.quick());
      quick.retainAll(narrowing);
      quick.removeAll(step.full());
      if (!quick.isEmpty() || step.full().contains("--between")) {
        assertThat(section).contains("`" + step.subject() + "`");
      }
    }
    assertThat(section).contains("The kept `sweep` and `publish` are of longer commands");
  }

  @Test
  void eachProgramIsThere() throws Exception {
    for (Step step : Step.all()) {
      assertThat(Class.forName(step.main()).getMethod("main", String[].class)).isNotNull();
    }
  }
}
