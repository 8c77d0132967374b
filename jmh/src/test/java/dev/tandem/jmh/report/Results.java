package dev.tandem.jmh.report;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.Interval;
import dev.tandem.doctor.Judgement;
import dev.tandem.doctor.OwnThreads;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Made results. */
final class Results {

  private static final List<Double> PERCENTS = List.of(50.0, 90.0, 95.0, 99.0, 99.9, 99.99);

  private Results() {}

  /** As {@link Result#now}, on a machine that is not asked: that takes threads that spin. */
  static Result now(Result.About about, FitnessReport fitness, List<Row> rows, List<Curve> curves) {
    return new Result(
        Result.SCHEMA,
        about.subject(),
        about.title(),
        "2026-11-28T00:00:00Z",
        "",
        Calls.ofThisProcess(),
        fitness.verdict().toString(),
        fitness.reasons(),
        fitness.changes(),
        new Judgement(Verdict.QUIET, List.of()),
        "AMD, 2 CPUs, Java 25",
        about.entrants(),
        about.notes(),
        rows,
        curves,
        null);
  }

  static FitnessReport fitness(Verdict verdict, String... reasons) {
    Interval interval = new Interval(10, 50, 1, 0, 0, 0, 0, 0, 0, 0, OwnThreads.UNREPORTED, 1, 2);
    return new FitnessReport(verdict, List.of(reasons), List.of(), interval);
  }

  static Result of(String subject, Row... rows) {
    return now(
        new Result.About(subject, "A title", Map.of("FUSED", "one thread"), List.of("A note.")),
        fitness(Verdict.DISTURBED, "others used 9.0 % of the CPU time"),
        List.of(rows),
        List.of());
  }

  /** A result whose rates are all another's times a factor, of so many rounds. */
  static Result of(String subject, long seed, double factor, int rounds) {
    Random random = new Random(seed);
    List<Row> rows = new ArrayList<>();
    for (String group : List.of("STEADY", "SPOT")) {
      for (String entrant : List.of("FUSED", "CPP_FUSED", "EXCHANGE_CORE_YIELDING")) {
        double median = factor * (1 + 1e4 * random.nextDouble());
        List<Double> figures = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
          figures.add(median * (0.98 + 0.04 * i / Math.max(1, rounds - 1)));
        }
        rows.add(
            Row.of(
                    group,
                    entrant,
                    entrant.startsWith("CPP")
                        ? Row.Kind.CPP
                        : entrant.equals("FUSED") ? Row.Kind.JAVA : Row.Kind.PEER,
                    "M commands/s",
                    false,
                    rounds,
                    Spread.of(figures, Double::doubleValue),
                    Map.of())
                .with(new Further().put(Row.CPU, new Spread(108, 117.2, 120))));
      }
    }
    rows.add(Row.failed("SPOT", "PIPELINED", Row.Kind.JAVA, "it died"));
    return of(subject, rows.toArray(Row[]::new));
  }

  static Curve curve(double least, Curve.Early early) {
    List<Double> nanos = List.of(700.0, 1600.0, 3300.0, 7e3, 2e4, 3e5, 4e6);
    List<Row.Range> ranges = nanos.stream().map(ns -> new Row.Range(least, 2 * ns)).toList();
    return new Curve(
        "STEADY",
        "FUSED",
        Row.Kind.JAVA,
        1e6,
        999_999,
        PERCENTS,
        nanos,
        nanos,
        0.011,
        new Curve.Rounds(3, new Row.Range(9e5, 1e6), ranges),
        early);
  }

  static Map<String, Result> bySubject(Result... results) {
    Map<String, Result> map = new LinkedHashMap<>();
    for (Result result : results) {
      map.put(result.subject(), result);
    }
    return map;
  }
}
