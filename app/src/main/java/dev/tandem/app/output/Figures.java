package dev.tandem.app.output;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Numbers as people write and read them. */
public final class Figures {

  private static final long THOUSAND = 1_000;
  private static final long MILLION = 1_000_000;
  private static final long BILLION = 1_000_000_000;

  private Figures() {}

  /** Reads a number like {@code 250000}, {@code 250_000}, {@code 250k} or {@code 1.5M}. */
  public static final class Count implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      String digits = text.replace("_", "").replace(",", "");
      long unit = 1;
      if (!digits.isEmpty()) {
        unit =
            switch (digits.charAt(digits.length() - 1)) {
              case 'k', 'K' -> THOUSAND;
              case 'm', 'M' -> MILLION;
              default -> 1;
            };
      }
      try {
        if (unit == 1) {
          return Long.parseLong(digits);
        }
        double value = Double.parseDouble(digits.substring(0, digits.length() - 1)) * unit;
        if (value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE) {
          return (long) value;
        }
      } catch (NumberFormatException e) {
        // Answered below, like every other text that is no number.
      }
      throw new TypeConversionException(
          "'" + text + "' is not a number: expected one like 250000, 250_000, 250k or 1.5M");
    }
  }

  /** With a comma for each thousand. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A number and its noun: {@code 1 symbol}, {@code 2 symbols}. */
  public static String count(long value, String noun) {
    return count(value) + " " + noun + (value == 1 ? "" : "s");
  }

  /** A rate with three digits that matter. */
  public static String perSecond(double rate) {
    if (rate >= MILLION) {
      return String.format(Locale.ROOT, "%.2f M/s", rate / MILLION);
    }
    return String.format(Locale.ROOT, "%,.0f/s", rate);
  }

  /** Nanoseconds in the unit that fits. */
  public static String duration(long ns) {
    if (ns < THOUSAND) {
      return ns + " ns";
    }
    if (ns < MILLION) {
      return String.format(Locale.ROOT, "%.1f us", ns / (double) THOUSAND);
    }
    if (ns < BILLION) {
      return String.format(Locale.ROOT, "%.1f ms", ns / (double) MILLION);
    }
    return String.format(Locale.ROOT, "%.2f s", ns / (double) BILLION);
  }
}
