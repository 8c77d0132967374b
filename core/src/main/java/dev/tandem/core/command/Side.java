package dev.tandem.core.command;

/** The side of an order. Commands carry the {@code byte} code, callers use the constant. */
public enum Side {
  BUY,
  SELL;

  /** Code of {@link #BUY} in a command, in an event record and on disk. */
  public static final byte BUY_CODE = 0;

  /** Code of {@link #SELL} in a command, in an event record and on disk. */
  public static final byte SELL_CODE = 1;

  /** Code of both sides, of a {@link CommandType#MASS_CANCEL}; no order has it. */
  public static final byte BOTH_CODE = 2;

  private static final Side[] BY_CODE = values();

  /** The code of this side: {@link #BUY_CODE} or {@link #SELL_CODE}. */
  public byte code() {
    return (byte) ordinal();
  }

  /**
   * The side with this code.
   *
   * @throws IllegalArgumentException if no side has it
   */
  public static Side of(byte code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("side code " + code + ", expected 0 (BUY) or 1 (SELL)");
    }
    return BY_CODE[code];
  }
}
