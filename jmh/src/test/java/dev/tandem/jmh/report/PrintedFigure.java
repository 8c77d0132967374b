package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Map;

/**
 * A figure as a reader of the page takes it: a number of so many decimals, and a unit. Knows
 * nothing of how the page was written.
 */
record PrintedFigure(BigDecimal number, double unit) {

  private static final Map<String, Double> UNITS =
      Map.of("", 1.0, "ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "/s", 1.0, "K/s", 1e3, "M/s", 1e6);

  private static final int LEAST_DIGITS = 3;

  static PrintedFigure read(String text) {
    int end = 0;
    while (end < text.length() && "0123456789,.".indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    String unit = text.substring(end).strip();
    assertThat(UNITS).as("unit of %s", text).containsKey(unit);
    return new PrintedFigure(
        new BigDecimal(text.substring(0, end).replace(",", "")), UNITS.get(unit));
  }

  /** Fails unless this is what three digits tell of a value, rounded to the nearest. */
  static void assertTells(String place, String text, double value) {
    PrintedFigure printed = read(text);
    BigDecimal scaled = new BigDecimal(value / printed.unit);
    int decimals = printed.number.scale();
    BigDecimal half = new BigDecimal("0.5000001").movePointLeft(decimals);
    assertThat(printed.number.subtract(scaled).abs())
        .as("%s: %s for %s", place, text, value)
        .isLessThanOrEqualTo(half);
    boolean hasDigits = printed.number.precision() >= LEAST_DIGITS || decimals >= LEAST_DIGITS;
    assertThat(hasDigits || value == 0).as("%s: digits of %s for %s", place, text, value).isTrue();
  }
}
