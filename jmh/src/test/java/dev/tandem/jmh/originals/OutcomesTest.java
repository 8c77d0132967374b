package dev.tandem.jmh.originals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.Interval;
import dev.tandem.doctor.OwnThreads;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.JmhTurns;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Claims;
import dev.tandem.jmh.report.Curve;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import dev.tandem.jmh.report.RustProgram;
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
    Curve near =
        new Curve("STEADY", "PIPELINED_EACH", Row.Kind.JAVA, 1e5, 99_999, PERCENTS, nanos, nanos)
            .with(new Curve.Rounds(3, new Row.Range(1, 2), ranges, ranges, null));
    Curve far =
        new Curve(
            "STEADY" + Distance.FAR,
            "PIPELINED_EACH",
            Row.Kind.JAVA,
            1e5,
            99_999,
            PERCENTS,
            nanos,
            nanos);
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
    outcome = BatchUpdates.of(result(rows.subList(2, 4), List.of(far)));
    assertThat(outcome.findings().get(0)).contains("2.00 M/s (1.80 to 2.20) against 3.00");
  }

  private static Result kernels(double each, double end) {
    List<Double> nanos = List.of(7e3, 1e4, 2e4, 7e4, 1e5, 1e6, 2e6);
    Curve curve =
        new Curve(
            "STEADY", "PIPELINED_EACH", Row.Kind.JAVA, 100_000, 99_999, PERCENTS, nanos, nanos);
    return result(
        List.of(
            row("STEADY", "PIPELINED_EACH", "M commands/s", each, Map.of()),
            row("STEADY", "PIPELINED_BATCH_END", "M commands/s", end, Map.of())),
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
    String group = WalStatistics.AT_CLAIMED_RATE;
    String unit = "us until durable, P50";
    return result(
        List.of(
            row(group, "EXCHANGE_WRITTEN", unit, p50, Map.of("P99 us", p99, "records/s", rate)),
            row(group, "EXCHANGE_SYNCED", unit, synced, Map.of("P99 us", 20.0))),
        List.of());
  }

  @Test
  void claimsOfPlacesAreJudgedByProcesses() throws Exception {
    Outcome outcome = Claiming.of(claims(26, 9));
    Row fetchAdd = Claims.find(outcome.rows(), Claiming.group(4), "FETCH_ADD");
    assertThat(fetchAdd.median()).isEqualTo(26);
    // Processes, not iterations: three of each.
    assertThat(fetchAdd.rounds()).isEqualTo(3);
    assertThat(fetchAdd.lowest()).isEqualTo(17);
    assertThat(fetchAdd.highest()).isEqualTo(35);
    Row claimed = Claims.find(outcome.rows(), Claiming.group(10), "CLAIMED_COMPARE_AND_SET");
    assertThat(claimed.median()).isEqualTo(28);
    assertThat(outcome.findings()).hasSize(4);
    // 25 ns of CAS and 40 of fetch-add: CAS is claimed to be faster with one, two and ten threads.
    outcome = Claiming.of(claims(40, 1));
    assertThat(outcome.findings().get(0)).startsWith("Confirmed: ").contains("with 1 thread fetch");
    assertThat(outcome.findings().get(2))
        .startsWith("Not confirmed: ")
        .contains("with 4 threads", "The order is the other one in every round.");
    // Ranges that overlap confirm nothing.
    assertThat(Claiming.of(claims(26, 9)).findings())
        .allMatch(f -> f.startsWith("Not confirmed: ") && f.contains("overlap"));
  }

  private static JsonNode claims(int fetchAdd, int spread) throws Exception {
    List<String> all = new ArrayList<>();
    for (int threads : new int[] {1, 2, 4, 10}) {
      for (String claim : List.of("FETCH_ADD", "COMPARE_AND_SET")) {
        int base = claim.equals("FETCH_ADD") ? fetchAdd : 25;
        all.add(
            """
            {"benchmark": "x.ClaimBenchmark.threads%02d", "threads": 1,
             "params": {"claim": "%s", "directory": "/var/tmp"},
             "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[%d, %d, %d], [%d, %d, %d], [%d, %d, %d]]}}
            """
                .formatted(
                    threads,
                    claim,
                    // The first iteration of each process is an outlier, which its median leaves
                    // out.
                    9 * base,
                    base,
                    (base - spread),
                    9 * base,
                    (base - spread),
                    1,
                    9 * base,
                    (base + spread),
                    base));
      }
    }
    return new ObjectMapper().readTree("[" + String.join(",", all) + "]");
  }

  @Test
  void theLoopOverSectorsIsHeldAgainstTheReference() throws Exception {
    Outcome outcome = SectorLoops.of(sectors(570, 600));
    // Processes, not iterations.
    assertThat(Claims.find(outcome.rows(), SectorLoops.GROUP, "SECTORS_JAVA").rounds())
        .isEqualTo(3);
    List<String> findings = outcome.findings();
    assertThat(findings).singleElement().asString().startsWith("Confirmed: ");
    assertThat(findings.get(0)).contains("SECTORS_JAVA 570 ns (570 to 570)", "in C 600");
    assertThat(SectorLoops.of(sectors(600, 570)).findings().get(0)).startsWith("Not confirmed: ");
    assertThatThrownBy(() -> SectorLoops.of(new ObjectMapper().readTree("[]")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no figure of REFERENCE_C");
  }

  private static JsonNode sectors(int ours, int reference) throws Exception {
    String form =
        "{\"benchmark\": \"x.SectorBenchmark.%1$s\", \"params\": {\"implementation\": \"JAVA\"},"
            + " \"primaryMetric\": {\"rawData\": [[9000, %2$d, 1], [%2$d], [%2$d, %2$d, 9000]]}}";
    return new ObjectMapper()
        .readTree(
            "["
                + form.formatted("xxh64", ours)
                + ","
                + form.formatted("reference64", reference)
                + "]");
  }

  @Test
  void burstsAreToldAsAWhole() {
    Outcome outcome = Bursts.of(bursts(29, 52));
    Row row = Claims.find(outcome.rows(), Bursts.group(5), "JCTOOLS_SPSC");
    assertThat(row.median()).isEqualTo(2_900);
    Row claimed = Claims.find(outcome.rows(), Bursts.group(20), "CLAIMED_CROSSBEAM");
    assertThat(claimed.median()).isEqualTo(4_711);
    assertThat(claims(outcome))
        .hasSize(3)
        .allMatch(f -> f.startsWith("Confirmed: ") && f.contains("2,900 us"));
    assertThat(claims(Bursts.of(bursts(52, 29))))
        .hasSize(3)
        .allMatch(f -> f.startsWith("Not confirmed: "));
  }

  private static List<String> claims(Outcome outcome) {
    return outcome.findings().stream().filter(Claims::isFinding).toList();
  }

  /**
   * How the lanes stand is said for each number of senders, also where they are the slower ones.
   */
  @Test
  void theLanesAreToldPlainly() {
    List<String> findings = Bursts.of(bursts(29, 20)).findings();
    assertThat(findings.get(1))
        .startsWith(
            "With 1 sender TANDEM_LANES is slower than 2 of 2 queues of others by the medians, than"
                + " 1 of them in every round: 3,000 us (2,700 to 3,300) a burst.");
    assertThat(findings.get(5)).startsWith("With 20 senders TANDEM_LANES is slower than 2 of 2 ");
  }

  /** A claim without a figure beside it says why there is none, and how one is made. */
  @Test
  void whatWasNotRunSaysSoBesideItsClaim() {
    Row claimed =
        Claims.find(Bursts.of(bursts(29, 52)).rows(), Bursts.group(1), "CLAIMED_CROSSBEAM");
    assertThat(claimed.remark()).startsWith("not run here: ").contains(RustProgram.BUILD);
    Result queues = bursts(29, 52);
    List<Row> rows = new ArrayList<>(queues.rows());
    rows.add(peer(row(Bursts.measured(1), "RUST_CROSSBEAM", "ns an order", 40, Map.of())));
    Outcome outcome = Bursts.of(result(rows, List.of()));
    assertThat(Claims.find(outcome.rows(), Bursts.group(1), "RUST_CROSSBEAM").median())
        .isEqualTo(4_000);
    assertThat(Claims.find(outcome.rows(), Bursts.group(1), "CLAIMED_CROSSBEAM").remark()).isNull();
    assertThat(outcome.findings().get(0)).contains("the best shared one, RUST_CROSSBEAM, 4,000");
  }

  /** What is judged by rounds has three of them, each a process or a turn of one. */
  @Test
  void everyStudyHasThreeRoundsAndJmhRunsByTurns() {
    for (Study study : Study.values()) {
      for (boolean quick : new boolean[] {true, false}) {
        List<String> arguments = study.arguments(quick, Path.of("x.json"), null);
        int rounds = Integer.parseInt(arguments.get(arguments.indexOf("--rounds") + 1));
        assertThat(rounds).as("%s", study).isGreaterThanOrEqualTo(3);
        assertThat(arguments).as("%s", study).doesNotContain("org.openjdk.jmh.Main", "-f");
      }
    }
    assertThat(Study.CLAIM.arguments(true, Path.of("x.json"), null))
        .startsWith(JmhTurns.class.getName(), "--rounds", "3");
    assertThat(Study.SECTORS.arguments(false, Path.of("x.json"), null))
        .startsWith(JmhTurns.class.getName(), "--rounds", "5");
    assertThat(Study.BURST.arguments(true, Path.of("x.json"), Path.of("peers")))
        .containsSequence("--rust", "peers");
  }

  /** Two rounds that are apart may be so by chance. */
  @Test
  void tooFewRoundsConfirmNothing() {
    Row less = Row.of("g", "a", Row.Kind.JAVA, "ns", true, 2, new Spread(1, 1, 1), Map.of());
    Row more = Row.of("g", "b", Row.Kind.JAVA, "ns", true, 3, new Spread(9, 9, 9), Map.of());
    assertThat(Claims.below(less, more)).isFalse();
    assertThat(Claims.order(less, more)).startsWith("Rounds: 2 and 3, too few");
  }

  @Test
  void requestsAreToldAsTheComparisonJudgedThem() {
    String group = "Requests";
    List<Row> rows =
        List.of(
            row("REST", "TANDEM_ORDERS", "us of CPU a request", 8, Map.of()),
            row(group, "TANDEM_ORDERS_ALONE", "requests/s", 100, Map.of()),
            Claims.claimed(group, "", "requests/s", 91_000, 317_000, Map.of()));
    Result gateway = result(rows, List.of());
    assertThatThrownBy(() -> Requests.of(gateway)).isInstanceOf(IllegalArgumentException.class);
    String finding = Claims.finding(true, "c", "m", "");
    Outcome outcome = Requests.of(result(rows, List.of(), "A note.", finding));
    assertThat(outcome.findings()).containsExactly(finding);
    assertThat(outcome.rows()).isEqualTo(rows.subList(1, 3));
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
    Interval interval = new Interval(10, 50, 1, 0, 0, 0, 0, 0, 0, 0, OwnThreads.UNTOLD, 1, 2);
    return Result.now(
        new Result.About("s", "t", Map.of(), List.of(notes)),
        new FitnessReport(Verdict.QUIET, List.of(), List.of(), interval),
        rows,
        curves,
        Map.of());
  }
}
