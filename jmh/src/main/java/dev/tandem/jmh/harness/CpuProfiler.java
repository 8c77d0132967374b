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
 * For JMH's {@code -prof}: how fast a CPU ran before and after each measured iteration, as a
 * further figure of it. What is measured after one is what is there before the next.
 */
public final class CpuProfiler implements InternalProfiler {

  /** ns of six dependent operations, the mean of before and after. */
  public static final String STEP = "cpu.step";

  private static final String UNIT = "ns";

  /** After it the CPUs are measured again before the next iteration. */
  private static final long FRESH_NANOS = 50_000_000;

  private CpuState before;
  private CpuState after;
  private long afterAt;

  @Override
  public String getDescription() {
    return "Speed of the CPUs beside each iteration";
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
    return List.of(new ScalarResult(STEP, step, UNIT, AggregationPolicy.AVG));
  }
}
