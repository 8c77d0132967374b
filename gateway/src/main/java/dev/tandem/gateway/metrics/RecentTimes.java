package dev.tandem.gateway.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Times of the last 15 to 30 seconds, as a summary for Prometheus, and how many there were since
 * the start. A meter's timer with percentiles takes longer to note one than an order takes in the
 * kernel; this takes some nanoseconds, because one thread alone writes and reads it: the event
 * loop.
 */
public final class RecentTimes implements Collector {

  /** The percentiles that are published. */
  public static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9);

  private static final long PART_NS = TimeUnit.SECONDS.toNanos(15);
  private static final long LONGEST_NS = TimeUnit.HOURS.toNanos(1);
  private static final int DIGITS = 2;
  private static final double NANOS = 1e9;

  private final String name;
  private final String help;
  private final Histogram all = histogram();
  private Histogram part = histogram();
  private Histogram before = histogram();
  private long sinceNs;
  private long count;
  private long sumNs;

  /**
   * Times of one kind.
   *
   * @param name of the summary, with its unit, seconds
   * @param nowNs by {@link System#nanoTime}, as all times here
   */
  public RecentTimes(String name, String help, long nowNs) {
    this.name = name;
    this.help = help;
    sinceNs = nowNs;
  }

  private static Histogram histogram() {
    return new Histogram(LONGEST_NS, DIGITS);
  }

  /** Notes a time from one moment to another; of more than an hour, an hour. */
  public void record(long beganNs, long endedNs) {
    turn(endedNs);
    long ns = Math.clamp(endedNs - beganNs, 0, LONGEST_NS);
    part.recordValue(ns);
    count++;
    sumNs += ns;
  }

  private void turn(long nowNs) {
    if (nowNs - sinceNs < PART_NS) {
      return;
    }
    Histogram oldest = before;
    before = part;
    part = oldest;
    part.reset();
    if (nowNs - sinceNs >= 2 * PART_NS) {
      before.reset();
    }
    sinceNs = nowNs;
  }

  /** Those of the last 15 to 30 seconds, in nanoseconds; good until the next call. */
  public Histogram lately(long nowNs) {
    turn(nowNs);
    all.reset();
    all.add(before);
    all.add(part);
    return all;
  }

  /** A percentile as a share of one, as short as it is written: the label is this number. */
  private static double share(double percentile) {
    return BigDecimal.valueOf(percentile).movePointLeft(2).doubleValue();
  }

  @Override
  public SummarySnapshot collect() {
    Histogram lately = lately(System.nanoTime());
    // As clients of Prometheus do: of no times there are no quantiles, and 0 would be one.
    double unit = lately.getTotalCount() == 0 ? Double.NaN : NANOS;
    Quantile[] quantiles =
        PERCENTILES.stream()
            .map(p -> new Quantile(share(p), lately.getValueAtPercentile(p) / unit))
            .toArray(Quantile[]::new);
    quantiles = Arrays.copyOf(quantiles, quantiles.length + 1);
    quantiles[quantiles.length - 1] = new Quantile(1, lately.getMaxValue() / unit);
    return SummarySnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(
            SummarySnapshot.SummaryDataPointSnapshot.builder()
                .quantiles(Quantiles.of(quantiles))
                .count(count)
                .sum(sumNs / NANOS)
                .build())
        .build();
  }
}
