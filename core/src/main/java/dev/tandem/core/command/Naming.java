package dev.tandem.core.command;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What a symbol or a currency is called, and the decimals in which its numbers are written. The
 * kernel counts in ticks, lots and units; this is for those who write and read text.
 *
 * <p>A price of {@code p} ticks is written as {@code p / 10^decimals}, {@code q} lots as {@code q /
 * 10^quantityDecimals}, and {@code a} units of a currency as {@code a / 10^decimals}.
 *
 * @param name 1 to 24 of A to Z, 0 to 9, {@code . - / _}, at least one of them a letter, for
 *     numbers name symbols too; empty for a symbol that is known by its number only
 * @param decimals of a price, or of an amount of the currency, 0 to 18
 * @param quantityDecimals of a quantity, 0 to 18; 0 for a currency
 */
public record Naming(String name, int decimals, int quantityDecimals) {

  /** No name and no decimals. */
  public static final Naming NONE = new Naming("", 0, 0);

  /** Characters of the longest name. */
  public static final int MAX_LENGTH = 24;

  /** The most decimals: a long has 18 digits that may all be any. */
  public static final int MAX_DECIMALS = 18;

  /** Words of {@link #word}. */
  public static final int WORDS = 4;

  private static final int NAME_WORDS = MAX_LENGTH / Long.BYTES;

  /**
   * @throws IllegalArgumentException if the name has no place in a record: it is longer than 24, or
   *     has characters above 255
   */
  public Naming {
    Objects.requireNonNull(name, "name");
    if (name.length() > MAX_LENGTH || name.chars().anyMatch(c -> c > 0xff)) {
      throw new IllegalArgumentException(
          "name '" + name + "', expected at most " + MAX_LENGTH + " of A-Z, 0-9, . - / _");
    }
  }

  /** As it was written by {@link #word}. */
  public static Naming of(long[] words) {
    byte[] bytes = new byte[MAX_LENGTH];
    int length = 0;
    for (int i = 0; i < MAX_LENGTH; i++) {
      bytes[i] = (byte) (words[i / Long.BYTES] >>> (i % Long.BYTES * Byte.SIZE));
      if (bytes[i] != 0) {
        length = i + 1;
      }
    }
    return new Naming(
        new String(bytes, 0, length, StandardCharsets.ISO_8859_1),
        (int) words[NAME_WORDS],
        (int) (words[NAME_WORDS] >>> 32));
  }

  /**
   * A word of it as written: three of the name, eight characters each, the first lowest and zeros
   * behind the last; then decimals | quantity decimals &lt;&lt; 32.
   */
  public long word(int index) {
    if (index == NAME_WORDS) {
      return (decimals & 0xffff_ffffL) | (long) quantityDecimals << 32;
    }
    long word = 0;
    for (int i = 0; i < Long.BYTES && index * Long.BYTES + i < name.length(); i++) {
      word |= (long) name.charAt(index * Long.BYTES + i) << (i * Byte.SIZE);
    }
    return word;
  }

  /** Whether there is a name. */
  public boolean isNamed() {
    return !name.isEmpty();
  }

  /** Whether a symbol may have it: without a name it has no decimals. */
  boolean isOfSymbol() {
    return isNamed() ? isName(name) && isWithin(decimals) && isWithin(quantityDecimals) : isNone();
  }

  /** Whether a currency may have it. */
  public boolean isOfCurrency() {
    return isName(name) && isWithin(decimals) && quantityDecimals == 0;
  }

  /** Whether it says nothing. */
  boolean isNone() {
    return !isNamed() && (decimals | quantityDecimals) == 0;
  }

  private static boolean isWithin(int decimals) {
    return decimals >= 0 && decimals <= MAX_DECIMALS;
  }

  /** Whether a symbol or a currency may be called so. */
  public static boolean isName(String name) {
    boolean letters = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = c >= 'A' && c <= 'Z';
      letters |= letter;
      if (!letter && !(c >= '0' && c <= '9') && "./-_".indexOf(c) < 0) {
        return false;
      }
    }
    return letters && name.length() <= MAX_LENGTH;
  }
}
