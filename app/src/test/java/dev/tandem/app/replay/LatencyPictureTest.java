package dev.tandem.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyPictureTest {

  @Test
  void theLatencyPictureHasABarForEachDoublingAndAccountsForEverything() {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(600, 90);
    histogram.recordValueWithCount(1_500, 9);
    histogram.recordValueWithCount(100_000, 1);
    assertThat(LatencyPicture.draw(histogram))
        .hasSize(3)
        .satisfies(
            lines -> {
              assertThat(lines.get(0)).contains("1.0 us", "#".repeat(44), "90.00 %");
              assertThat(lines.get(1)).contains("2.0 us", "9.00 %", "(99.00 % so far)");
              assertThat(lines.get(2)).contains("131.1 us", "1.00 %", "(100.00 % so far)");
            });
    assertThat(LatencyPicture.draw(new Histogram(3))).isEmpty();
  }
}
