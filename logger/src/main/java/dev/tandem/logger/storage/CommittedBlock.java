package dev.tandem.logger.storage;

import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;

/**
 * Committed records side by side, as many as go into one block.
 *
 * @param from offset of the first
 * @param to offset behind the last; {@code from} if there is none
 * @param records how many
 */
public record CommittedBlock(long from, long to, long records) {
  public static final int MOST = 1 << 16;

  static CommittedBlock at(LogSegment segment, long from, long limit) {
    long at = from;
    long records = 0;
    while (at + RecordLayout.HEADER_BYTES <= limit) {
      int length = segment.lengthAcquire(at);
      long end = at + SegmentLayout.alignedLength(length);
      if (length <= 0 || end > limit || (at > from && end - from > MOST)) {
        break;
      }
      at = end;
      records++;
    }
    return new CommittedBlock(from, at, records);
  }

  long length() {
    return to - from;
  }
}
