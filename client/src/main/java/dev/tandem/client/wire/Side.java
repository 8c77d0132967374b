package dev.tandem.client.wire;

/** The side of an order; the ordinal is its code. */
public enum Side {
  BUY,
  SELL;

  private static final Side[] BY_CODE = values();

  /** The code in a message. */
  public int code() {
    return ordinal();
  }

  /**
   * The side with this code.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Side of(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("side code " + code + ", expected 0 (BUY) or 1 (SELL)");
    }
    return BY_CODE[code];
  }
}
