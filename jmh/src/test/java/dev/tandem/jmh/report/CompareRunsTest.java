package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Spread;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison as {@code -Pjmh-compare} starts it, on what JMH wrote. */
class CompareRunsTest {

  @TempDir private Path folder;

  /** What ended, and what it said. */
  private record Ended(int code, String said) {

    String last() {
      return said.lines().reduce("", (before, line) -> line);
    }

    /** The line that counts what was judged. */
    String judged() {
      return said.lines().filter(line -> line.contains(" judged: ")).findFirst().orElseThrow();
    }
  }

  @Test
  void aSlowdownOfTenPercentInTheFilesOfJmhIsTold() throws Exception {
    run("before", 1, 22.5, 21.9, 22.3);
    run("now", 0.9, 22.5, 21.9, 22.3);
    Ended worse = start(folder.resolve("before").toString(), folder.resolve("now").toString());
    assertThat(worse.code).isEqualTo(1);
    assertThat(compare("before", "now")).isEqualTo(worse);
    assertThat(worse.said)
        .contains("WORSE   -10.0 %  pipeline: DIAMOND, TANDEM: 22.3 (21.9 to 22.5)");
    Ended better = compare("now", "before");
    assertThat(better.code).isZero();
    assertThat(better.said).contains("better  +11.1 %").doesNotContain("WORSE");
    run("again", 0.9, 22.5, 21.9, 22.3);
    assertThat(compare("now", "again").said)
        .contains("1 of 1 figures agree")
        .doesNotContain("better")
        .doesNotContain("WORSE");
    assertThat(worse.said).contains("0 of 1 figures agree");
  }

  @Test
  void theJvmOfABenchmarkIsTold() throws Exception {
    run("before", 1, 22.5, 21.9, 22.3);
    assertThat(Result.read(folder.resolve("before").resolve("pipeline.json")).notes())
        .containsExactly(
            "DisruptorBenchmark.pass: JMH 1.37, processes: 3, JDK 25.0.3 with -Xmx1g -Da=b.");
  }

  /** What two runs of one commit come to. */
  @Test
  void aLineCountsWhatLiesOutsideOfTheIntervals() throws Exception {
    scattered("before", 1, 1);
    scattered("now", 2, 1);
    // Five and five rounds are apart twice in 252 orders: 12 * 2 / 252 is 0.1.
    assertThat(compare("before", "now").judged())
        .isEqualTo(
            "12 figures were judged: 0 lie outside each other's intervals, the least to the greatest"
                + " round, where 0.1 would by chance were the runs equal; by Holm's correction for"
                + " their number none remains (12 have rounds enough to remain).");
    scattered("now", 2, 0.9);
    assertThat(compare("before", "now").judged())
        .startsWith("12 figures were judged: 1 lies outside each other's intervals,")
        .contains("by Holm's correction for their number 1 remains");
  }

  /** Of three rounds a side, figures that lie outside are told, and that none could remain. */
  @Test
  void theLineSaysHowManyHaveRoundsEnough() throws Exception {
    Results.of("kernel", 1, 1).write(folder.resolve("before").resolve("kernel.json"));
    Results.of("kernel", 1, 0.9).write(folder.resolve("now").resolve("kernel.json"));
    assertThat(compare("before", "now").judged())
        .isEqualTo(
            "6 figures were judged: 6 lie outside each other's intervals, the least to the greatest"
                + " round, where 0.6 would by chance were the runs equal; by Holm's correction for"
                + " their number none remains (0 have rounds enough to remain).");
  }

  /** The last line judges two runs: each figure of both is within the other's interval, or not. */
  @Test
  void theLastLineCountsWhatAgreesWithinThePrintedIntervals() throws Exception {
    scattered("before", 1, 1);
    scattered("now", 2, 0.9);
    Ended ended = compare("before", "now");
    assertThat(ended.last())
        .isEqualTo(
            "11 of 12 figures agree within their printed intervals, the least to the greatest"
                + " round: 1 differs, where 0.1 would by chance were the runs equal.");
    assertThat(ended.said.lines().filter(line -> line.startsWith("differs ")))
        .singleElement(InstanceOfAssertFactories.STRING)
        .matches(
            "differs +kernel: STEADY, CPP_FUSED, M commands/s: [\\d.]+ \\([\\d.]+\u2013[\\d.]+\\)"
                + " -> [\\d.]+ \\([\\d.]+\u2013[\\d.]+\\)");
    assertThat(ended.said)
        .contains("kernel: 11 of 12 figures agree, 1 differ, 0 more print no interval");
    Ended all = compare("before", "now", "--list=all");
    assertThat(all.said.lines().filter(line -> line.startsWith("agrees "))).hasSize(11);
    assertThat(all.code).isEqualTo(ended.code);
  }

  /** Curves, figures beside a row's own and parts of it are held against intervals, too. */
  @Test
  void everyKindOfFigureIsHeldAgainstItsInterval() throws Exception {
    Results.of("kernel", 1, 1).write(folder.resolve("before").resolve("kernel.json"));
    Results.of("kernel", 1, 1).write(folder.resolve("same").resolve("kernel.json"));
    // Six rows with a figure beside each, a curve of three rounds, and one of a single round, with
    // a rate, seven times, the producer's and its share each.
    assertThat(compare("before", "same").last())
        .startsWith("22 of 22 figures agree ")
        .endsWith(
            " Of 10 more a run prints no interval, as of one round, so nothing is told of them.");
    // Other figures, with the same rates.
    Results.of("kernel", 2, 1).write(folder.resolve("now").resolve("kernel.json"));
    Ended ended = compare("before", "now", "--list=all");
    assertThat(ended.said)
        .containsPattern("(?m)^differs +kernel: STEADY, CPP_FUSED, ns a command: ")
        .containsPattern(
            "(?m)^(agrees|differs) +kernel: STEADY, FUSED at 50.0 K/s, P50: \\S+ [nu]s \\(")
        .containsPattern(
            "(?m)^no interval +kernel: STEADY, FUSED at 100 K/s, largest: \\S+ ms \\(one round\\)");
  }

  /** Of one round, or of an older result's curves, nothing is told: that is no agreement. */
  @Test
  void whatHasNoIntervalDoesNotAgreeSilently() throws Exception {
    run("before", 1, 22.5);
    run("now", 0.5, 22.5, 21.9, 22.3);
    assertThat(compare("before", "now").last())
        .isEqualTo(
            "0 of 0 figures agree within their printed intervals, the least to the greatest round: 0"
                + " differ, where 0.0 would by chance were the runs equal. Of 2 more a run prints no"
                + " interval, as of one round, so nothing is told of them.");
    assertThat(compare("before", "now", "--list=all").said)
        .contains("no interval  pipeline: DIAMOND, TANDEM, ops/us: 22.5 (one round) -> 11.2 (11.0");
  }

  /** Hashes and counts have no interval and need none: they are equal, or they differ. */
  @Test
  void hashesMustBeEqual() throws Exception {
    parity("before", "0a1b");
    parity("now", "0a1b");
    parity("other", "0a1c");
    assertThat(compare("before", "now").last()).endsWith(" 6 of 6 hashes and counts are equal.");
    Ended other = compare("before", "other");
    assertThat(other.last()).endsWith(" 5 of 6 hashes and counts are equal.");
    assertThat(other.said)
        .contains("differs      parity: seed 1, Java fused, eventHash: 0a1b -> 0a1c");
  }

  private void parity(String name, String hash) throws Exception {
    String raw =
        """
        {"inputs": [{"input": "seed 1", "commands": 7, "trades": 3, "refusals": 0, "kernels":
          [{"kernel": "Java fused", "eventHash": "%s", "stateHash": "2c", "logHash": "4e"}]}]}
        """
            .formatted(hash);
    Results.now(
            new Result.About("parity", "t", Map.of(), List.of()),
            Results.fitness(Verdict.QUIET),
            List.of(),
            List.of(),
            Result.JSON.readTree(raw))
        .write(folder.resolve(name).resolve("parity.json"));
  }

  /** It would agree with itself in everything. */
  @Test
  void whatWasMeasuredOnceIsNotCompared() throws Exception {
    run("now", 1, 22.5, 21.9, 22.3);
    Ended ended = compare("now", "now");
    assertThat(ended.code).isZero();
    assertThat(ended.said)
        .contains("pipeline: one measurement, in both folders: not compared")
        .contains("0 of 0 figures agree");
  }

  /** What is kept agrees with a run alike, and what it tells no interval of is counted apart. */
  @Test
  void whatIsKeptAgreesWithARunAlike() throws Exception {
    for (Result result : ParityRun.read(Path.of("..", "docs", "benchmarks", "kept")).values()) {
      result.write(folder.resolve("before").resolve(result.subject() + ".json"));
      result.write(folder.resolve("now").resolve(result.subject() + ".json"));
    }
    Ended ended = compare("before", "now");
    assertThat(ended.code).isZero();
    assertThat(ended.last())
        .matches(
            "(\\d{3,}) of \\1 figures agree .*: 0 differ, .* (\\d+) of \\2 hashes .* equal\\.");
    assertThat(ended.said.lines()).noneMatch(line -> line.startsWith("differs"));
  }

  /** Rounds that scatter by two percent, drawn anew in each run: only the slower one is told. */
  @Test
  void oneFigureOfManyThatIsTenPercentSlowerIsListedAlone() throws Exception {
    scattered("before", 1, 1);
    scattered("now", 2, 0.9);
    Ended ended = compare("before", "now");
    assertThat(ended.code).isEqualTo(1);
    assertThat(ended.said.lines().filter(line -> line.startsWith("WORSE")))
        .singleElement(InstanceOfAssertFactories.STRING)
        .matches("WORSE +-(9|1[01])\\.\\d %  kernel: STEADY, CPP_FUSED: .*");
    // Of 252 orders of five and five rounds, 8 are as far apart as 5 % allows: 12 * 8 / 252 is 0.4.
    assertThat(ended.said)
        .doesNotContain("better")
        .contains(
            "11 of 12 figures agree", "Of two equal runs up to 0.4 would not agree, by chance.");
  }

  /** A run of twelve figures of five rounds each; one of them is multiplied by a factor. */
  private void scattered(String name, long seed, double factor) throws Exception {
    Random random = new Random(seed);
    List<Row> rows = new ArrayList<>();
    for (String group : List.of("STEADY", "SPOT", "OTHER")) {
      for (String entrant : List.of("FUSED", "PIPELINED", "CPP_FUSED", "PEER")) {
        boolean slowed = group.equals("STEADY") && entrant.equals("CPP_FUSED");
        List<Double> rounds = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
          rounds.add(10 * (slowed ? factor : 1) * (1 + 0.01 * (2 * random.nextDouble() - 1)));
        }
        rows.add(
            Row.of(
                group,
                entrant,
                Row.Kind.JAVA,
                "M commands/s",
                false,
                rounds.size(),
                Spread.of(rounds, Double::doubleValue),
                Map.of()));
      }
    }
    Results.now(
            new Result.About("kernel", "t", Map.of(), List.of()),
            Results.fitness(Verdict.QUIET),
            rows,
            List.of(),
            Map.of())
        .write(folder.resolve(name).resolve("kernel.json"));
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

  /** Of one process there is one round, and a figure half as good is not told. */
  @Test
  void ofOneProcessNoIntervalIsGiven() throws Exception {
    run("before", 1, 22.5);
    run("now", 0.5, 22.5, 21.9, 22.3);
    Ended ended = compare("before", "now");
    assertThat(ended.code).isZero();
    assertThat(ended.said)
        .doesNotContain("WORSE")
        .contains(
            "pipeline: DIAMOND, TANDEM: too few rounds to tell, 1 and 3; of one round no interval"
                + " can be given");
  }

  /** A subject that failed leaves no file at all. */
  @Test
  void aSubjectThatIsGoneIsWorse() throws Exception {
    run("before", 1, 22.5, 21.9, 22.3);
    run("now", 1, 22.5, 21.9, 22.3);
    Results.of("kernel", 1, 1).write(folder.resolve("before").resolve("kernel.json"));
    Ended ended = compare("before", "now");
    assertThat(ended.code).isEqualTo(1);
    assertThat(ended.said).contains("WORSE  kernel: the whole subject is gone");
  }

  /** One row fails, another is gone; what a short run never has is told, and no more. */
  @Test
  void aRowThatFailedOrIsGoneIsWorse() throws Exception {
    Result before = Results.of("kernel", 1, 1);
    before.write(folder.resolve("before").resolve("kernel.json"));
    before.write(folder.resolve("same").resolve("kernel.json"));
    Results.of("originals", 1, 1).write(folder.resolve("before").resolve("originals.json"));
    Ended same = compare("before", "same");
    assertThat(same.code).isZero();
    assertThat(same.said).contains("worth a look  originals: the whole subject is gone");
    List<Row> rows = new ArrayList<>(before.rows());
    Row failed = rows.get(0);
    rows.set(0, Row.failed(failed.group(), failed.entrant(), failed.kind(), "it died"));
    rows.remove(1);
    Results.now(
            new Result.About("kernel", "t", Map.of(), List.of()),
            Results.fitness(Verdict.QUIET),
            rows,
            before.curves(),
            Map.of())
        .write(folder.resolve("now").resolve("kernel.json"));
    Ended worse = compare("before", "now");
    assertThat(worse.code).isEqualTo(1);
    assertThat(worse.said)
        .contains(
            "WORSE  kernel: STEADY, FUSED failed: it died",
            "WORSE  kernel: STEADY, CPP_FUSED is gone");
  }

  /** A short run after a full one: what it was not asked for is no loss, what failed is. */
  @Test
  void whatARunOfOtherCasesDoesNotMeasureIsNotGone() throws Exception {
    Result full = Results.of("kernel", 1, 1);
    String call = "java -Xmx1g -cp jmh/target/benchmarks.jar dev.tandem.X ";
    full.by(call + "--rounds 7 --seconds 3 --json a/kernel.json")
        .write(folder.resolve("full").resolve("kernel.json"));
    List<Row> rows = new ArrayList<>(full.rows());
    rows.remove(1);
    Result less =
        Results.now(
            new Result.About("kernel", "t", Map.of(), List.of()),
            Results.fitness(Verdict.QUIET),
            rows,
            List.of(),
            Map.of());
    less.by(call + "--rounds 3 --seconds 0.6 --closed-only FUSED --json b/kernel.json")
        .write(folder.resolve("short").resolve("kernel.json"));
    Ended ended = compare("full", "short");
    assertThat(ended.said)
        .contains(
            "not measured by the second run: kernel: 1 figures and 2 curves of the run before, which"
                + " was called with other cases")
        .doesNotContain("WORSE");
    assertThat(ended.code).isZero();
    // With the same cases, however long they were measured, it is a loss.
    less.by(call.replace("1g", "2g") + "--rounds 3 --seconds 0.6")
        .write(folder.resolve("alike").resolve("kernel.json"));
    Ended alike = compare("full", "alike");
    assertThat(alike.code).isEqualTo(1);
    assertThat(alike.said)
        .contains("WORSE  kernel: STEADY, CPP_FUSED is gone", "FUSED at 100 K/s is gone")
        .doesNotContain("not measured");
    rows.set(0, Row.failed("STEADY", "FUSED", Row.Kind.JAVA, "it died"));
    Results.now(
            new Result.About("kernel", "t", Map.of(), List.of()),
            Results.fitness(Verdict.QUIET),
            rows,
            List.of(),
            Map.of())
        .by(call + "--closed-only FUSED")
        .write(folder.resolve("failed").resolve("kernel.json"));
    assertThat(compare("full", "failed").said)
        .contains("WORSE  kernel: STEADY, FUSED failed: it died");
  }

  @Test
  void changedSourcesAreTold() throws Exception {
    run("before", 1, 22.5, 21.9, 22.3);
    run("now", 1, 22.5, 21.9, 22.3);
    Path file = folder.resolve("before").resolve("pipeline.json");
    String json = Files.readString(file);
    assertThat(json).contains("\"commit\" : \"\"");
    Files.writeString(file, json.replace("\"commit\" : \"\"", "\"commit\" : \"5e28d45+\""));
    assertThat(compare("before", "now").said)
        .contains("commit 5e28d45+ (with changes that were not committed), then not known");
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
            .mapToObj(figure -> String.format(Locale.ROOT, "[%.6f]", figure * factor))
            .collect(Collectors.joining(", "));
    Path raw = folder.resolve(name + ".raw.json");
    Files.writeString(
        raw,
        """
        [{"jmhVersion": "1.37", "forks": 2, "jdkVersion": "25.0.3",
          "jvmArgs": ["-Dtandem.jmh.once=/tmp/1", "-Xmx1g", "-Da=b"],
          "benchmark": "dev.tandem.jmh.pipeline.DisruptorBenchmark.pass",
          "mode": "thrpt",
          "params": {"entrant": "TANDEM", "shape": "DIAMOND"},
          "primaryMetric": {"scoreUnit": "ops/us", "rawData": [%s]},
          "secondaryMetrics": {"gc.alloc.rate.norm": {"score": 0.01}}}]
        """
            .formatted(rounds));
    Result.About about = new Result.About("pipeline", "t", Map.of(), List.of());
    JmhResult.read(raw, about, List.of("TANDEM"), false, Results.fitness(Verdict.QUIET))
        .write(folder.resolve(name).resolve("pipeline.json"));
  }

  /** Runs of one second would be one measurement. */
  private void measuredAt(String name, String time) throws IOException {
    Path results = folder.resolve(name);
    if (!Files.isDirectory(results)) {
      return;
    }
    try (Stream<Path> files = Files.list(results)) {
      for (Path file : files.toList()) {
        ObjectNode result = (ObjectNode) Result.JSON.readTree(file.toFile());
        Result.JSON.writeValue(file.toFile(), result.put("time", time));
      }
    }
  }

  /** As {@link #start} does, but in this process: a JVM for each comparison takes longer. */
  private Ended compare(String before, String now, String... options) throws IOException {
    measuredAt(before, "2026-11-28T10:00:00Z");
    measuredAt(now, before.equals(now) ? "2026-11-28T10:00:00Z" : "2026-11-28T11:00:00Z");
    PrintStream usual = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      List<String> arguments = new ArrayList<>(List.of(options));
      arguments.add(folder.resolve(before).toString());
      arguments.add(folder.resolve(now).toString());
      int code = CompareRuns.commandLine().execute(arguments.toArray(new String[0]));
      return new Ended(code, said.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(usual);
    }
  }

  /** A process, as the build starts it. */
  private static Ended start(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path")));
    command.add(CompareRuns.class.getName());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said);
  }
}
