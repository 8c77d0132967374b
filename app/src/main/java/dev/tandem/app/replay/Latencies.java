package dev.tandem.app.replay;

import org.HdrHistogram.Histogram;

/**
 * A latency distribution in nanoseconds.
 *
 * @param samples number of commands timed
 */
public record Latencies(
    long samples, long p50, long p90, long p99, long p999, long p9999, long max) {

  static Latencies of(Histogram h) {
    return new Latencies(
        h.getTotalCount(),
        h.getValueAtPercentile(50),
        h.getValueAtPercentile(90),
        h.getValueAtPercentile(99),
        h.getValueAtPercentile(99.9),
        h.getValueAtPercentile(99.99),
        h.getMaxValue());
  }
}
