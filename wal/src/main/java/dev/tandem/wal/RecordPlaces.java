package dev.tandem.wal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What lies at the places of a segment, taken for records or marks. One thread at a time. */
class RecordPlaces {

  /** More records than any tail that was not synced can hold. */
  private static final long LOOK_AHEAD = 1L << 32;

  /** What zeros are compared with: many at a time, since most of a prepared segment is zero. */
  private static final MemorySegment ZEROS =
      MemorySegment.ofBuffer(ByteBuffer.allocateDirect(16 << 10));

  final Checksum checksum = new Checksum();

  // Of the segment it looks at.
  ByteBuffer bytes;
  ByteBuffer view;
  int seed;
  int limit;

  /** Turns to a segment. */
  final void look(ByteBuffer segment, int segmentSeed) {
    bytes = segment.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    view = segment.duplicate();
    seed = segmentSeed;
    limit = segment.capacity();
  }

  static RecordPlaces of(SegmentImage image) {
    RecordPlaces places = new RecordPlaces();
    places.look(image.bytes(), image.header().seed());
    return places;
  }

  /** Whether something with a plausible length lies wholly within the file. */
  final boolean isWholeAt(int at) {
    if (limit - at < RecordFormat.HEADER_BYTES) {
      return false;
    }
    int size = bytes.getInt(at + RecordFormat.LENGTH);
    return size >= RecordFormat.HEADER_BYTES
        && size <= limit - at
        && RecordFormat.aligned(size) <= limit - at;
  }

  /** The checksum that something whole should have. */
  final int sumAt(int at) {
    return checksum.of(view, at + RecordFormat.LENGTH, at + alignedLengthAt(at)) ^ seed;
  }

  /**
   * Whether a valid record or mark is at a place, with a sequence of at least this one, and not far
   * from it.
   *
   * @param least -1 for any
   */
  final boolean isValidAt(int at, long least) {
    if (!isWholeAt(at)) {
      return false;
    }
    long found = sequenceAt(at);
    if (least >= 0 && (found < least || found - least > LOOK_AHEAD)) {
      return false;
    }
    return sumAt(at) == bytes.getInt(at);
  }

  final boolean isMarkValidAt(int at) {
    return isWholeAt(at) && isMarkAt(at) && sumAt(at) == bytes.getInt(at);
  }

  final boolean isMarkAt(int at) {
    byte type = typeAt(at);
    return (type == RecordFormat.BATCH || type == RecordFormat.ROLL || type == RecordFormat.CLOSE)
        && bytes.getInt(at + RecordFormat.LENGTH) == RecordFormat.MARK_BYTES;
  }

  final boolean isZeroAt(int at) {
    return bytes.getLong(at) == 0;
  }

  /** The first word that is not zero, from a place on; the limit if there is none. */
  final int nextNotZero(int at) {
    MemorySegment all = MemorySegment.ofBuffer(view.clear());
    int place = at;
    while (place < limit) {
      int end = (int) Math.min(limit, place + ZEROS.byteSize());
      long same = MemorySegment.mismatch(all, place, end, ZEROS, 0, end - place);
      if (same >= 0) {
        return place + (int) same / Long.BYTES * Long.BYTES;
      }
      place = end;
    }
    return limit;
  }

  final long sequenceAt(int at) {
    return bytes.getLong(at + RecordFormat.TYPE_AND_SEQUENCE) >>> RecordFormat.SEQUENCE_SHIFT;
  }

  /** The checksum that is stored at a place. */
  final int storedAt(int at) {
    return bytes.getInt(at + RecordFormat.CHECKSUM);
  }

  final byte typeAt(int at) {
    return (byte) bytes.getLong(at + RecordFormat.TYPE_AND_SEQUENCE);
  }

  final int alignedLengthAt(int at) {
    return RecordFormat.aligned(bytes.getInt(at + RecordFormat.LENGTH));
  }

  /** What the mark at a place says was synced before it. */
  final long syncedAt(int at) {
    return bytes.getLong(at + RecordFormat.MARK_SYNCED);
  }

  final int limit() {
    return limit;
  }
}
