package dev.tandem.app.replay;

import java.util.Arrays;

/** A figure of several rounds: the one in the middle, and the two at the ends. */
public record Spread(double median, double min, double max) {

  /**
   * The spread of these, at least one; of an even number the median is between the two in the
   * middle.
   */
  public static Spread of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
