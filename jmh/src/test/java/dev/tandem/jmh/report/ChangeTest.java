package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.Spread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        Results.now(about, Results.fitness(Verdict.QUIET), List.of(row), List.of(), Map.of()));
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
        Results.now(about, Results.fitness(Verdict.QUIET), List.of(row), List.of(), Map.of()));
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

  /** Processes of the book's benchmark, one of them disturbed, and the same slowed by a tenth. */
  @Test
  void oneRoundFarFromItsLikeHidesNoSlowdown() {
    double[] before = {42.7, 44.6, 44.0, 43.7, 46.4, 43.5, 45.0, 62.8, 43.5};
    double[] now = {49.0, 59.7, 52.8, 53.4, 61.1, 54.8, 51.9, 54.8, 50.3};
    assertThat(Change.between(one(true, before), one(true, now)).isWorse()).isTrue();
    assertThat(Change.between(one(true, now), one(true, before)).isWorse()).isFalse();
    double[] alike = {43.9, 45.1, 43.1, 44.2, 47.0, 43.3, 61.9, 44.4, 43.0};
    assertThat(changes(one(true, before), one(true, alike))).isEmpty();
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
    assertThat(History.last(history, Results.bySubject(Results.of("kernel", 7, 2))))
        .isEqualTo(results);
    // What was not measured again is not held against itself.
    assertThat(History.last(history, results)).isEmpty();
    try (Stream<Path> kept = Files.walk(history)) {
      assertThat(kept.filter(file -> file.endsWith("kernel.histograms/fused.hlog"))).hasSize(1);
    }
  }

  @Test
  void twoFoldersAreComparedFromTheCommandLine(@TempDir Path folder) throws Exception {
    one(false, 9.9, 10, 10.1).get("kernel").write(folder.resolve("before").resolve("kernel.json"));
    one(false, 8.9, 9, 9.1).get("kernel").write(folder.resolve("now").resolve("kernel.json"));
    assertThat(compare(folder, "before", "now")).isEqualTo(1);
    assertThat(compare(folder, "now", "before")).isZero();
    assertThat(compare(folder, "now", "now")).isZero();
    assertThat(compare(folder, "now", "nowhere")).isEqualTo(2);
  }

  /** One time in ten three rounds are apart by chance: of six figures, that tells nothing. */
  @Test
  void theNumberOfFiguresIsCorrectedFor() {
    Map<String, Result> before = Results.bySubject(Results.of("kernel", 7, 1));
    Change.Comparison six = Change.between(before, Results.bySubject(Results.of("kernel", 7, 0.9)));
    assertThat(six.changes()).hasSize(6);
    assertThat(six.sure()).isEmpty();
    assertThat(six.isWorse()).isFalse();
    Change.Comparison single = Change.between(one(false, 9.9, 10, 10.1), one(false, 8.9, 9, 9.1));
    assertThat(single.sure()).isEqualTo(Set.copyOf(single.changes()));
    assertThat(single.isWorse()).isTrue();
    Change.Comparison seven = Change.between(sevenRounds(before, 1), sevenRounds(before, 0.9));
    assertThat(seven.sure()).hasSize(6);
  }

  /** The same figures times a factor, of seven rounds each. */
  private static Map<String, Result> sevenRounds(Map<String, Result> results, double factor) {
    List<Row> rows =
        results.get("kernel").rows().stream()
            .filter(Row::hasFigure)
            .map(
                r ->
                    Row.of(
                        r.group(),
                        r.entrant(),
                        r.kind(),
                        r.unit(),
                        r.lessIsBetter(),
                        7,
                        new Spread(r.lowest() * factor, r.median() * factor, r.highest() * factor),
                        Map.of()))
            .toList();
    return with(rows, List.of());
  }

  private static Map<String, Result> with(List<Row> rows, List<Curve> curves) {
    Result.About about = new Result.About("kernel", "t", Map.of(), List.of());
    return Results.bySubject(
        Results.now(about, Results.fitness(Verdict.QUIET), rows, curves, Map.of()));
  }

  @Test
  void whatFailsNowOrIsGoneIsWorse() {
    Row row = one(false, 9.9, 10, 10.1).get("kernel").rows().get(0);
    Map<String, Result> before = with(List.of(row), List.of());
    Change.Comparison gone = Change.between(before, with(List.of(), List.of()));
    assertThat(gone.lost()).containsExactly("kernel: group, FUSED is gone");
    assertThat(gone.isWorse()).isTrue();
    Row failed = Row.failed("group", "FUSED", Row.Kind.JAVA, "it died");
    assertThat(Change.between(before, with(List.of(failed), List.of())).lost())
        .containsExactly("kernel: group, FUSED failed: it died");
    // That the host moved the CPUs is no loss, nor is what never was, or was not measured again.
    Row far = row.in("group" + Distance.FAR);
    assertThat(Change.between(before, with(List.of(far), List.of())).isWorse()).isFalse();
    assertThat(Change.between(with(List.of(failed), List.of()), before).isWorse()).isFalse();
    assertThat(Change.between(before, Map.of()).isWorse()).isFalse();
  }

  @Test
  void curvesAreComparedRateByRate() {
    List<Curve> curves = Results.of("kernel", 7, 1).curves();
    Curve other = of("PIPELINED", curves.get(1));
    Change.Comparison less =
        Change.between(with(List.of(), List.of(other)), with(List.of(), curves));
    assertThat(less.lost()).containsExactly("kernel: STEADY, PIPELINED at 100 K/s is gone");
    assertThat(less.curves()).isEmpty();
    Curve c = curves.get(0);
    List<Double> slower = c.latency().stream().map(ns -> 2.5 * ns).toList();
    Curve slow =
        new Curve(
            c.group(),
            c.entrant(),
            c.kind(),
            c.asked(),
            c.achieved(),
            c.percents(),
            slower,
            c.lateness(),
            c.late());
    Change.Comparison moved =
        Change.between(with(List.of(), List.of(c)), with(List.of(), List.of(slow)));
    assertThat(moved.lost()).isEmpty();
    assertThat(moved.curves()).singleElement().asString().startsWith("kernel: STEADY, FUSED at 50");
    assertThat(moved.isWorse()).isFalse();
  }

  private static Curve of(String entrant, Curve c) {
    return new Curve(
        c.group(),
        entrant,
        c.kind(),
        c.asked(),
        c.achieved(),
        c.percents(),
        c.latency(),
        c.lateness(),
        c.late());
  }

  /** Where a sweep ends is a matter of chance, and where it begins one of the run's length. */
  @Test
  void aSweepThatBeginsOrEndsAtAnotherRateHasLostNothing() {
    List<Curve> curves = Results.of("kernel", 7, 1).curves();
    List<Curve> slow = curves.subList(0, 1);
    List<Curve> fast = curves.subList(1, 2);
    Change.Comparison later = Change.between(with(List.of(), curves), with(List.of(), fast));
    assertThat(later.lost()).isEmpty();
    assertThat(later.curves()).isEmpty();
    Change.Comparison sooner = Change.between(with(List.of(), curves), with(List.of(), slow));
    assertThat(sooner.lost()).isEmpty();
    assertThat(sooner.isWorse()).isFalse();
    assertThat(sooner.curves())
        .containsExactly("kernel: STEADY, FUSED: the last rate 100 K/s -> 50.0 K/s");
    // Of an entrant that answers at no rate any more all are gone, whoever else is asked.
    Change.Comparison gone =
        Change.between(
            with(List.of(), curves), with(List.of(), List.of(of("PIPELINED", slow.get(0)))));
    assertThat(gone.lost())
        .containsExactly(
            "kernel: STEADY, FUSED at 50.0 K/s is gone",
            "kernel: STEADY, FUSED at 100 K/s is gone");
  }

  private static int compare(Path folder, String before, String now) {
    return new CommandLine(new CompareRuns())
        .execute(folder.resolve(before).toString(), folder.resolve(now).toString());
  }
}
