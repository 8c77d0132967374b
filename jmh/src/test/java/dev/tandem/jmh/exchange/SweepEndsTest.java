package dev.tandem.jmh.exchange;

import static dev.tandem.jmh.exchange.KernelEntrant.EXCHANGE_CORE_YIELDING;
import static dev.tandem.jmh.exchange.KernelEntrant.FUSED;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class SweepEndsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final SweepEnds ends = new SweepEnds();

  private static JsonNode answer(double rate, long p50) {
    var answer = JSON.createObjectNode().put("rate", rate);
    answer.putArray("latency").add(p50).add(3 * p50);
    return answer;
  }

  /** As measured: 11 ms at 100,000/s of an exchange that answers in 3 ms at 400,000/s. */
  @Test
  void oneSlowRateThatIsCarriedEndsNothing() {
    ends.add(EXCHANGE_CORE_YIELDING, 1e5, answer(1e5, 11_182_079));
    assertThat(ends.hasEnded(EXCHANGE_CORE_YIELDING)).isFalse();
    ends.add(EXCHANGE_CORE_YIELDING, 2e5, answer(2e5, 3_000_000));
    ends.add(EXCHANGE_CORE_YIELDING, 4e5, answer(4e5, 12_000_000));
    assertThat(ends.hasEnded(EXCHANGE_CORE_YIELDING)).isFalse();
    ends.add(EXCHANGE_CORE_YIELDING, 8e5, answer(8e5, 12_000_000));
    assertThat(ends.hasEnded(EXCHANGE_CORE_YIELDING)).isTrue();
    assertThat(ends.hasEnded(FUSED)).isFalse();
  }

  @Test
  void aSlowRateThatIsNotCarriedEndsTheSweep() {
    ends.add(FUSED, 6.4e6, answer(6e6, 9_999_999));
    assertThat(ends.hasEnded(FUSED)).isFalse();
    ends.add(FUSED, 12.8e6, answer(6.8e6, 180_000_000));
    assertThat(ends.hasEnded(FUSED)).isTrue();
  }

  @Test
  void aFailureEndsTheSweep() {
    ends.add(FUSED, 1e5, JSON.createObjectNode().put("error", "it died"));
    assertThat(ends.hasEnded(FUSED)).isTrue();
  }
}
