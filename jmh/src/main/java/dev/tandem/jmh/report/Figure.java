package dev.tandem.jmh.report;

import java.util.Locale;

/** Figures as the page and the documents print them: three digits that matter. */
final class Figure {

  private static final double DIGITS = 3;

  private Figure() {}

  /** With thousands set apart; {@code -} for none. */
  static String text(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "-";
    }
    if (value == 0) {
      return "0";
    }
    int whole = (int) Math.floor(Math.log10(Math.abs(value))) + 1;
    int decimals = (int) Math.max(0, Math.min(3, DIGITS - whole));
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** Nanoseconds in the unit that fits. */
  static String nanos(double ns) {
    if (ns < 1e3) {
      return text(ns) + " ns";
    }
    if (ns < 1e6) {
      return text(ns / 1e3) + " us";
    }
    return ns < 1e9 ? text(ns / 1e6) + " ms" : text(ns / 1e9) + " s";
  }

  /** A rate in the unit that fits. */
  static String rate(double perSecond) {
    if (perSecond >= 1e6) {
      return text(perSecond / 1e6) + " M/s";
    }
    return perSecond >= 1e3 ? text(perSecond / 1e3) + " K/s" : text(perSecond) + "/s";
  }
}
