package dev.tandem.wal;

/**
 * Refused by {@link BackpressurePolicy#FAIL}: the writer has fallen behind. Nothing was appended.
 */
public final class WalBacklogException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public WalBacklogException(String message) {
    super(message);
  }
}
