package dev.tandem.jmh.report;

import dev.tandem.jmh.harness.Spread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;

/**
 * Runs that nobody measured: the figures of one that somebody did, each round drawn anew about the
 * median, as widely as its own rounds lay apart. They show what a comparison finds and what not.
 */
final class MadeRun {

  /** The standard deviation of processes of one build, where a run shows none: see method.md. */
  static final double BETWEEN_PROCESSES = 0.04;

  /** By the number of rounds: how many deviations of a normal lie between the ends, on average. */
  private static final double[] ENDS = {0, 0, 1.128, 1.693, 2.059, 2.326, 2.534, 2.704};

  private MadeRun() {}

  /**
   * Draws one.
   *
   * @param slower how many times the time of a subject's row it takes: 1 as it was
   */
  static Map<String, Result> of(
      Map<String, Result> kept, Random random, ToDoubleBiFunction<String, Row> slower) {
    Map<String, Result> made = new LinkedHashMap<>();
    kept.forEach(
        (subject, result) -> {
          Map<String, Double> processes = new HashMap<>();
          List<Row> rows = new ArrayList<>();
          for (Row row : result.rows()) {
            if (row.hasFigure() && row.median() > 0) {
              double process =
                  processes.computeIfAbsent(
                      Processes.of(subject, row), p -> process(subject, random));
              double factor = process * slower.applyAsDouble(subject, row);
              rows.add(row(row, random, row.lessIsBetter() ? factor : 1 / factor));
            }
          }
          made.put(subject, with(result, rows));
        });
    return made;
  }

  /** What all rounds of a process have in common; where a round is one, they say it themselves. */
  private static double process(String subject, Random random) {
    return Processes.isByFigure(subject) ? 1 : Math.exp(BETWEEN_PROCESSES * random.nextGaussian());
  }

  private static Row row(Row row, Random random, double factor) {
    if (!Processes.isMeasured(row)) {
      return row;
    }
    double deviation = deviation(row);
    List<Double> rounds = new ArrayList<>();
    for (int i = 0; i < row.rounds(); i++) {
      rounds.add(row.median() * factor * Math.exp(deviation * random.nextGaussian()));
    }
    Spread spread = Spread.of(rounds, Double::doubleValue);
    Row made =
        Row.of(
            row.group(),
            row.entrant(),
            row.kind(),
            row.unit(),
            row.lessIsBetter(),
            rounds.size(),
            spread,
            Map.of());
    return row.stepNanos() == null ? made : made.withStep(row.stepNanos());
  }

  /** How far a row's rounds scatter, as a share. */
  private static double deviation(Row row) {
    if (row.rounds() < 2 || !(row.lowest() > 0)) {
      return BETWEEN_PROCESSES;
    }
    double ends = ENDS[Math.min(row.rounds(), ENDS.length - 1)];
    return Math.log(row.highest() / row.lowest()) / ends;
  }

  private static Result with(Result r, List<Row> rows) {
    return new Result(
        r.schema(),
        r.subject(),
        r.title(),
        r.time(),
        r.commit(),
        r.command(),
        r.verdict(),
        r.reasons(),
        r.changes(),
        r.outside(),
        r.machine(),
        r.entrants(),
        r.notes(),
        rows,
        List.of(),
        Result.JSON.createObjectNode());
  }
}
