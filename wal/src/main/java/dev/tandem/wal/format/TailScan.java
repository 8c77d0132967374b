package dev.tandem.wal.format;

/**
 * Looks behind a bad place for what still bears this log's checksums: a mark that proves that the
 * place had been synced, or records that are dropped with it. The caller judges whether the place
 * is damaged or the beginning of a torn tail: {@code LogWalk} when a log is opened, {@code
 * WalVerifier} when it is verified.
 */
public final class TailScan {

  private final long expected;
  private String proof = "";
  private long lastSequence = -1;
  private long lastMark = -1;
  private long bytes;

  /**
   * @param expected sequence of the record that should be at the bad place; -1 if not known
   */
  public TailScan(long expected) {
    this.expected = expected;
  }

  /** Looks through a segment from a place on. */
  public void over(SegmentImage image, int from) {
    RecordScanner places = RecordScanner.of(image);
    int end = places.limit() - RecordFormat.HEADER_BYTES;
    int at = from;
    int lastEnd = from;
    while (at <= end) {
      if (places.isZeroAt(at)) {
        at = places.nextNotZero(at);
        continue;
      }
      if (!places.isValidAt(at, expected)) {
        at += Long.BYTES;
        continue;
      }
      boolean mark = places.isMarkAt(at);
      if (mark && places.syncedAt(at) >= Math.max(expected, 0)) {
        proof =
            "but the mark at "
                + image.name()
                + ", offset "
                + at
                + " proves that it was synced up to sequence "
                + places.syncedAt(at);
        return;
      }
      long sequence = places.sequenceAt(at);
      lastSequence = Math.max(lastSequence, mark ? sequence - 1 : sequence);
      lastMark = mark ? sequence : lastMark;
      at += places.alignedLengthAt(at);
      lastEnd = at;
    }
    bytes += lastEnd - from;
  }

  public boolean provesSynced() {
    return !proof.isEmpty();
  }

  public String proof() {
    return proof;
  }

  /**
   * Why what is dropped may have been acknowledged although nothing proves it: a log that syncs
   * only on request has written later batches whole, which follow a torn one only where the machine
   * lost its power. Empty if there is no such doubt.
   *
   * @param place header of the segment with the bad place
   */
  public String doubt(SegmentHeader place) {
    return place.syncsOnRequest() && lastMark >= 0
        ? "batches follow, the last one from sequence "
            + lastMark
            + " on: only a loss of power leaves that, otherwise it is damage"
        : "";
  }

  public boolean foundAny() {
    return bytes > 0;
  }

  /** Highest sequence found; -1 if none. */
  public long lastSequence() {
    return lastSequence;
  }

  /** Bytes from the bad place, and from the beginning of later segments, to the last valid one. */
  public long bytes() {
    return bytes;
  }
}
