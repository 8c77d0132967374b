package dev.tandem.jmh.hash;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Further;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The samples of a comparison; as text, for each function and size the medians over the rounds,
 * their least and greatest, and ratios of the medians. A round's figure is the median of the
 * iterations of its process, which are no samples of their own.
 *
 * @param fitness of the machine meanwhile
 * @param samples of all rounds
 */
record HashTable(FitnessReport fitness, List<HashSample> samples) {

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    Arrays.stream(HashEntrant.values())
        .map(HashEntrant::function)
        .distinct()
        .forEach(function -> append(text, function));
    return text.append(fitness).append(System.lineSeparator()).toString();
  }

  private void append(StringBuilder text, String function) {
    List<HashEntrant> entrants =
        Arrays.stream(HashEntrant.values()).filter(e -> e.function().equals(function)).toList();
    for (int size : samples.stream().mapToInt(HashSample::bytes).distinct().sorted().toArray()) {
      double peer = least(entrants, HashEntrant.Kind.JAVA_PEER, size);
      double reference = least(entrants, HashEntrant.Kind.REFERENCE, size);
      text.append(
          String.format(
              Locale.ROOT,
              "%n%s, %,d bytes%n  %-24s %12s %23s %12s %8s%n",
              function,
              size,
              "ns a call",
              "median",
              "from .. to",
              "x best peer",
              "x C"));
      for (HashEntrant entrant : entrants) {
        double[] nanos = nanos(entrant, size);
        if (nanos.length > 0) {
          text.append(row(entrant, nanos, peer, reference));
        }
      }
    }
    text.append(System.lineSeparator());
  }

  private static String row(HashEntrant entrant, double[] nanos, double peer, double reference) {
    return String.format(
        Locale.ROOT,
        "  %-24s %,12.2f %23s %12s %8s%n",
        entrant.who() + (entrant.kind == HashEntrant.Kind.OURS ? " (tandem)" : ""),
        median(nanos),
        nanos.length == 1
            ? "1 round"
            : String.format(Locale.ROOT, "%,.2f..%,.2f", nanos[0], nanos[nanos.length - 1]),
        ratio(median(nanos), peer),
        ratio(median(nanos), reference));
  }

  private static String ratio(double nanos, double other) {
    return Double.isNaN(other) ? "-" : String.format(Locale.ROOT, "%.2f", nanos / other);
  }

  private double least(List<HashEntrant> entrants, HashEntrant.Kind kind, int size) {
    return entrants.stream()
        .filter(e -> e.kind == kind)
        .mapToDouble(e -> median(nanos(e, size)))
        .filter(median -> !Double.isNaN(median))
        .min()
        .orElse(Double.NaN);
  }

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
        List.of(),
        samples);
  }
}
