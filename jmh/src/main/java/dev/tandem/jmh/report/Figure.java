package dev.tandem.jmh.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Figures as the page and the documents print them: three digits that matter. */
final class Figure {

  private static final int DIGITS = 3;

  /** From here on a figure of three digits is a thousand, which the next unit has one of. */
  private static final double MOST = 999.5;

  private Figure() {}

  /** With thousands set apart; {@code -} for none. */
  static String text(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "-";
    }
    if (value == 0) {
      return "0";
    }
    // As it will be read: 99.96 has as many digits before the point as 100.
    BigDecimal read = new BigDecimal(value).round(new MathContext(DIGITS));
    int whole = read.precision() - read.scale();
    int decimals = Math.max(0, Math.min(DIGITS, DIGITS - whole));
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** From the least to the greatest round, each as a figure is written. */
  static String range(Row.Range range, DoubleFunction<String> text) {
    return text.apply(range.lowest()) + "\u2013" + text.apply(range.highest());
  }

  /** A figure with the range of its rounds, where that is known. */
  static String ranged(double value, Row.Range range) {
    return text(value) + (range == null ? "" : " (" + range(range, Figure::text) + ")");
  }

  /** A row's median with the range of its rounds. */
  static String of(Row row) {
    return row.rounds() == 1
        ? text(row.median()) + " (1 round)"
        : ranged(row.median(), new Row.Range(row.lowest(), row.highest()));
  }

  /** Nanoseconds in the unit that fits. */
  static String nanos(double ns) {
    if (ns < MOST) {
      return text(ns) + " ns";
    }
    if (ns < MOST * 1e3) {
      return text(ns / 1e3) + " us";
    }
    return ns < MOST * 1e6 ? text(ns / 1e6) + " ms" : text(ns / 1e9) + " s";
  }

  /** A rate in the unit that fits. */
  static String rate(double perSecond) {
    if (perSecond >= MOST * 1e3) {
      return text(perSecond / 1e6) + " M/s";
    }
    return perSecond >= MOST ? text(perSecond / 1e3) + " K/s" : text(perSecond) + "/s";
  }
}
