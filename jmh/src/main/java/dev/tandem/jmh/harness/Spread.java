package dev.tandem.jmh.harness;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * One figure over several rounds; all NaN if there were none.
 *
 * @param median of an even number of rounds, the middle of the two in the middle
 */
public record Spread(double lowest, double median, double highest) {

  /** Of one figure of all samples. */
  public static <T> Spread of(Collection<T> samples, ToDoubleFunction<T> figure) {
    double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
    int n = sorted.length;
    return n == 0
        ? new Spread(Double.NaN, Double.NaN, Double.NaN)
        : new Spread(sorted[0], (sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[n - 1]);
  }
}
