package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.app.output.Figures;
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
}
