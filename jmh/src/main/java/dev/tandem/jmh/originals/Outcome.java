package dev.tandem.jmh.originals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.List;

/**
 * What came of one report, done again.
 *
 * @param rows figures; what is claimed is among them, by entrants that begin with {@code CLAIMED}
 * @param findings a sentence for each claim, which begins with what came of it
 */
record Outcome(List<Row> rows, List<String> findings) {

  /**
   * The rounds of a benchmark of JMH: of each process the median of its iterations, which share
   * what its compiler made.
   */
  static List<Double> processes(JsonNode benchmark) {
    List<Double> rounds = new ArrayList<>();
    for (JsonNode process : benchmark.path("primaryMetric").path("rawData")) {
      List<Double> iterations = new ArrayList<>();
      process.forEach(score -> iterations.add(score.asDouble()));
      rounds.add(Spread.of(iterations, Double::doubleValue).median());
    }
    return rounds;
  }
}
