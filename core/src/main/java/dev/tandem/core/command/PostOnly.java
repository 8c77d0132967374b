package dev.tandem.core.command;

/** What becomes of an order that must not take, where it would take as it enters or is moved. */
public enum PostOnly {
  /** An order that would take is refused. */
  REJECT,

  /** It rests one tick from the best price of the other side, or is refused if there is none. */
  SLIDE;

  /** Code of {@link #SLIDE}. */
  public static final int SLIDE_CODE = 2;

  /** The code in {@link Instructions}, in the book and on disk, where 0 says that it may take. */
  public int code() {
    return ordinal() + 1;
  }

  /** Whether a value has this code, or it is 0. */
  public static boolean isKnown(int code) {
    return code >= 0 && code <= SLIDE_CODE;
  }

  /**
   * The value with this code.
   *
   * @throws IllegalArgumentException if none has it
   */
  public static PostOnly of(int code) {
    if (code == 0 || !isKnown(code)) {
      throw new IllegalArgumentException("post only " + code + ", expected 1 or 2");
    }
    return values()[code - 1];
  }
}
