package dev.tandem.jmh.harness;

import dev.tandem.doctor.CpuState;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * For JMH's {@code -prof}: how fast a CPU ran and how far apart the CPUs were, before and after
 * each measured iteration, as two further figures of it. What is measured after one is what is
 * there before the next.
 */
public final class CpuProfiler implements InternalProfiler {

  /** ns of six dependent operations, the mean of before and after. */
  public static final String STEP = "cpu.step";

  /** ns from one CPU to another and back, the longer of before and after; 0 where not known. */
  public static final String ROUND_TRIP = "cpu.roundTrip";

  private static final String UNIT = "ns";

  /** After it the CPUs are measured again before the next iteration. */
  private static final long FRESH_NANOS = 50_000_000;

  private CpuState before;
  private CpuState after;
  private long afterAt;

  @Override
  public String getDescription() {
    return "Speed and distance of the CPUs beside each iteration";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    if (isMeasured(iteration)) {
      boolean fresh = after != null && System.nanoTime() - afterAt < FRESH_NANOS;
      before = fresh ? after : CpuState.now();
    }
  }

  private static boolean isMeasured(IterationParams iteration) {
    return iteration.getType() == IterationType.MEASUREMENT;
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    if (!isMeasured(iteration)) {
      return List.of();
    }
    after = CpuState.now();
    afterAt = System.nanoTime();
    double step = (before.stepNanos() + after.stepNanos()) / 2;
    double roundTrip = Math.max(before.roundTripNanos(), after.roundTripNanos());
    return List.of(
        new ScalarResult(STEP, step, UNIT, AggregationPolicy.AVG),
        new ScalarResult(
            ROUND_TRIP, Double.isNaN(roundTrip) ? 0 : roundTrip, UNIT, AggregationPolicy.AVG));
  }
}
