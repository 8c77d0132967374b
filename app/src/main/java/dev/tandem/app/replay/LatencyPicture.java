package dev.tandem.app.replay;

import dev.tandem.app.output.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Draws a latency distribution with characters: a bar for each doubling. */
final class LatencyPicture {

  private static final int WIDTH = 44;
  private static final double HIDDEN_BELOW = 0.000_05;

  private LatencyPicture() {}

  /** The lines of the picture, the fastest commands first; empty if nothing was timed. */
  static List<String> draw(Histogram histogram) {
    List<String> lines = new ArrayList<>();
    long total = histogram.getTotalCount();
    if (total == 0) {
      return lines;
    }
    long low = floorPowerOfTwo(Math.max(1, histogram.getMinNonZeroValue()));
    long most = 1;
    for (long from = low; from <= histogram.getMaxValue(); from *= 2) {
      most = Math.max(most, count(histogram, from, low));
    }
    double reported = 0;
    for (long from = low; from <= histogram.getMaxValue(); from *= 2) {
      long count = count(histogram, from, low);
      double share = count / (double) total;
      reported += share;
      if (share >= HIDDEN_BELOW) {
        int bar = (int) Math.max(1, Math.round((double) count * WIDTH / most));
        lines.add(
            String.format(
                Locale.ROOT,
                "  < %8s | %-" + WIDTH + "s %6.2f %%  (%.2f %% so far)",
                Figures.duration(from * 2),
                "#".repeat(bar),
                share * 100,
                Math.min(100, reported * 100)));
      }
    }
    return lines;
  }

  private static long count(Histogram histogram, long from, long low) {
    long highest = histogram.getHighestTrackableValue();
    return histogram.getCountBetweenValues(from == low ? 0 : from, Math.min(highest, from * 2 - 1));
  }

  private static long floorPowerOfTwo(long value) {
    return Long.highestOneBit(value);
  }
}
