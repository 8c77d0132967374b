package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Spread;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ChangeTest {

  private static Map<String, Result> one(boolean lessIsBetter, double... rounds) {
    List<Double> figures = Arrays.stream(rounds).boxed().toList();
    Row row =
        Row.of(
            "group",
            "FUSED",
            Row.Kind.JAVA,
            "unit",
            lessIsBetter,
            rounds.length,
            Spread.of(figures, Double::doubleValue),
            Map.of());
    Result.About about = new Result.About("kernel", "t", Map.of(), List.of());
    return Results.bySubject(
        Result.now(about, Results.fitness(Verdict.QUIET), List.of(row), List.of(), Map.of()));
  }

  @Test
  void aSlowdownOfTenPercentIsARegression() {
    List<Change> changes = Change.between(one(false, 9.9, 10, 10.1), one(false, 8.9, 9, 9.1));
    assertThat(changes).hasSize(1);
    assertThat(changes.get(0).isRegression()).isTrue();
    assertThat(Math.round(changes.get(0).percent())).isEqualTo(-10);
  }

  @Test
  void whereLessIsBetterMoreIsTheRegression() {
    assertThat(Change.between(one(true, 99, 100, 101), one(true, 109, 110, 111)))
        .singleElement()
        .matches(Change::isRegression);
    assertThat(Change.between(one(true, 109, 110, 111), one(true, 99, 100, 101)))
        .singleElement()
        .matches(c -> !c.isRegression());
  }

  @Test
  void roundsThatOverlapAreNoChange() {
    assertThat(Change.between(one(false, 9, 10, 11), one(false, 8, 9, 10))).isEmpty();
  }

  @Test
  void whatIsSmallerThanALookIsWorthIsNoChange() {
    assertThat(Change.between(one(false, 100, 100, 100), one(false, 99, 99, 99))).isEmpty();
  }

  @Test
  void aSlowedRunIsFoundAmongAllFigures() {
    Map<String, Result> before = Results.bySubject(Results.of("kernel", 7, 1));
    assertThat(Change.between(before, Results.bySubject(Results.of("kernel", 7, 0.9)))).hasSize(6);
    assertThat(Change.between(before, Results.bySubject(Results.of("kernel", 7, 1)))).isEmpty();
  }

  @Test
  void theLastKeptRunIsFoundAgain(@TempDir Path history, @TempDir Path out) throws Exception {
    Map<String, Result> results = Results.bySubject(Results.of("kernel", 7, 1));
    assertThat(History.last(history, results)).isEmpty();
    results.get("kernel").write(out.resolve("kernel.json"));
    History.keep(history, out, results);
    assertThat(History.last(history, results)).isEqualTo(results);
  }

  @Test
  void twoFoldersAreComparedFromTheCommandLine(@TempDir Path folder) throws Exception {
    Results.of("kernel", 7, 1).write(folder.resolve("before").resolve("kernel.json"));
    Results.of("kernel", 7, 0.9).write(folder.resolve("now").resolve("kernel.json"));
    assertThat(compare(folder, "before", "now")).isEqualTo(1);
    assertThat(compare(folder, "now", "before")).isZero();
    assertThat(compare(folder, "now", "now")).isZero();
    assertThat(compare(folder, "now", "nowhere")).isEqualTo(2);
  }

  private static int compare(Path folder, String before, String now) {
    return new CommandLine(new CompareRuns())
        .execute(folder.resolve(before).toString(), folder.resolve(now).toString());
  }
}
