package dev.tandem.jmh.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.harness.TwinLibrary;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class PingPongBenchmarkTest {

  static Stream<Arguments> all() {
    return Arrays.stream(Entrant.values())
        .flatMap(
            entrant ->
                Arrays.stream(PingPongBenchmark.Waiting.values())
                    .map(waiting -> Arguments.of(entrant, waiting)));
  }

  private static PingPongBenchmark started(Entrant entrant, PingPongBenchmark.Waiting waiting) {
    if (entrant == Entrant.CPP) {
      TwinLibrary.assume();
    }
    PingPongBenchmark benchmark = new PingPongBenchmark();
    benchmark.entrant = entrant;
    benchmark.waiting = waiting;
    benchmark.start();
    return benchmark;
  }

  /**
   * The rings in Java have a single producer: with assertions, as here, they refuse a second thread
   * that sends.
   */
  @ParameterizedTest
  @MethodSource("all")
  void eachPassMakesAllItsRoundTrips(Entrant entrant, PingPongBenchmark.Waiting waiting)
      throws InterruptedException {
    PingPongBenchmark benchmark = started(entrant, waiting);
    assertThat(benchmark.pingPong()).isEqualTo(PingPongBenchmark.ROUND_TRIPS);
    assertThat(benchmark.pingPong()).isEqualTo(2 * PingPongBenchmark.ROUND_TRIPS);
    benchmark.stop();
  }

  @ParameterizedTest
  @MethodSource("all")
  void itEndsBeforeAPass(Entrant entrant, PingPongBenchmark.Waiting waiting)
      throws InterruptedException {
    started(entrant, waiting).stop();
  }
}
