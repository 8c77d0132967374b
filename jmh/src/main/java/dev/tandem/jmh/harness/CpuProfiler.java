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

/**
 * For JMH's {@code -prof}: how fast a CPU ran and how far apart the CPUs were, before and after
 * each iteration, as two further figures of it.
 */
public final class CpuProfiler implements InternalProfiler {

  /** ns of six dependent operations, the mean of before and after. */
  public static final String STEP = "cpu.step";

  /** ns from one CPU to another and back, the longer of before and after; 0 where not known. */
  public static final String ROUND_TRIP = "cpu.roundTrip";

  private static final String UNIT = "ns";

  private CpuState before;

  @Override
  public String getDescription() {
    return "Speed and distance of the CPUs beside each iteration";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = CpuState.now();
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    CpuState after = CpuState.now();
    double step = (before.stepNanos() + after.stepNanos()) / 2;
    double roundTrip = Math.max(before.roundTripNanos(), after.roundTripNanos());
    return List.of(
        new ScalarResult(STEP, step, UNIT, AggregationPolicy.AVG),
        new ScalarResult(
            ROUND_TRIP, Double.isNaN(roundTrip) ? 0 : roundTrip, UNIT, AggregationPolicy.AVG));
  }
}
