package dev.tandem.core.command;

/** How long an order lives. Commands carry the {@code byte} code, callers use the constant. */
public enum OrderType {
  /** Good till cancelled: what is not filled at once rests in the book. */
  GTC,
  /**
   * Immediate or cancel: what is not filled at once is cancelled. Refused during a call auction.
   */
  IOC;

  /** Code of {@link #GTC}. */
  public static final byte GTC_CODE = 0;

  /** Code of {@link #IOC}. */
  public static final byte IOC_CODE = 1;

  private static final OrderType[] BY_CODE = values();

  /** The code of this type in a command and on disk. */
  public byte code() {
    return (byte) ordinal();
  }

  /**
   * The order type with this code.
   *
   * @throws IllegalArgumentException if no type has it
   */
  public static OrderType of(byte code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("order type code " + code + ", expected 0 (GTC), 1 (IOC)");
    }
    return BY_CODE[code];
  }
}
