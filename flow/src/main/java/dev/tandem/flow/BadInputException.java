package dev.tandem.flow;

/**
 * An input that cannot be read as what it claims to be. The message is for the person who called
 * the program: {@code file:line: "value", expected what}.
 */
public final class BadInputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Longer values are cut in messages. */
  private static final int SHOWN = 60;

  /** An input that is refused, with the whole message. */
  public BadInputException(String message) {
    super(message);
  }

  /** An input that is refused, with the whole message and what made it fail. */
  public BadInputException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * A value that is not what was expected.
   *
   * @param place {@code file:line}
   * @param what the name of the value
   * @param value the value as it was found
   * @param expected what it should have been
   */
  public static BadInputException of(String place, String what, String value, String expected) {
    return new BadInputException(
        place + ": " + what + " is " + quoted(value) + ", expected " + expected);
  }

  private static String quoted(String value) {
    StringBuilder shown = new StringBuilder("\"");
    for (int i = 0; i < Math.min(value.length(), SHOWN); i++) {
      char c = value.charAt(i);
      shown.append(c < ' ' || c == 127 ? '?' : c);
    }
    return shown.append(value.length() > SHOWN ? "\"..." : "\"").toString();
  }
}
