package dev.tandem.jmh.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.harness.TwinLibrary;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("thorough")
@Timeout(60)
class DisruptorBenchmarkTest {

  static Stream<Arguments> all() {
    return Arrays.stream(Entrant.values())
        .flatMap(
            entrant ->
                Arrays.stream(DisruptorBenchmark.Shape.values())
                    .map(shape -> Arguments.of(entrant, shape)));
  }

  /** Each pass itself compares the sum of each processor with what it returns. */
  @ParameterizedTest
  @MethodSource("all")
  void eachProcessorSeesEachEvent(Entrant entrant, DisruptorBenchmark.Shape shape)
      throws InterruptedException {
    if (entrant == Entrant.CPP) {
      TwinLibrary.assume();
    }
    long producers = shape == DisruptorBenchmark.Shape.THREE_TO_ONE ? 3 : 1;
    long each = DisruptorBenchmark.EVENTS / producers;
    long sum = producers * (each * (each - 1) / 2);
    DisruptorBenchmark benchmark = new DisruptorBenchmark();
    benchmark.entrant = entrant;
    benchmark.shape = shape;
    benchmark.start();
    assertThat(benchmark.pass()).isEqualTo(sum);
    assertThat(benchmark.pass()).isEqualTo(2 * sum);
    benchmark.stop();
  }
}
