package dev.tandem.wal;

/**
 * An I/O error has ended the log for good; the cause says which. Records that were confirmed stay
 * confirmed. The fate of the others is known after the log has been opened again.
 */
public final class WalPoisonedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public WalPoisonedException(Throwable cause) {
    super("the log has failed, open it again to recover: " + cause, cause);
  }
}
