package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Spread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
    List<Change> changes = changes(one(false, 9.9, 10, 10.1), one(false, 8.9, 9, 9.1));
    assertThat(changes).hasSize(1);
    assertThat(changes.get(0).isRegression()).isTrue();
    assertThat(Math.round(changes.get(0).percent())).isEqualTo(-10);
  }

  /** As {@link #one}, while a step of the CPU took so long. */
  private static Map<String, Result> atStep(double nanos, boolean lessIsBetter, double... rounds) {
    Result result = one(lessIsBetter, rounds).get("kernel");
    Row row = result.rows().get(0).withStep(nanos);
    Result.About about = new Result.About("kernel", "t", Map.of(), List.of());
    return Results.bySubject(
        Result.now(about, Results.fitness(Verdict.QUIET), List.of(row), List.of(), Map.of()));
  }

  @Test
  void runsAreComparedAtTheSameSpeedOfTheCpu() {
    for (boolean time : new boolean[] {true, false}) {
      double[] rounds = {9.9, 10, 10.1};
      // A tenth slower, as the CPU was.
      double[] slow = Arrays.stream(rounds).map(x -> time ? x * 1.1 : x / 1.1).toArray();
      Map<String, Result> before = atStep(1.5, time, rounds);
      assertThat(changes(before, atStep(1.65, time, slow))).isEmpty();
      assertThat(changes(before, atStep(1.5, time, slow))).hasSize(1);
      // The same figures on a faster CPU are a regression.
      List<Change> same = changes(before, atStep(1.35, time, rounds));
      assertThat(same).hasSize(1);
      assertThat(same.get(0).isRegression()).isTrue();
      // Where one of them is not known, figures are compared as they are.
      assertThat(changes(one(time, rounds), atStep(1.65, time, slow))).hasSize(1);
    }
  }

  private static List<Change> changes(Map<String, Result> before, Map<String, Result> now) {
    return Change.between(before, now).changes();
  }

  @Test
  void withTooFewRoundsNothingIsJudged() {
    for (double[] rounds : new double[][] {{10}, {10, 10.1}}) {
      double[] half = Arrays.stream(rounds).map(round -> round / 2).toArray();
      Change.Comparison comparison = Change.between(one(false, rounds), one(false, half));
      assertThat(comparison.changes()).isEmpty();
      assertThat(comparison.untold()).hasSize(1);
      assertThat(comparison.isWorse()).isFalse();
      assertThat(comparison.untoldSentence()).startsWith("Too few rounds to tell of 1 figure");
    }
    Change.Comparison enough =
        Change.between(one(false, 10, 10.1), one(false, 5, 5.1, 5.2, 5.3, 5.4));
    assertThat(enough.changes()).hasSize(1);
    assertThat(enough.untold()).isEmpty();
  }

  /** Of all orders of n and m rounds, those with one side below the other, counted one by one. */
  @Test
  void theChanceIsThatOfAllOrders() {
    for (int n = 1; n <= 6; n++) {
      for (int m = 1; m <= 6; m++) {
        int orders = 0;
        int apart = 0;
        for (int set = 0; set < 1 << (n + m); set++) {
          if (Integer.bitCount(set) == n) {
            orders++;
            apart += set == (1 << n) - 1 || set == ((1 << n) - 1) << m ? 1 : 0;
          }
        }
        assertThat(Change.chance(n, m)).isCloseTo((double) apart / orders, within(1e-12));
      }
    }
    assertThat(Change.chance(0, 5)).isEqualTo(1);
  }

  @Test
  void whereLessIsBetterMoreIsTheRegression() {
    assertThat(changes(one(true, 99, 100, 101), one(true, 109, 110, 111)))
        .singleElement()
        .matches(Change::isRegression);
    assertThat(changes(one(true, 109, 110, 111), one(true, 99, 100, 101)))
        .singleElement()
        .matches(c -> !c.isRegression());
  }

  @Test
  void roundsThatOverlapAreNoChange() {
    assertThat(changes(one(false, 9, 10, 11), one(false, 8, 9, 10))).isEmpty();
  }

  @Test
  void whatIsSmallerThanALookIsWorthIsNoChange() {
    assertThat(changes(one(false, 100, 100, 100), one(false, 99, 99, 99))).isEmpty();
  }

  @Test
  void aSlowedRunIsFoundAmongAllFigures() {
    Map<String, Result> before = Results.bySubject(Results.of("kernel", 7, 1));
    assertThat(changes(before, Results.bySubject(Results.of("kernel", 7, 0.9)))).hasSize(6);
    assertThat(changes(before, Results.bySubject(Results.of("kernel", 7, 1)))).isEmpty();
  }

  @Test
  void theLastKeptRunIsFoundAgain(@TempDir Path history, @TempDir Path out) throws Exception {
    Map<String, Result> results = Results.bySubject(Results.of("kernel", 7, 1));
    assertThat(History.last(history, results)).isEmpty();
    results.get("kernel").write(out.resolve("kernel.json"));
    Path histograms = Files.createDirectory(out.resolve("kernel" + History.HISTOGRAMS));
    Files.writeString(histograms.resolve("fused.hlog"), "a log");
    History.keep(history, out, results);
    assertThat(History.last(history, results)).isEqualTo(results);
    try (Stream<Path> kept = Files.walk(history)) {
      assertThat(kept.filter(file -> file.endsWith("kernel.histograms/fused.hlog"))).hasSize(1);
    }
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
