package dev.tandem.wal;

/**
 * How much of a log has to be sound for it to be opened. A torn tail is no damage in any mode.
 *
 * <p>If the file is lost that says which segments there are, {@link #STRICT} and every opening for
 * writing refuse the log until {@link WalRepair} has made the file again. The other modes read the
 * segments that are there, and {@link WalRecoveryReport#doubt} says that others may be missing.
 */
public enum ReadMode {
  /** Every record that is still there is checked; damage to any of them is an error. */
  STRICT,

  /**
   * Segments that lie wholly below the first sequence requested are not read, so damage to them is
   * skipped; damage from there on is an error.
   */
  SKIP_OLDER_SEGMENTS,

  /**
   * As {@link #STRICT}, and the directory is left as it is: no lock is taken, no tail repaired, no
   * record appended.
   */
  READ_ONLY
}
