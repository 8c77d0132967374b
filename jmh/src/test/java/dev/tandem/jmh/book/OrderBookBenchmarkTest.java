package dev.tandem.jmh.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.tandem.flow.generator.Ids;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/** The book's benchmark warms up on other data than it measures, and checks the trades of both. */
class OrderBookBenchmarkTest {

  @Test
  void warmsUpOnAnotherStream() {
    OrderBookBenchmark benchmark = new OrderBookBenchmark();
    benchmark.engine = Engines.BOOK;
    benchmark.ids = Ids.SHUFFLED;
    benchmark.prepare();

    long warmUp = pass(benchmark, IterationType.WARMUP);
    long measured = pass(benchmark, IterationType.MEASUREMENT);

    assertNotEquals(warmUp, measured);
    assertEquals(warmUp, pass(benchmark, IterationType.WARMUP));
  }

  private static long pass(OrderBookBenchmark benchmark, IterationType type) {
    benchmark.choose(new IterationParams(type, 1, TimeValue.milliseconds(1), 1));
    return benchmark.spot();
  }
}
