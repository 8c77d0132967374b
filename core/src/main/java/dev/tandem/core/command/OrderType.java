package dev.tandem.core.command;

/**
 * At which price an order trades, FIX's field 40; commands carry it in their {@link OrderTerms}.
 */
public enum OrderType {
  /** At its price or a better one. */
  LIMIT;

  private static final OrderType[] BY_CODE = values();

  /** The code in commands and on disk: the ordinal. */
  public byte code() {
    return (byte) ordinal();
  }

  /** Whether a value has this code. */
  public static boolean isKnown(int code) {
    return code >= 0 && code < BY_CODE.length;
  }
}
