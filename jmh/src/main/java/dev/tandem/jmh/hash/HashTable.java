package dev.tandem.jmh.hash;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Further;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The samples of a comparison. A round's figure is the median of the iterations of its process,
 * which are no samples of their own.
 *
 * @param fitness of the machine meanwhile
 * @param samples of all rounds
 */
record HashTable(FitnessReport fitness, List<HashSample> samples) {

  /** Of each round, in ascending order. */
  private double[] nanos(HashEntrant entrant, int size) {
    return samples.stream()
        .filter(s -> s.entrant() == entrant && s.bytes() == size)
        .mapToDouble(s -> Spread.of(s.nanos(), Double::doubleValue).median())
        .sorted()
        .toArray();
  }

  private double step(HashEntrant entrant, int size) {
    List<Double> steps =
        samples.stream()
            .filter(s -> s.entrant() == entrant && s.bytes() == size)
            .map(s -> Spread.of(s.steps(), Double::doubleValue).median())
            .toList();
    return Spread.of(steps, Double::doubleValue).median();
  }

  private static double median(double[] sorted) {
    int n = sorted.length;
    return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  /** For the report. */
  Result toResult() {
    List<Row> rows = new ArrayList<>();
    Map<String, String> entrants = new LinkedHashMap<>();
    for (int size : samples.stream().mapToInt(HashSample::bytes).distinct().sorted().toArray()) {
      for (HashEntrant entrant : HashEntrant.values()) {
        double[] nanos = nanos(entrant, size);
        if (nanos.length > 0) {
          entrants.put(entrant.who(), entrant.about());
          rows.add(
              Row.of(
                      String.format(Locale.ROOT, "%s of %,d bytes", entrant.function(), size),
                      entrant.who(),
                      entrant.rowKind(),
                      "ns a call",
                      true,
                      nanos.length,
                      new Spread(nanos[0], median(nanos), nanos[nanos.length - 1]),
                      Map.of())
                  .with(
                      new Further()
                          .put(
                              "GB/s",
                              new Spread(
                                  size / nanos[nanos.length - 1],
                                  size / median(nanos),
                                  size / nanos[0])))
                  .withStep(step(entrant, size)));
        }
      }
    }
    return Result.now(
        new Result.About(
            "hash",
            "XXH64 and XXH3 of arrays: Tandem, its Java peers, and the library in C",
            entrants,
            List.of("A round is a process of its own. The C library is called in a loop in C.")),
        fitness,
        rows,
        List.of());
  }
}
