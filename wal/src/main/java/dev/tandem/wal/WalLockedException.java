package dev.tandem.wal;

/** Another writer has the directory. */
public final class WalLockedException extends WalException {

  private static final long serialVersionUID = 1L;

  private final long holder;

  public WalLockedException(String message, long holder) {
    super(message);
    this.holder = holder;
  }

  /** Process id of the writer, as it wrote it into the lock file; -1 if that is not known. */
  public long holder() {
    return holder;
  }
}
