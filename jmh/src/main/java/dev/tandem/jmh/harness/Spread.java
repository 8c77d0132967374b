package dev.tandem.jmh.harness;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One figure over several rounds; all NaN if there were none.
 *
 * @param median of an even number of rounds, the middle of the two in the middle
 * @param figures of all rounds, ascending; empty where only the others are known
 */
public record Spread(double lowest, double median, double highest, List<Double> figures) {

  /** Of rounds of which no more is known. */
  public Spread(double lowest, double median, double highest) {
    this(lowest, median, highest, List.of());
  }

  /** Of one figure of all samples. */
  public static <T> Spread of(Collection<T> samples, ToDoubleFunction<T> figure) {
    double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
    int n = sorted.length;
    return n == 0
        ? new Spread(Double.NaN, Double.NaN, Double.NaN)
        : new Spread(
            sorted[0],
            (sorted[(n - 1) / 2] + sorted[n / 2]) / 2,
            sorted[n - 1],
            Arrays.stream(sorted).boxed().toList());
  }
}
