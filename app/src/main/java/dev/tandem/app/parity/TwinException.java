package dev.tandem.app.parity;

/** The exchange in C++ is not there, or has refused a call. */
public final class TwinException extends RuntimeException {

  private static final long serialVersionUID = 1;

  TwinException(String message) {
    super(message);
  }

  TwinException(String message, Throwable cause) {
    super(message, cause);
  }
}
