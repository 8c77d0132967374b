package dev.tandem.app.parity;

/** The exchange in C++ is not there, or has refused a call. */
public final class TwinException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** {@code TANDEM_FAILED} of {@code tandem.h}. */
  private static final int FAILED = 5;

  private final int code;

  /** What a call came to, and why. */
  TwinException(int code, String why) {
    super("the exchange in C++ says: " + why + " (" + code + ")");
    this.code = code;
  }

  TwinException(String message) {
    super(message);
    code = 0;
  }

  TwinException(String message, Throwable cause) {
    super(message, cause);
    code = 0;
  }

  /** Whether the exchange was there, and has failed at its work. */
  boolean isFailure() {
    return code == FAILED;
  }
}
