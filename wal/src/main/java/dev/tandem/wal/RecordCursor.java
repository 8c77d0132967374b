package dev.tandem.wal;

import java.nio.ByteBuffer;

/**
 * Walks over the records of one segment and checks each: length, sequence, checksum, and at each
 * mark the chain. It goes from segment to segment with its owner. One thread at a time.
 */
final class RecordCursor extends RecordPlaces {

  /** A record of a user. */
  static final int RECORD = 1;

  /** The mark that ends a segment. */
  static final int ENDED = 2;

  /** No valid record where one is expected. */
  static final int BAD = 3;

  /** Something of the log's own, that its owner need not know of. */
  private static final int PASSED = 4;

  private int next = SegmentHeader.BYTES;
  private long passedBytes;

  /** Sequence of the next record; -1 while unknown. */
  private long expected;

  private int chain;
  private int chainBefore;
  private boolean chainKnown;

  /** Where the last mark is in this segment; -1 if none was met. */
  private int lastMark = -1;

  private int offset;
  private int length;
  private long sequence;
  private byte type;

  private long synced = -1;
  private int unproven;
  private long marks;

  /** Of the marks, and of the last record of each segment before. */
  private long latestTimestamp = Long.MIN_VALUE;

  /** There was a record in this segment. */
  private boolean hasRecord;

  private long records;

  /**
   * @param expectedSequence of the first record; -1 takes what the first mark says
   */
  RecordCursor(long expectedSequence) {
    expected = expectedSequence;
  }

  /** Goes on in a segment, from behind its header. */
  void enter(ByteBuffer segment, int segmentSeed) {
    passedBytes += next - SegmentHeader.BYTES;
    latestTimestamp = latestTimestamp();
    hasRecord = false;
    look(segment, segmentSeed);
    next = SegmentHeader.BYTES;
    unproven = next;
    lastMark = -1;
  }

  /**
   * What was read in front of a writer may have changed: it writes the mark of its next batch over
   * the one that it left at rest.
   */
  void lookAgain() {
    if (lastMark >= 0
        && isMarkValidAt(lastMark)
        && bytes.getInt(lastMark + RecordFormat.MARK_CHAIN) == chainBefore) {
      chain = storedAt(lastMark);
    }
  }

  /** Steps to the next record of a user. */
  int next() {
    int step;
    do {
      step = nextRecord();
      if (step != RECORD) {
        step = nextOther();
      }
    } while (step == PASSED);
    return step;
  }

  private int nextRecord() {
    int at = next;
    int room = limit - at;
    if (room >= RecordFormat.HEADER_BYTES) {
      long first = bytes.getLong(at);
      long second = bytes.getLong(at + RecordFormat.TYPE_AND_SEQUENCE);
      int size = (int) (first >>> Integer.SIZE);
      int end = at + RecordFormat.aligned(size);
      if (size >= RecordFormat.HEADER_BYTES
          && size <= room
          && end <= limit
          && second >>> RecordFormat.SEQUENCE_SHIFT == expected
          && (byte) second >= 0
          && (checksum.of(view, at + RecordFormat.LENGTH, end) ^ seed) == (int) first) {
        offset = at;
        length = size;
        sequence = expected++;
        type = (byte) second;
        next = end;
        records++;
        hasRecord = true;
        return RECORD;
      }
    }
    return BAD;
  }

  /** What is not simply the next record: something of the log's own, or nothing valid. */
  private int nextOther() {
    int at = next;
    if (!isWholeAt(at)) {
      return BAD;
    }
    byte kind = typeAt(at);
    long found = sequenceAt(at);
    int end = at + alignedLengthAt(at);
    int stored = bytes.getInt(at);
    if ((found != expected && expected >= 0) || sumAt(at) != stored) {
      return BAD;
    }
    if (kind == RecordFormat.VOID && expected >= 0) {
      expected = found + 1;
      next = end;
      return PASSED;
    }
    if (!isMarkAt(at) || (chainKnown && bytes.getInt(at + RecordFormat.MARK_CHAIN) != chain)) {
      return BAD;
    }
    takeMark(at, found, stored);
    return kind == RecordFormat.BATCH ? PASSED : ENDED;
  }

  private void takeMark(int at, long found, int stored) {
    marks++;
    lastMark = at;
    chainBefore = chain;
    chain = stored;
    chainKnown = true;
    expected = found;
    synced = Math.max(synced, bytes.getLong(at + RecordFormat.MARK_SYNCED));
    if (synced >= found - 1) {
      unproven = at;
    }
    latestTimestamp = Math.max(latestTimestamp, bytes.getLong(at + RecordFormat.TIMESTAMP));
    next = at + RecordFormat.MARK_BYTES;
  }

  /** Whether the header at the bad place is that of the expected record or of a mark before it. */
  boolean looksBegun() {
    return limit - next >= RecordFormat.TIMESTAMP
        && sequenceAt(next) == Math.max(expected, 0)
        && bytes.getInt(next + RecordFormat.LENGTH) >= RecordFormat.HEADER_BYTES;
  }

  /** What is wrong at the bad place: what was expected, and what was found. */
  String[] diagnosis() {
    int at = next;
    if (limit - at < RecordFormat.HEADER_BYTES) {
      return new String[] {"a record", "end of file after " + (limit - at) + " bytes"};
    }
    int size = bytes.getInt(at + RecordFormat.LENGTH);
    if (!isWholeAt(at)) {
      return new String[] {
        "length " + RecordFormat.HEADER_BYTES + " to " + (limit - at), "length " + size
      };
    }
    long found = sequenceAt(at);
    if (expected >= 0 && found != expected) {
      return new String[] {"sequence " + expected, "sequence " + found};
    }
    int sum = sumAt(at);
    if (sum != bytes.getInt(at)) {
      return new String[] {
        "checksum " + SegmentHeader.hex(sum), SegmentHeader.hex(bytes.getInt(at))
      };
    }
    if (isMarkAt(at)) {
      return new String[] {
        "a mark after the mark " + SegmentHeader.hex(chain),
        "one after " + SegmentHeader.hex(bytes.getInt(at + RecordFormat.MARK_CHAIN))
      };
    }
    return new String[] {"a mark", "type " + typeAt(at)};
  }

  // Where it stands.

  /** Sequence of the next record; -1 while unknown. */
  long expected() {
    return expected;
  }

  /** Where the next record begins, or the bad place. */
  int nextOffset() {
    return next;
  }

  int chain() {
    return chain;
  }

  /** What the last mark was chained to. */
  int chainBefore() {
    return chainBefore;
  }

  /** Highest sequence that a mark says was synced. */
  long synced() {
    return synced;
  }

  /** From where on nothing in this segment proves that it was synced. */
  int unprovenOffset() {
    return unproven;
  }

  /** Records given, in all segments. */
  long records() {
    return records;
  }

  /** Bytes of the records given, with their headers, in all segments. */
  long recordBytes() {
    return passedBytes + next - SegmentHeader.BYTES - marks * RecordFormat.MARK_BYTES;
  }

  /** Marks passed, in all segments. */
  long marks() {
    return marks;
  }

  int offset() {
    return offset;
  }

  int length() {
    return length;
  }

  long sequence() {
    return sequence;
  }

  byte type() {
    return type;
  }

  /** The latest time of a mark or of the last record; the least number if there is none. */
  long latestTimestamp() {
    return hasRecord ? Math.max(latestTimestamp, timestamp()) : latestTimestamp;
  }

  long timestamp() {
    return bytes.getLong(offset + RecordFormat.TIMESTAMP);
  }
}
