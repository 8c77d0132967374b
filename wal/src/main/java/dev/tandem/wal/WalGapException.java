package dev.tandem.wal;

/**
 * Records that a reader wants next are not kept any more: its writer has given their segments up.
 * They are lost to this reader; where they were archived, that is the place to get them from.
 */
public final class WalGapException extends WalException {

  private static final long serialVersionUID = 1L;

  private final long wanted;
  private final long first;

  /**
   * @param wanted sequence of the record that was to be read
   * @param first sequence of the oldest record that is kept; -1 if that is not known
   */
  public WalGapException(String log, long wanted, long first) {
    super(
        log
            + ": sequence "
            + wanted
            + " is not kept: the log begins at "
            + (first < 0 ? "a later one" : Long.toString(first)));
    this.wanted = wanted;
    this.first = first;
  }

  /** Sequence of the record that was to be read. */
  public long wanted() {
    return wanted;
  }

  /** Sequence of the oldest record that is kept; -1 if that is not known. */
  public long first() {
    return first;
  }
}
