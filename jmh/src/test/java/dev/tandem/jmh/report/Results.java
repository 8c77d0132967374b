package dev.tandem.jmh.report;

import dev.tandem.doctor.Fact;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.HostFacts;
import dev.tandem.doctor.Interval;
import dev.tandem.doctor.OwnThreads;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Spread;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Made results. */
final class Results {

  private static final List<Double> PERCENTS = List.of(50.0, 90.0, 95.0, 99.0, 99.9, 99.99);

  /** To ask the machine anew for each result, by threads that spin, would take most of the time. */
  private static final List<Fact> MACHINE = HostFacts.read();

  private Results() {}

  /** As {@link Result#now}, on a machine that was asked once. */
  static Result now(
      Result.About about, FitnessReport fitness, List<Row> rows, List<Curve> curves, Object raw) {
    return new Result(
        Result.SCHEMA,
        about.subject(),
        about.title(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        System.getProperty(Result.COMMIT_PROPERTY, ""),
        Calls.ofThisProcess(),
        fitness.verdict().toString(),
        fitness.reasons(),
        fitness.changes(),
        fitness.outside(),
        MACHINE,
        about.entrants(),
        about.notes(),
        rows,
        curves,
        Result.JSON.valueToTree(raw));
  }

  static FitnessReport fitness(Verdict verdict, String... reasons) {
    Interval interval = new Interval(10, 50, 1, 0, 0, 0, 0, 0, 0, 0, OwnThreads.UNTOLD, 1, 2);
    return new FitnessReport(verdict, List.of(reasons), List.of(), interval);
  }

  /** A result whose figures are all another's times a factor. */
  static Result of(String subject, long seed, double factor) {
    Random random = new Random(seed);
    List<Row> rows = new ArrayList<>();
    for (String group : List.of("STEADY", "SPOT <&>")) {
      for (String entrant : List.of("FUSED", "CPP_FUSED", "EXCHANGE_CORE_YIELDING")) {
        double median = factor * (1 + 1e4 * random.nextDouble());
        rows.add(
            Row.of(
                    group,
                    entrant,
                    entrant.startsWith("CPP")
                        ? Row.Kind.CPP
                        : entrant.equals("FUSED") ? Row.Kind.JAVA : Row.Kind.PEER,
                    "M commands/s",
                    false,
                    3,
                    new Spread(median * 0.98, median, median * 1.02),
                    Map.of())
                .with(
                    new Further()
                        .put(
                            "ns a command",
                            new Spread(980 / median, 1e3 / median, 1030 / median))));
      }
    }
    rows.add(Row.failed("SPOT <&>", "PIPELINED", Row.Kind.JAVA, "it \"died\" </script>"));
    List<Curve> curves = new ArrayList<>();
    for (double rate : new double[] {50_000, 100_000}) {
      Curve curve =
          new Curve(
              "STEADY",
              "FUSED",
              Row.Kind.JAVA,
              rate,
              rate - 1,
              PERCENTS,
              times(random, 700.0, 1600.0, 3300.0, 7e3, 2e4, 3e5, 4e6),
              times(random, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0),
              random.nextDouble());
      curves.add(rate == 50_000 ? ofThreeRounds(curve) : curve.ofOneRound());
    }
    return now(
        new Result.About(subject, "A title", Map.of("FUSED", "one thread"), List.of("A note.")),
        fitness(Verdict.DISTURBED, "others used 9.0 % of the CPU time"),
        rows,
        curves,
        Map.of());
  }

  /** The same with ranges, each another one. */
  static Curve ofThreeRounds(Curve c) {
    return c.with(
        new Curve.Rounds(
            3,
            range(c.achieved(), 1),
            ranges(c.latency()),
            ranges(c.lateness()),
            range(c.late(), 2)));
  }

  private static List<Row.Range> ranges(List<Double> figures) {
    return IntStream.range(0, figures.size()).mapToObj(i -> range(figures.get(i), i + 3)).toList();
  }

  private static Row.Range range(double figure, int wide) {
    return new Row.Range(figure * (1 - 0.01 * wide), figure * (1 + 0.02 * wide));
  }

  /** Each of the times, lengthened by less than its half: no two are alike, and none is round. */
  private static List<Double> times(Random random, double... nanos) {
    return Arrays.stream(nanos).mapToObj(ns -> ns * (1 + random.nextDouble() / 2)).toList();
  }

  static Map<String, Result> bySubject(Result... results) {
    Map<String, Result> map = new LinkedHashMap<>();
    for (Result result : results) {
      map.put(result.subject(), result);
    }
    return map;
  }
}
