package dev.tandem.wal;

/**
 * A record was not confirmed within the limit. It is still in flight: {@link
 * Confirmations#isConfirmed} says what became of it, and a later wait may succeed.
 */
public final class ConfirmTimeoutException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long sequence;
  private final Durability level;
  private final long written;
  private final long synced;

  public ConfirmTimeoutException(
      long sequence, Durability level, long limitNs, long written, long synced) {
    super(
        "sequence "
            + sequence
            + " is not "
            + level
            + " after "
            + limitNs / 1_000
            + " us: written up to "
            + written
            + ", synced up to "
            + synced);
    this.sequence = sequence;
    this.level = level;
    this.written = written;
    this.synced = synced;
  }

  public long sequence() {
    return sequence;
  }

  public Durability level() {
    return level;
  }

  /** Highest sequence that was written when the limit had passed; -1 if none. */
  public long written() {
    return written;
  }

  /** Highest sequence that was synced when the limit had passed; -1 if none. */
  public long synced() {
    return synced;
  }
}
