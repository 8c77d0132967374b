package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Spread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** On runs that are drawn from the kept one, of a short run's rounds. */
class PooledTest {

  private static final int SEEDS = 100;

  /** One comparison in twenty may err, so of a hundred alone more than five may by chance. */
  private static final int MANY = 1_000;

  private static final String WHOLE = "the whole run";

  private static Map<String, Result> kept;

  @TempDir private Path folder;

  @BeforeAll
  static void read() throws Exception {
    kept = ParityRun.read(Path.of("..", "docs", "benchmarks", "kept"));
    // A short run has none.
    kept.remove("originals");
  }

  /** How often each was surely worse, and anything at all by an empty name. */
  private static Map<String, Integer> found(ToDoubleBiFunction<String, Row> slower) {
    return found(SEEDS, slower);
  }

  private static Map<String, Integer> found(int seeds, ToDoubleBiFunction<String, Row> slower) {
    Map<String, Integer> found = new TreeMap<>();
    for (int seed = 0; seed < seeds; seed++) {
      Random random = new Random(seed);
      Map<String, Result> before = MadeRun.of(kept, random, (subject, row) -> 1);
      Pooled pooled = Pooled.between(before, MadeRun.of(kept, random, slower));
      found.merge("", pooled.isWorse() ? 1 : 0, Integer::sum);
      for (Pooled.Judged judged : pooled.all()) {
        found.merge(
            judged.name(), judged.state() == Pooled.State.SURELY_WORSE ? 1 : 0, Integer::sum);
      }
    }
    return found;
  }

  @Test
  void tenPercentOfAllOfOursAreFound() {
    Map<String, Integer> found = found((subject, row) -> row.kind() == Row.Kind.JAVA ? 1.1 : 1);
    assertThat(found.get(WHOLE)).isGreaterThanOrEqualTo(95);
    assertThat(found.get("hash")).isGreaterThanOrEqualTo(95);
  }

  @Test
  void noiseAloneIsNotCalledWorse() {
    assertThat(found(MANY, (subject, row) -> 1).get("")).isLessThanOrEqualTo(MANY / 20);
  }

  @Test
  void aMachineThatIsSlowerForAllIsNotCalledWorse() {
    assertThat(found(MANY, (subject, row) -> 1.2).get("")).isLessThanOrEqualTo(MANY / 20);
  }

  @Test
  void whatIsFasterIsNotCalledWorse() {
    assertThat(found((subject, row) -> row.kind() == Row.Kind.JAVA ? 0.9 : 1).get(""))
        .isLessThanOrEqualTo(1);
  }

  /**
   * The subject that was slowed is named, and no other one is for that. Rounds of loggers lie far
   * apart, so of them less is not seen for certain.
   */
  @Test
  void oneSubjectThatIsSlowedAloneIsNamed() {
    for (Map.Entry<String, Double> slow : Map.of("hash", 1.1, "logger", 1.5).entrySet()) {
      Map<String, Integer> found =
          found(
              (subject, row) ->
                  subject.equals(slow.getKey()) && row.kind() == Row.Kind.JAVA
                      ? slow.getValue()
                      : 1);
      assertThat(found.get(slow.getKey())).isGreaterThanOrEqualTo(95);
      found.forEach(
          (name, times) -> {
            if (!List.of(slow.getKey(), WHOLE, "").contains(name)) {
              assertThat(times).as(name).isLessThanOrEqualTo(5);
            }
          });
    }
  }

  /**
   * Two short runs, by the command line: no figure of three rounds is sure, but all of them are.
   */
  @Test
  void theCommandLineEndsWithOneForASlowerRun() throws Exception {
    Random random = new Random(7);
    write("before", MadeRun.of(kept, random, (subject, row) -> 1));
    Map<String, Result> before = ParityRun.read(folder.resolve("before"));
    Map<String, Result> slower =
        MadeRun.of(kept, random, (subject, row) -> row.kind() == Row.Kind.JAVA ? 1.1 : 1);
    assertThat(Change.between(before, slower).isWorse()).isFalse();
    write("slower", slower);
    write("alike", MadeRun.of(kept, random, (subject, row) -> 1));
    assertThat(compare("before", "slower")).isEqualTo(1);
    assertThat(compare("before", "alike")).isZero();
  }

  private void write(String name, Map<String, Result> run) throws Exception {
    for (Result result : run.values()) {
      result.write(folder.resolve(name).resolve(result.subject() + ".json"));
    }
  }

  private int compare(String before, String now) {
    return new CommandLine(new CompareRuns())
        .execute(folder.resolve(before).toString(), folder.resolve(now).toString());
  }

  @Test
  void whatIsNotJudgedIsNamedWithTheReason() {
    List<String> lines = Pooled.between(kept, kept).lines();
    assertThat(lines)
        .contains("stages: ours against the others: not judged, one process measured all of it")
        .anyMatch(
            line ->
                line.matches(
                    "wal: ours against the others: not judged, processes of ours: 1, of others: \\d+;"
                        + " too few to be sure"))
        .anyMatch(line -> line.matches("calls: .* not judged, processes of ours: 0, of .*"));
    assertThat(lines.get(lines.size() - 1))
        .matches(
            "the whole run: ours against the others: \\+0\\.0 % \\(\\+0\\.0 % to \\+0\\.0 %\\), \\d+"
                + " processes and \\d+; ours .*");
  }

  /** A result of some flows, each entrant's time as it is given. */
  private static Map<String, Result> made(
      String subject, boolean times, List<Double> ours, List<Double> others) {
    List<Row> rows = new ArrayList<>();
    for (int group = 0; group < 10; group++) {
      for (int i = 0; i < ours.size(); i++) {
        rows.add(row("flow " + group, "OURS_" + i, Row.Kind.JAVA, times, ours.get(i)));
      }
      for (int i = 0; i < others.size(); i++) {
        rows.add(row("flow " + group, "PEER_" + i, Row.Kind.PEER, times, others.get(i)));
      }
    }
    return Results.bySubject(
        Results.now(
            new Result.About(subject, "t", Map.of(), List.of()),
            Results.fitness(Verdict.QUIET),
            rows,
            List.of(),
            Map.of()));
  }

  private static Row row(String group, String who, Row.Kind kind, boolean times, double time) {
    double figure = times ? time : 1 / time;
    Spread spread = new Spread(figure, figure, figure);
    return Row.of(group, who, kind, times ? "ns" : "M/s", times, 3, spread, Map.of());
  }

  /** A throughput that fell is a time that rose; both sides' own changes are told. */
  @Test
  void whatIsWorseIsPositive() {
    List<Double> one = List.of(1.0, 1.0, 1.0, 1.0, 1.0);
    List<Double> slow = List.of(1.2, 1.21, 1.22, 1.23, 1.24);
    List<Double> fast = List.of(0.98, 0.99, 1.0, 1.01, 1.02);
    for (boolean times : new boolean[] {true, false}) {
      Pooled pooled =
          Pooled.between(made("kernel", times, one, one), made("kernel", times, slow, fast));
      assertThat(pooled.lines())
          .containsExactly(
              "WORSE  kernel: ours against the others: +22.0 % (+18.8 % to +25.3 %), 5 processes"
                  + " and 5; ours +22.0 %, the others +0.0 %; as far by chance 0.40 times in 100");
      assertThat(pooled.whole()).isNull();
      assertThat(
              Pooled.between(made("kernel", times, slow, fast), made("kernel", times, one, one))
                  .isWorse())
          .isFalse();
    }
  }

  /** Ten figures of one slow process are one witness, not ten. */
  @Test
  void figuresOfOneProcessAreCountedOnce() {
    List<Double> one = List.of(1.0, 1.0, 1.0, 1.0, 1.0);
    Pooled pooled =
        Pooled.between(
            made("kernel", true, one, one),
            made(
                "kernel",
                true,
                List.of(1.5, 1.01, 0.99, 1.0, 1.02),
                List.of(0.98, 1.0, 1.01, 1.03, 0.99)));
    assertThat(pooled.isWorse()).isFalse();
    assertThat(pooled.subjects()).singleElement().matches(j -> j.ours() == 5 && j.others() == 5);
    // Where each figure has processes of its own, each is a witness.
    Pooled hashes = Pooled.between(made("hash", true, one, one), made("hash", true, one, one));
    assertThat(hashes.subjects()).singleElement().matches(j -> j.ours() == 50 && j.others() == 50);
  }

  /** What is told from elsewhere never changes, and so is no witness of the machine. */
  @Test
  void whatIsClaimedIsNoControl() throws Exception {
    Path file = Path.of("..", "docs", "benchmarks", "kept", "originals.json");
    Result originals = Result.read(file);
    long claimed =
        originals.rows().stream().filter(row -> row.entrant().startsWith(Claims.CLAIMED)).count();
    assertThat(claimed).isPositive();
    assertThat(originals.rows().stream().filter(Processes::isMeasured))
        .hasSize(originals.rows().size() - (int) claimed);
    long others =
        originals.rows().stream()
            .filter(row -> row.kind() != Row.Kind.JAVA && !row.entrant().startsWith(Claims.CLAIMED))
            .map(Row::entrant)
            .distinct()
            .count();
    Map<String, Result> run = Map.of("originals", originals);
    assertThat(Pooled.between(run, run).subjects())
        .singleElement()
        .matches(judged -> judged.others() == others);
  }

  /** A process that scatters by more than all others is on one side of them half of the time. */
  @Test
  void fewOfOursAreNotJudgedHoweverManyOthersThereAre() {
    List<Double> three = List.of(1.0, 1.0, 1.0);
    List<Double> many = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      many.add(1 + i / 1_000.0);
    }
    Pooled pooled =
        Pooled.between(
            made("kernel", true, three, many), made("kernel", true, List.of(2.0, 2.1, 2.2), many));
    assertThat(pooled.isWorse()).isFalse();
    assertThat(pooled.subjects())
        .singleElement()
        .matches(judged -> judged.state() == Pooled.State.NOT_JUDGED);
  }
}
