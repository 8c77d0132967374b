package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * By how much some changes are greater than others, and how often they would be so by chance:
 * several pairs of samples, of which each is compared within itself, by the ranks.
 *
 * @param estimate the shift of Hodges and Lehmann: the median of all differences within a pair,
 *     those of a greater pair for less each, as in the test
 * @param lowest end of its interval, of {@link #INTERVAL}; infinite if there are too few
 * @param highest end of the same
 * @param chance how often it would be as great or greater, were both drawn alike
 */
record Shift(double estimate, double lowest, double highest, double chance) {

  /** How often the interval holds the shift. */
  static final double INTERVAL = 0.95;

  /** Of a normal distribution so many deviations on each side hold that share. */
  private static final double DEVIATIONS = 1.959964;

  private static final double TAIL = (1 - INTERVAL) / 2;

  /** Changes of two sides, measured beside each other. */
  record Pair(List<Double> ours, List<Double> others) {

    /** The least chance that so many can give, that of two sides wholly apart. */
    double leastChance() {
      return Change.chance(ours.size(), others.size()) / 2;
    }

    /** In how many pairs of one and another ours is the greater; equal ones count as half. */
    private double greater() {
      return ours.stream().mapToDouble(this::above).sum();
    }

    private double above(double one) {
      return others.stream().mapToDouble(o -> half(one, o)).sum();
    }

    private double below(double other) {
      return ours.stream().mapToDouble(o -> half(o, other)).sum();
    }

    private static double half(double one, double other) {
      return (1 + Math.signum(one - other)) / 2;
    }

    private double expected() {
      return ours.size() * others.size() / 2.0;
    }

    /** By van Elteren: a pair of great samples has more differences, each for less. */
    private double weight() {
      return 1.0 / (ours.size() + others.size() + 1);
    }

    /**
     * The variance of {@link #greater}: what ranks drawn alike have, or what the placements of each
     * side in the other show, if that is more, as where the smaller side scatters by more.
     */
    private double variance() {
      double alike = ours.size() * others.size() / 12.0 / weight();
      double shown =
          ours.size() * variance(ours.stream().map(this::above).toList())
              + others.size() * variance(others.stream().map(this::below).toList());
      return Math.max(alike, shown);
    }

    private static double variance(List<Double> of) {
      double mean = of.stream().mapToDouble(x -> x).average().orElseThrow();
      return of.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum() / (of.size() - 1);
    }
  }

  /** A difference and what it counts for. */
  private record Difference(double value, double weight) {}

  /** Of one pair, exactly: the test of Mann and Whitney. */
  static Shift of(Pair pair) {
    int n = pair.ours.size();
    int m = pair.others.size();
    // Half a pair more is against ours, not for it.
    double chance = RankSum.oneSided(n, m, Math.ceil(n * m - pair.greater()));
    double cut = RankSum.greatestPairs(n, m, TAIL);
    return of(List.of(pair), chance, cut < 0 ? -1 : cut * pair.weight());
  }

  /** Of several at once, each with two or more on both sides: the chance is that of a normal. */
  static Shift of(List<Pair> pairs) {
    double greater = 0;
    double variance = 0;
    double expected = 0;
    for (Pair pair : pairs) {
      greater += pair.weight() * pair.greater();
      expected += pair.weight() * pair.expected();
      variance += pair.weight() * pair.weight() * pair.variance();
    }
    double deviation = Math.sqrt(variance);
    return of(pairs, tail((greater - expected) / deviation), expected - DEVIATIONS * deviation);
  }

  /**
   * @param cut how much weight of the differences lies outside of the interval at each end; less
   *     than none if there is no interval
   */
  private static Shift of(List<Pair> pairs, double chance, double cut) {
    List<Difference> differences = new ArrayList<>();
    for (Pair pair : pairs) {
      for (double one : pair.ours) {
        pair.others.forEach(o -> differences.add(new Difference(one - o, pair.weight())));
      }
    }
    differences.sort(Comparator.comparingDouble(Difference::value));
    double half = differences.stream().mapToDouble(Difference::weight).sum() / 2;
    double low = cut < 0 ? Double.NEGATIVE_INFINITY : after(differences, cut);
    double middle = after(differences, half);
    List<Difference> down = differences.reversed();
    double high = cut < 0 ? Double.POSITIVE_INFINITY : after(down, cut);
    return new Shift((middle + after(down, half)) / 2, low, high, chance);
  }

  /** The first difference before which there is at least so much weight with it. */
  private static double after(List<Difference> inOrder, double weight) {
    double sum = 0;
    for (Difference difference : inOrder) {
      sum += difference.weight;
      // Sums of the same weights in another order differ in their last digits.
      if (sum > weight * (1 + 1e-9)) {
        return difference.value;
      }
    }
    return inOrder.get(inOrder.size() - 1).value;
  }

  /** How often a normal figure is so many deviations above its mean, or more. */
  static double tail(double deviations) {
    // The integral of the density to where nothing is left of it, by Simpson's rule.
    double far = 12;
    if (deviations >= far) {
      return 0;
    }
    if (deviations < 0) {
      return 1 - tail(-deviations);
    }
    int steps = 600;
    double step = (far - deviations) / steps;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double x = deviations + i * step;
      int times = i == 0 || i == steps ? 1 : i % 2 == 0 ? 2 : 4;
      sum += times * Math.exp(-x * x / 2);
    }
    return sum * step / 3 / Math.sqrt(2 * Math.PI);
  }
}
