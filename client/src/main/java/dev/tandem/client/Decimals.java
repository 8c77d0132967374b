package dev.tandem.client;

/**
 * Prices, quantities and amounts as decimals: a text and the whole number of ticks, lots or units
 * that it is, exactly. With {@code d} decimals the number {@code n} is the text of {@code n /
 * 10^d}.
 */
public final class Decimals {

  /** The most decimals that a symbol or a currency has. */
  public static final int MOST = 18;

  private static final int RADIX = 10;

  private Decimals() {}

  /**
   * The number that a text is: digits, and a point with digits behind it or none. In front there
   * may be a minus sign and zeros, and behind the point zeros beyond the decimals. An exponent, a
   * plus sign, a blank and anything else is refused.
   *
   * @param decimals 0 to {@link #MOST}
   * @throws NumberFormatException if it is no such text, or the number does not fit 64 bits
   * @throws ArithmeticException if it has other digits than 0 beyond the decimals: it is off the
   *     grid
   */
  public static long parse(CharSequence text, int decimals) {
    check(decimals);
    int length = text.length();
    boolean minus = length > 0 && text.charAt(0) == '-';
    // Negative, for that reaches one further.
    long value = 0;
    int places = -1;
    boolean isOff = false;
    boolean fits = true;
    for (int i = minus ? 1 : 0; i < length; i++) {
      char c = text.charAt(i);
      boolean isInside = i > (minus ? 1 : 0) && i < length - 1;
      if (c == '.' && places < 0 && isInside) {
        places = 0;
      } else if (c < '0' || c > '9') {
        throw malformed(text);
      } else if (places == decimals) {
        isOff |= c != '0';
      } else {
        fits &= value >= (Long.MIN_VALUE + (c - '0')) / RADIX;
        value = value * RADIX - (c - '0');
        places += places < 0 ? 0 : 1;
      }
    }
    if (length == (minus ? 1 : 0)) {
      throw malformed(text);
    }
    if (isOff) {
      throw new ArithmeticException("'" + text + "' has more than " + decimals + " decimals");
    }
    for (int i = Math.max(0, places); i < decimals; i++) {
      fits &= value >= Long.MIN_VALUE / RADIX;
      value *= RADIX;
    }
    if (!fits || (!minus && value == Long.MIN_VALUE)) {
      throw new NumberFormatException("'" + text + "' does not fit 64 bits");
    }
    return minus ? value : -value;
  }

  private static NumberFormatException malformed(CharSequence text) {
    return new NumberFormatException(
        "'" + text + "' is no decimal number, as 100 and 100.25 are: digits, and a point");
  }

  /**
   * The text of a number, with all of its decimals, so {@code 100.50} with two.
   *
   * @param decimals 0 to {@link #MOST}
   */
  public static String text(long number, int decimals) {
    check(decimals);
    if (decimals == 0) {
      return Long.toString(number);
    }
    StringBuilder text = new StringBuilder(Long.toString(number));
    int first = number < 0 ? 1 : 0;
    while (text.length() - first <= decimals) {
      text.insert(first, '0');
    }
    return text.insert(text.length() - decimals, '.').toString();
  }

  private static void check(int decimals) {
    if (decimals < 0 || decimals > MOST) {
      throw new IllegalArgumentException("decimals: " + decimals + ", expected 0 to " + MOST);
    }
  }
}
