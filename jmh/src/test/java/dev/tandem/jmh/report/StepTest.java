package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
    assertThat(of("kernel").missing(path)).isEmpty();
  }

  @Test
  void aShortRunLeavesOutWhatTakesLong() {
    assertThat(Step.all().stream().filter(Step::isForFullRuns).map(Step::subject))
        .containsExactly("gateway", "originals");
  }

  @Test
  void aTrialHasTheLeastOfEverything() {
    assertThat(of("book").trial())
        .isEqualTo(
            List.of(
                "--rounds 1 OrderBookBenchmark -p ids=SHUFFLED -wi 1 -w 50ms -i 2 -r 50ms -prof gc"
                    .split(" ")));
  }

  @Test
  void eachProgramIsThere() throws Exception {
    for (Step step : Step.all()) {
      assertThat(Class.forName(step.main()).getMethod("main", String[].class)).isNotNull();
    }
  }
}
