package dev.tandem.wal.format;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** What lies at the places of a segment, taken for records or marks. One thread at a time. */
public class RecordScanner {

  /** More records than any tail that was not synced can hold. */
  private static final long LOOK_AHEAD = 1L << 32;

  /** What zeros are compared with: many at a time, since most of a prepared segment is zero. */
  private static final MemorySegment ZEROS =
      MemorySegment.ofBuffer(ByteBuffer.allocateDirect(16 << 10));

  final Checksum checksum = new Checksum();

  /** All that is read of the segment is read here. */
  final SegmentWindow window = new SegmentWindow();

  // Of the segment it looks at.
  int seed;
  int limit;

  /** Turns to a segment. */
  public final void look(ByteBuffer segment, int segmentSeed) {
    window.look(segment);
    seed = segmentSeed;
    limit = segment.capacity();
  }

  public static RecordScanner of(SegmentImage image) {
    RecordScanner places = new RecordScanner();
    places.look(image.bytes(), image.header().seed());
    return places;
  }

  /** Whether something with a plausible length lies wholly within the file. */
  public final boolean isWholeAt(int at) {
    if (limit - at < RecordFormat.HEADER_BYTES) {
      return false;
    }
    int size = lengthAt(at);
    return size >= RecordFormat.HEADER_BYTES
        && size <= limit - at
        && RecordFormat.aligned(size) <= limit - at;
  }

  /** The checksum that something whole should have. */
  public final int sumAt(int at) {
    int end = at + alignedLengthAt(at);
    checksum.begin();
    // Part by part: what only looks like a long record is not to take its length in memory.
    for (int part = at + RecordFormat.LENGTH; part < end; part += SegmentWindow.MOST_BYTES) {
      int partEnd = Math.min(end, part + SegmentWindow.MOST_BYTES);
      int place = window.place(part, partEnd);
      checksum.add(window.bytes(), place, place + partEnd - part);
    }
    return checksum.value() ^ seed;
  }

  /**
   * Whether a valid record or mark is at a place, with a sequence of at least this one, and not far
   * from it.
   *
   * @param least -1 for any
   */
  public final boolean isValidAt(int at, long least) {
    if (!isWholeAt(at)) {
      return false;
    }
    long found = sequenceAt(at);
    if (least >= 0 && (found < least || found - least > LOOK_AHEAD)) {
      return false;
    }
    return sumAt(at) == storedAt(at);
  }

  public final boolean isMarkValidAt(int at) {
    return isWholeAt(at) && isMarkAt(at) && sumAt(at) == storedAt(at);
  }

  public final boolean isMarkAt(int at) {
    byte type = typeAt(at);
    return (type == RecordFormat.BATCH || type == RecordFormat.ROLL || type == RecordFormat.CLOSE)
        && lengthAt(at) == RecordFormat.MARK_BYTES;
  }

  final boolean isZeroAt(int at) {
    return longAt(at) == 0;
  }

  /** The first word that is not zero, from a place on; the limit if there is none. */
  public final int nextNotZero(int at) {
    int place = at;
    while (place < limit) {
      int end = (int) Math.min(limit, place + ZEROS.byteSize());
      int from = window.place(place, end);
      MemorySegment part = MemorySegment.ofBuffer(window.bytes().clear());
      long same = MemorySegment.mismatch(part, from, from + end - place, ZEROS, 0, end - place);
      if (same >= 0) {
        return place + (int) same / Long.BYTES * Long.BYTES;
      }
      place = end;
    }
    return limit;
  }

  public final long sequenceAt(int at) {
    return longAt(at + RecordFormat.TYPE_AND_SEQUENCE) >>> RecordFormat.SEQUENCE_SHIFT;
  }

  /** The checksum that is stored at a place. */
  public final int storedAt(int at) {
    return intAt(at + RecordFormat.CHECKSUM);
  }

  public final byte typeAt(int at) {
    return (byte) longAt(at + RecordFormat.TYPE_AND_SEQUENCE);
  }

  public final int alignedLengthAt(int at) {
    return RecordFormat.aligned(lengthAt(at));
  }

  final int lengthAt(int at) {
    return intAt(at + RecordFormat.LENGTH);
  }

  /** What the mark at a place says was synced before it. */
  final long syncedAt(int at) {
    return longAt(at + RecordFormat.MARK_SYNCED);
  }

  /** The checksum of the mark before the one at a place. */
  final int chainAt(int at) {
    return intAt(at + RecordFormat.MARK_CHAIN);
  }

  final long timestampAt(int at) {
    return longAt(at + RecordFormat.TIMESTAMP);
  }

  private long longAt(int at) {
    int place = window.place(at, at + Long.BYTES);
    return window.bytes().getLong(place);
  }

  private int intAt(int at) {
    int place = window.place(at, at + Integer.BYTES);
    return window.bytes().getInt(place);
  }

  public final int limit() {
    return limit;
  }
}
