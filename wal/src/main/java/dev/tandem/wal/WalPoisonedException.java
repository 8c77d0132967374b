package dev.tandem.wal;

/**
 * The log has met an I/O error and has ended for good; the cause says which. Records that were
 * confirmed stay confirmed. The fate of the others is known after the log has been opened again.
 */
public final class WalPoisonedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public WalPoisonedException(Throwable cause) {
    super("the log has failed, open it again to recover: " + cause, cause);
  }
}
