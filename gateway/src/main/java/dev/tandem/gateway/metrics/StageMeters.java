package dev.tandem.gateway.metrics;

import dev.tandem.core.api.StageTimings;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * How long each stage of the kernel has worked on each command, since the start, as the histogram
 * {@code tandem_stage_seconds}. Any thread.
 */
public final class StageMeters implements Collector {

  private static final double[] BOUNDS = {
    1e-7, 2.5e-7, 5e-7, 1e-6, 2.5e-6, 5e-6, 1e-5, 2.5e-5, 5e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1
  };

  private static final double NANOS = 1e9;

  private final StageTimings timings;
  private final Map<String, Histogram> stages = new LinkedHashMap<>();

  /** Nobody else takes these timings. */
  public StageMeters(StageTimings timings) {
    this.timings = timings;
  }

  /**
   * The times of one stage, in nanoseconds.
   *
   * @param count commands
   */
  public record Times(long count, long p50, long p99, long highest) {}

  private void take() {
    timings
        .take()
        .forEach(
            (stage, since) ->
                stages.merge(
                    stage,
                    since,
                    (all, more) -> {
                      all.add(more);
                      return all;
                    }));
  }

  /** By stage, in the order of the kernel. */
  public synchronized Map<String, Times> times() {
    take();
    Map<String, Times> times = new LinkedHashMap<>();
    stages.forEach(
        (stage, all) ->
            times.put(
                stage,
                new Times(
                    all.getTotalCount(),
                    all.getValueAtPercentile(50),
                    all.getValueAtPercentile(99),
                    all.getMaxValue())));
    return times;
  }

  @Override
  public synchronized HistogramSnapshot collect() {
    take();
    HistogramSnapshot.Builder snapshot =
        HistogramSnapshot.builder()
            .name("tandem_stage_seconds")
            .help("How long a stage of the kernel works on a command");
    stages.forEach(
        (stage, all) ->
            snapshot.dataPoint(
                HistogramSnapshot.HistogramDataPointSnapshot.builder()
                    .classicHistogramBuckets(buckets(all))
                    .sum(all.getTotalCount() == 0 ? 0 : all.getMean() * all.getTotalCount() / NANOS)
                    .labels(Labels.of("stage", stage))
                    .build()));
    return snapshot.build();
  }

  private static ClassicHistogramBuckets buckets(Histogram all) {
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    long before = 0;
    for (double bound : BOUNDS) {
      long upTo = all.getCountBetweenValues(0, Math.round(bound * NANOS));
      buckets.bucket(bound, upTo - before);
      before = upTo;
    }
    return buckets.bucket(Double.POSITIVE_INFINITY, all.getTotalCount() - before).build();
  }
}
