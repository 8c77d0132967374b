package dev.tandem.history;

/** The database or the log cannot be used; the message says why. */
public final class HistoryException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** With a cause that the message names already. */
  public HistoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
