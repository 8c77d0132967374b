package dev.tandem.jmh.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlowdownTest {

  @Test
  void itTakesLongerByAtLeastTheShare() {
    long start = System.nanoTime() - 10_000_000;
    Slowdown.since(start, 50);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(15_000_000);
  }
}
