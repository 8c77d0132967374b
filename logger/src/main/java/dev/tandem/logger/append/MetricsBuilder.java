package dev.tandem.logger.append;

import dev.tandem.logger.LogMetrics;
import java.util.Arrays;

/** Collects the figures of a store from where they are kept. */
public final class MetricsBuilder {
  public long claims;
  public long definitions;
  public long bytes;
  public long[] drops;
  public long rotations;
  public long holes;
  public long abandoned;
  public long sealerLag;
  public long sealerBacklog;
  public long deleted;
  public long segmentFailures;
  public long failures;

  public LogMetrics build() {
    return new LogMetrics(
        Math.max(0, claims - definitions - abandoned),
        bytes,
        Arrays.stream(drops).boxed().toList(),
        rotations,
        holes,
        abandoned,
        sealerLag,
        sealerBacklog,
        deleted,
        segmentFailures,
        failures);
  }
}
