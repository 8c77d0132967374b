package dev.tandem.wal;

/** Damage that no crash explains: something that was forced to the device is not there any more. */
public final class WalCorruptedException extends WalException {

  private static final long serialVersionUID = 1L;

  private final String segment;
  private final long offset;
  private final long sequence;
  private final String expected;
  private final String found;

  /**
   * @param segment file name of the segment
   * @param offset where in that file, in bytes
   * @param sequence of the record that should be there; -1 if it is not about a record
   */
  public WalCorruptedException(
      String segment, long offset, long sequence, String expected, String found) {
    super(
        segment
            + ": offset "
            + offset
            + ", sequence "
            + sequence
            + ": expected "
            + expected
            + ", found "
            + found);
    this.segment = segment;
    this.offset = offset;
    this.sequence = sequence;
    this.expected = expected;
    this.found = found;
  }

  public String segment() {
    return segment;
  }

  public long offset() {
    return offset;
  }

  public long sequence() {
    return sequence;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }
}
