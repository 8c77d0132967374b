package dev.tandem.jmh.report;

import java.util.Collection;

/**
 * How wide a text of a chart may get, in the chart's units: the page is written before a browser
 * measures it. It is that of the wide letters of common fonts, at the size that charts have on a
 * phone, so that nothing is cut anywhere.
 */
final class TextWidth {

  /** Of a letter on a phone: capitals, digits and what is as wide. */
  private static final double WIDE = 10.2;

  private static final double NARROW = 10;
  private static final double THIN = 5;

  private TextWidth() {}

  static double of(String text) {
    return text.chars()
        .mapToDouble(
            c ->
                " ,.;:()il|'".indexOf(c) >= 0
                    ? THIN
                    : Character.isLowerCase(c) || Character.isDigit(c) ? NARROW : WIDE)
        .sum();
  }

  /** Of the widest, rounded up; at least some. */
  static int ofWidest(Collection<String> texts, int least) {
    double most = texts.stream().mapToDouble(TextWidth::of).max().orElse(0);
    return Math.max(least, (int) Math.ceil(most));
  }
}
