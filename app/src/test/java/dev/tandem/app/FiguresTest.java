package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.app.output.Figures;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class FiguresTest {

  @ParameterizedTest
  @CsvSource({"0,0", "250000,250000", "250_000,250000", "250k,250000", "1.5M,1500000", "-3,-3"})
  void readsWhatPeopleWrite(String text, long value) {
    assertThat(new Figures.Count().convert(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "k", "x", "1.5", "1.0000001k", "99999999999999999999", "1e40M"})
  void refusesWhatIsNoNumber(String text) {
    assertThatThrownBy(() -> new Figures.Count().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("expected one like");
  }

  @Test
  void writesWhatPeopleRead() {
    assertThat(Figures.count(1_234_567)).isEqualTo("1,234,567");
    assertThat(Figures.count(1, "symbol")).isEqualTo("1 symbol");
    assertThat(Figures.count(2, "symbol")).isEqualTo("2 symbols");
    assertThat(Figures.perSecond(12_345_678)).isEqualTo("12.35 M/s");
    assertThat(Figures.perSecond(12_345)).isEqualTo("12,345/s");
    assertThat(Figures.duration(999)).isEqualTo("999 ns");
    assertThat(Figures.duration(1_500)).isEqualTo("1.5 us");
    assertThat(Figures.duration(2_500_000)).isEqualTo("2.5 ms");
    assertThat(Figures.duration(3_210_000_000L)).isEqualTo("3.21 s");
  }

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
