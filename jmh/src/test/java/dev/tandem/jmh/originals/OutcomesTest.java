package dev.tandem.jmh.originals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.Interval;
import dev.tandem.doctor.OwnThreads;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Claims;
import dev.tandem.jmh.report.Curve;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Claims are judged by what was measured, both ways, and stand beside it. */
class OutcomesTest {

  private static final List<Double> PERCENTS = List.of(50.0, 90.0, 95.0, 99.0, 99.9, 99.99);

  @Test
  void publishingEachPaysWhereTheRangesAreApart() {
    Outcome pays = BatchUpdates.of(kernels(8, 6));
    assertThat(pays.findings()).singleElement().asString().startsWith("Confirmed: ");
    assertThat(pays.findings().get(0)).contains("8.00 M/s (7.20 to 8.80) against 6.00");
    assertThat(BatchUpdates.of(kernels(6.2, 6)).findings().get(0)).startsWith("Not confirmed: ");
    assertThat(BatchUpdates.of(kernels(6, 8)).findings().get(0)).startsWith("Not confirmed: ");
    Row latency =
        Claims.find(pays.rows(), "Batch sequence updates, answers at 100,000/s", "PIPELINED_EACH");
    assertThat(latency.median()).isEqualTo(7);
    assertThat(latency.others()).containsEntry("P99 us", 70.0);
  }

  /** Far rounds of an entrant stood in one table with its near ones, under the same name. */
  @Test
  void farRoundsOfPublishingStandApartWithTheirRanges() {
    List<Double> nanos = List.of(7e3, 1e4, 2e4, 7e4, 1e5, 1e6, 2e6);
    List<Row.Range> ranges = nanos.stream().map(ns -> new Row.Range(ns * 0.5, ns * 2)).toList();
    Curve near = curve("STEADY", nanos, 3, ranges);
    Curve far = curve("STEADY" + Distance.FAR, nanos, 1, ranges);
    List<Row> rows = new ArrayList<>(kernels(8, 6).rows());
    kernels(2, 3).rows().forEach(row -> rows.add(row.in(row.group() + Distance.FAR)));
    Outcome outcome = BatchUpdates.of(result(rows, List.of(near, far)));
    assertThat(outcome.rows().stream().map(r -> r.group() + "/" + r.entrant()))
        .doesNotHaveDuplicates();
    assertThat(outcome.findings().get(0)).startsWith("Confirmed: ").contains("8.00 M/s");
    assertThat(
            Claims.find(outcome.rows(), BatchUpdates.GROUP + Distance.FAR, "PIPELINED_EACH")
                .median())
        .isEqualTo(2);
    String answers = "Batch sequence updates, answers at 100,000/s";
    Row three = Claims.find(outcome.rows(), answers, "PIPELINED_EACH");
    assertThat(three.rounds()).isEqualTo(3);
    assertThat(List.of(three.lowest(), three.median(), three.highest()))
        .containsExactly(3.5, 7.0, 14.0);
    assertThat(three.ranges()).containsEntry("P99 us", new Row.Range(35, 140));
    assertThat(Claims.find(outcome.rows(), answers + Distance.FAR, "PIPELINED_EACH").rounds())
        .isEqualTo(1);
    // Where all rounds were far, they are what is judged.
    outcome = BatchUpdates.of(result(rows.subList(3, rows.size()), List.of(far)));
    assertThat(outcome.findings().get(0)).contains("2.00 M/s (1.80 to 2.20) against 3.00");
  }

  private static Curve curve(String group, List<Double> nanos, int rounds, List<Row.Range> ranges) {
    return new Curve(
        group,
        "PIPELINED_EACH",
        Row.Kind.JAVA,
        1e5,
        99_999,
        PERCENTS,
        nanos,
        nanos,
        0,
        new Curve.Rounds(rounds, new Row.Range(1, 2), ranges),
        null);
  }

  private static Result kernels(double each, double end) {
    List<Double> nanos = List.of(7e3, 1e4, 2e4, 7e4, 1e5, 1e6, 2e6);
    Curve curve =
        curve("STEADY", nanos, 1, nanos.stream().map(ns -> new Row.Range(ns, ns)).toList());
    return result(
        List.of(
            row("STEADY", "PIPELINED_EACH", "M commands/s", each, Map.of()),
            row("STEADY", "PIPELINED_BATCH_END", "M commands/s", end, Map.of()),
            row("STEADY at 100000/s", "PIPELINED_EACH", Row.CPU, 900, Map.of())),
        List.of(curve));
  }

  @Test
  void theLogIsJudgedAtBothLevels() {
    List<String> findings = WalStatistics.of(wal(35_790, 12, 130, 400)).findings();
    assertThat(findings).hasSize(3);
    assertThat(findings.get(0)).startsWith("Confirmed: ").contains("35,790 orders/s");
    assertThat(findings.get(1)).startsWith("Confirmed: ").contains("P50 12.0 us, P99 130.0 us");
    assertThat(findings.get(2)).startsWith("Not confirmed: ").contains("P50 400.0 us");
    findings = WalStatistics.of(wal(20_000, 12, 140, 10)).findings();
    assertThat(findings.get(0)).startsWith("Not confirmed: ");
    assertThat(findings.get(1)).startsWith("Not confirmed: ");
    assertThat(findings.get(2)).startsWith("Confirmed: ");
  }

  private static Result wal(double rate, double p50, double p99, double synced) {
    return result(
        List.of(),
        List.of(
            answers("FUSED_WRITTEN", rate, p50, p99), answers("FUSED_SYNCED", rate, synced, 20)));
  }

  private static Curve answers(String entrant, double rate, double p50, double p99) {
    List<Double> nanos =
        List.of(p50 * 1e3, p50 * 1e3, p50 * 1e3, p99 * 1e3, p99 * 1e3, p99 * 1e3, p99 * 1e3);
    return new Curve(
        "STEADY",
        entrant,
        Row.Kind.JAVA,
        WalStatistics.RATE,
        rate,
        PERCENTS,
        nanos,
        nanos,
        0,
        new Curve.Rounds(
            3, new Row.Range(rate, rate), nanos.stream().map(ns -> new Row.Range(ns, ns)).toList()),
        null);
  }

  @Test
  void burstsAreReportedAsAWhole() {
    Outcome outcome = Bursts.of(bursts(29, 52));
    Row row = Claims.find(outcome.rows(), Bursts.group(5), "JCTOOLS_SPSC");
    assertThat(row.median()).isEqualTo(2_900);
    Row claimed = Claims.find(outcome.rows(), Bursts.group(20), "CLAIMED_JCTOOLS_MPSC");
    assertThat(claimed.median()).isEqualTo(7_246);
    assertThat(claims(outcome))
        .hasSize(3)
        .allMatch(f -> f.startsWith("Confirmed: ") && f.contains("2,900 us"));
    assertThat(claims(Bursts.of(bursts(52, 29))))
        .hasSize(3)
        .allMatch(f -> f.startsWith("Not confirmed: "));
  }

  private static List<String> claims(Outcome outcome) {
    return outcome.findings().stream().filter(f -> f.contains("onfirmed: ")).toList();
  }

  /**
   * How the lanes stand is said for each number of senders, also where they are the slower ones.
   */
  @Test
  void theLanesAreStatedPlainly() {
    List<String> findings = Bursts.of(bursts(29, 20)).findings();
    assertThat(findings.get(1))
        .startsWith(
            "With 1 sender TANDEM_LANES is slower than 2 of 2 queues of others by the medians, than"
                + " 1 of them in every round: 3,000 us (2,700 to 3,300) a burst.");
    assertThat(findings.get(5)).startsWith("With 20 senders TANDEM_LANES is slower than 2 of 2 ");
  }

  /** What is judged by rounds has three of them, each a process or a turn of one. */
  @Test
  void everyStudyHasThreeRounds() {
    for (Study study : Study.values()) {
      for (boolean quick : new boolean[] {true, false}) {
        List<String> arguments = study.arguments(quick, Path.of("x.json"));
        int rounds = Integer.parseInt(arguments.get(arguments.indexOf("--rounds") + 1));
        assertThat(rounds).as("%s", study).isGreaterThanOrEqualTo(3);
      }
    }
  }

  /** Two rounds that are apart may be so by chance. */
  @Test
  void tooFewRoundsConfirmNothing() {
    Row less = Row.of("g", "a", Row.Kind.JAVA, "ns", true, 2, new Spread(1, 1, 1), Map.of());
    Row more = Row.of("g", "b", Row.Kind.JAVA, "ns", true, 3, new Spread(9, 9, 9), Map.of());
    assertThat(Claims.below(less, more)).isFalse();
    assertThat(Claims.order(less, more)).startsWith("Rounds: 2 and 3, too few");
  }

  private static Result bursts(double sharded, double shared) {
    List<Row> rows = new ArrayList<>();
    for (int senders : new int[] {1, 5, 20}) {
      String group = Bursts.measured(senders);
      rows.add(row(group, "TANDEM_LANES", "ns an order", 30, Map.of()));
      rows.add(peer(row(group, "JCTOOLS_SPSC", "ns an order", sharded, Map.of())));
      rows.add(peer(row(group, "JCTOOLS_MPSC", "ns an order", shared, Map.of())));
    }
    return result(rows, List.of());
  }

  private static Row peer(Row r) {
    return Row.of(
        r.group(),
        r.entrant(),
        Row.Kind.PEER,
        r.unit(),
        r.lessIsBetter(),
        r.rounds(),
        new Spread(r.lowest(), r.median(), r.highest()),
        r.others());
  }

  private static Row row(
      String group, String entrant, String unit, double median, Map<String, Double> others) {
    return Row.of(
        group,
        entrant,
        Row.Kind.JAVA,
        unit,
        !unit.endsWith("/s"),
        3,
        new Spread(median * 0.9, median, median * 1.1),
        others);
  }

  private static Result result(List<Row> rows, List<Curve> curves, String... notes) {
    Interval interval = new Interval(10, 50, 1, 0, 0, 0, 0, 0, 0, 0, OwnThreads.UNREPORTED, 1, 2);
    return Result.now(
        new Result.About("s", "t", Map.of(), List.of(notes)),
        new FitnessReport(Verdict.QUIET, List.of(), List.of(), interval),
        rows,
        curves);
  }
}
