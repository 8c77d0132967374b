package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.doctor.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison as {@code -Pjmh-compare} starts it, on what JMH wrote. */
class CompareRunsTest {

  @TempDir private Path folder;

  /** What ended, and what it said. */
  private record Ended(int code, String said) {}

  @Test
  void aSlowdownOfTenPercentInTheFilesOfJmhIsTold() throws Exception {
    run("before", 1, 22.5, 21.9, 22.3);
    run("now", 0.9, 22.5, 21.9, 22.3);
    Ended worse = compare("before", "now");
    assertThat(worse.code).isEqualTo(1);
    assertThat(worse.said)
        .contains("WORSE   -10.0 %  pipeline: DIAMOND, TANDEM: 22.3 (21.9 to 22.5)");
    Ended better = compare("now", "before");
    assertThat(better.code).isZero();
    assertThat(better.said).contains("better  +11.1 %").doesNotContain("WORSE");
    assertThat(compare("now", "now").said)
        .contains("1 of 1 figures agree")
        .doesNotContain("better")
        .doesNotContain("WORSE");
    assertThat(worse.said).contains("0 of 1 figures agree");
  }

  @Test
  void ofTwoRoundsNothingIsTold() throws Exception {
    run("before", 1, 22.5, 21.9);
    run("now", 0.5, 22.5, 21.9);
    Ended ended = compare("before", "now");
    assertThat(ended.code).isZero();
    assertThat(ended.said)
        .doesNotContain("WORSE")
        .contains("pipeline: DIAMOND, TANDEM: too few rounds to tell, 2 and 2");
  }

  @Test
  void theHelpIsPrintedWithoutAComplaint() throws Exception {
    Ended help = start("--help");
    assertThat(help.code).isZero();
    assertThat(help.said).startsWith("Usage: ").contains("3 % apart");
  }

  /** A folder as a run of the report leaves it, of figures times a factor. */
  private void run(String name, double factor, double... figures) throws Exception {
    String rounds =
        Arrays.stream(figures)
            .mapToObj(figure -> String.format(Locale.ROOT, "%.6f", figure * factor))
            .collect(Collectors.joining(", "));
    Path raw = folder.resolve(name + ".raw.json");
    Files.writeString(
        raw,
        """
        [{"jmhVersion": "1.37",
          "benchmark": "dev.tandem.jmh.pipeline.DisruptorBenchmark.pass",
          "mode": "thrpt",
          "params": {"entrant": "TANDEM", "shape": "DIAMOND"},
          "primaryMetric": {"scoreUnit": "ops/us", "rawData": [[%s]]},
          "secondaryMetrics": {"gc.alloc.rate.norm": {"score": 0.01}}}]
        """
            .formatted(rounds));
    Result.About about = new Result.About("pipeline", "t", Map.of(), List.of());
    JmhResult.read(raw, about, List.of("TANDEM"), Results.fitness(Verdict.QUIET))
        .write(folder.resolve(name).resolve("pipeline.json"));
  }

  private Ended compare(String before, String now) throws Exception {
    return start(folder.resolve(before).toString(), folder.resolve(now).toString());
  }

  private static Ended start(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.add(CompareRuns.class.getName());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said);
  }
}
