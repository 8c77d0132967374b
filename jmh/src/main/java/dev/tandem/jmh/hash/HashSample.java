package dev.tandem.jmh.hash;

import dev.tandem.jmh.harness.CpuProfiler;
import java.util.List;
import java.util.function.Function;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What one process gave.
 *
 * @param nanos of a call, one figure for each iteration, in their order
 * @param steps how fast the CPU ran beside each, see {@link CpuProfiler#STEP}
 */
record HashSample(HashEntrant entrant, int bytes, List<Double> nanos, List<Double> steps) {

  static HashSample of(HashEntrant entrant, int bytes, RunResult result) {
    return new HashSample(
        entrant,
        bytes,
        all(result, IterationResult::getPrimaryResult),
        all(result, iteration -> iteration.getSecondaryResults().get(CpuProfiler.STEP)));
  }

  private static List<Double> all(RunResult result, Function<IterationResult, Result<?>> figure) {
    return result.getBenchmarkResults().stream()
        .flatMap(fork -> fork.getIterationResults().stream())
        .map(iteration -> figure.apply(iteration).getScore())
        .toList();
  }
}
