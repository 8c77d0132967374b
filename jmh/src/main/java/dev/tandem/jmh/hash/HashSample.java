package dev.tandem.jmh.hash;

import java.util.List;
import org.openjdk.jmh.results.RunResult;

/**
 * What one process gave.
 *
 * @param nanos of a call, one figure for each iteration, in their order
 */
record HashSample(HashEntrant entrant, int bytes, List<Double> nanos) {

  static HashSample of(HashEntrant entrant, int bytes, RunResult result) {
    return new HashSample(
        entrant,
        bytes,
        result.getBenchmarkResults().stream()
            .flatMap(fork -> fork.getIterationResults().stream())
            .map(iteration -> iteration.getPrimaryResult().getScore())
            .toList());
  }
}
