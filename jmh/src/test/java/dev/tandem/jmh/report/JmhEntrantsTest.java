package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.book.BookWorkloadBenchmark;
import dev.tandem.jmh.book.OrderBookBenchmark;
import dev.tandem.jmh.harness.Peers;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;

class JmhEntrantsTest {

  private static String[] measured(Class<?> benchmark, String field) throws Exception {
    return benchmark.getField(field).getAnnotation(Param.class).value();
  }

  @Test
  void allThatAreMeasuredAreNamed() throws Exception {
    assertThat(JmhEntrants.of("book").keySet())
        .containsExactlyInAnyOrder(measured(OrderBookBenchmark.class, "engine"));
    assertThat(JmhEntrants.of("workload").keySet())
        .containsExactlyInAnyOrder(measured(BookWorkloadBenchmark.class, "engine"));
  }

  @Test
  void peersAreNamedWithTheirVersions() {
    assertThat(JmhEntrants.of("book").get("EXCHANGE_CORE"))
        .contains("exchange-core " + Peers.version("exchange-core"));
  }
}
