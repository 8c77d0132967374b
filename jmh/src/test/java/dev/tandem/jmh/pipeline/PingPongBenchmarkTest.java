package dev.tandem.jmh.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PingPongBenchmarkTest {

  @ParameterizedTest
  @EnumSource
  void eachPassMakesAllItsRoundTrips(Entrant entrant) throws InterruptedException {
    PingPongBenchmark benchmark = new PingPongBenchmark();
    benchmark.entrant = entrant;
    benchmark.start();
    assertThat(benchmark.pingPong()).isEqualTo(PingPongBenchmark.ROUND_TRIPS);
    assertThat(benchmark.pingPong()).isEqualTo(2 * PingPongBenchmark.ROUND_TRIPS);
    benchmark.stop();
  }
}
