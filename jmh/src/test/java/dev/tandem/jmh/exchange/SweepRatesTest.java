package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SweepRatesTest {

  private static double[] rates(boolean between, int n) {
    return IntStream.range(0, n).mapToDouble(new SweepRates(50_000, between)::at).toArray();
  }

  @Test
  void aRateIsTwiceTheOneBefore() {
    assertThat(rates(false, 4)).containsExactly(50_000, 100_000, 200_000, 400_000);
  }

  @Test
  void betweenTwoOfThemIsAnother() {
    assertThat(rates(true, 6)).containsExactly(50_000, 75_000, 100_000, 150_000, 200_000, 300_000);
  }
}
