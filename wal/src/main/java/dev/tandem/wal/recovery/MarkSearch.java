package dev.tandem.wal.recovery;

import dev.tandem.wal.WalCorruptedException;
import dev.tandem.wal.WalException;
import dev.tandem.wal.format.RecordScanner;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.format.SegmentWindow;
import dev.tandem.wal.storage.SegmentTable;

/** Finds the mark that begins the batch of a record, for a caller that needs it now and then. */
public final class MarkSearch {

  /** The mark of a record that is not kept. */
  public static final long UNKNOWN = -1;

  private final SegmentTable table;

  public MarkSearch(SegmentTable table) {
    this.table = table;
  }

  /**
   * The checksum of the mark that a record stands behind, as it is stored.
   *
   * @param sequence of a record that is written, or of none
   * @return -1 if its segment is not kept
   * @throws WalCorruptedException if the mark, the record or the way to it is damaged
   */
  public long before(long sequence) throws WalException {
    SegmentTable.Entry entry = table.pinFor(sequence);
    long pinned = entry == null ? SegmentTable.NONE_YET : entry.number();
    try {
      if (entry == null || entry.firstSequence() > sequence) {
        return UNKNOWN;
      }
      return within(SegmentImage.map(entry.path(), entry.number()), sequence);
    } catch (InternalError e) {
      throw SegmentWindow.unreadable(entry.path(), e);
    } finally {
      table.unpin(pinned);
    }
  }

  private static long within(SegmentImage image, long sequence) throws WalException {
    RecordScanner places = RecordScanner.of(image);
    int at = SegmentHeader.BYTES;
    int mark = -1;
    while (places.isWholeAt(at)) {
      if (places.isMarkAt(at)) {
        mark = at;
      } else if (places.sequenceAt(at) == sequence) {
        boolean sound = mark >= 0 && places.isMarkValidAt(mark) && places.isValidAt(at, sequence);
        if (!sound) {
          break;
        }
        return Integer.toUnsignedLong(places.storedAt(mark));
      }
      at += places.alignedLengthAt(at);
    }
    throw new WalCorruptedException(
        image.name(), at, sequence, "a way to the record over sound lengths and marks", "none");
  }
}
