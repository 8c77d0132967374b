package dev.tandem.wal.format;

import dev.tandem.wal.WalCorruptedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Walks over the records of one segment and checks each: length, sequence, checksum, and at each
 * mark the chain. It goes from segment to segment with its owner. One thread at a time.
 */
public final class RecordCursor extends RecordScanner {

  /** A record of a user. */
  public static final int RECORD = 1;

  /** The mark that ends a segment. */
  public static final int ENDED = 2;

  /** No valid record where one is expected. */
  public static final int BAD = 3;

  /** A record of the log's own, which its owner does not see. */
  private static final int PASSED = 4;

  private int next = SegmentHeader.BYTES;
  private long passedBytes;

  /** Sequence of the next record; -1 while unknown. */
  private long expected;

  private int chain;
  private int chainBefore;
  private boolean chainKnown;
  private boolean chainKnownBefore;

  /** Where the last mark is in this segment; -1 if none was found. */
  private int lastMark = -1;

  private int offset;
  private int length;
  private long sequence;
  private byte type;
  private long timestamp;
  private int copyOffset;
  private ByteBuffer viewed;
  private ByteBuffer view;

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
  public RecordCursor(long expectedSequence) {
    expected = expectedSequence;
  }

  /** Continues in a segment, from behind its header. */
  public void enter(ByteBuffer segment, int segmentSeed) {
    passedBytes += next - SegmentHeader.BYTES;
    latestTimestamp = latestTimestamp();
    hasRecord = false;
    look(segment, segmentSeed);
    next = SegmentHeader.BYTES;
    unproven = next;
    lastMark = -1;
  }

  /**
   * Steps to the next record of a user. What was read in front of a writer may have changed, so a
   * bad place is looked at twice.
   */
  public int next() {
    int step = nextOrPassed();
    if (step == BAD) {
      lookAgain();
      step = nextOrPassed();
    }
    return step;
  }

  /**
   * A writer overwrites the mark that it left at rest, which may be the last one, by its next mark.
   */
  private void lookAgain() {
    window.forget();
    if (lastMark < 0) {
      return;
    }
    if (next == lastMark + RecordFormat.MARK_BYTES) {
      next = lastMark;
      lastMark = -1;
      chain = chainBefore;
      chainKnown = chainKnownBefore;
      marks--;
    } else if (isMarkValidAt(lastMark) && (!chainKnownBefore || chainAt(lastMark) == chainBefore)) {
      chain = storedAt(lastMark);
    }
  }

  private int nextOrPassed() {
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
      int place = window.place(at, at + RecordFormat.HEADER_BYTES);
      ByteBuffer copy = window.bytes();
      long first = copy.getLong(place);
      long second = copy.getLong(place + RecordFormat.TYPE_AND_SEQUENCE);
      int size = (int) (first >>> Integer.SIZE);
      int end = at + RecordFormat.aligned(size);
      if (size >= RecordFormat.HEADER_BYTES
          && size <= room
          && end <= limit
          && second >>> RecordFormat.SEQUENCE_SHIFT == expected
          && (byte) second >= 0
          && isSoundAt(at, end, first, second)) {
        copyOffset = window.place(at, end);
        timestamp = window.bytes().getLong(copyOffset + RecordFormat.TIMESTAMP);
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

  /** Copies all of a record, and checks the copy. */
  private boolean isSoundAt(int at, int end, long first, long second) {
    if (end - at > SegmentWindow.MOST_BYTES && sumAt(at) != (int) first) {
      return false;
    }
    int place = window.place(at, end);
    ByteBuffer copy = window.bytes();
    // It may have been copied anew, and be another one.
    return copy.getLong(place) == first
        && copy.getLong(place + RecordFormat.TYPE_AND_SEQUENCE) == second
        && (checksum.of(copy, place + RecordFormat.LENGTH, place + end - at) ^ seed) == (int) first;
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
    int stored = storedAt(at);
    if ((found != expected && expected >= 0) || sumAt(at) != stored) {
      return BAD;
    }
    if (kind == RecordFormat.VOID && expected >= 0) {
      expected = found + 1;
      next = end;
      return PASSED;
    }
    if (!isMarkAt(at) || (chainKnown && chainAt(at) != chain)) {
      return BAD;
    }
    takeMark(at, found, stored);
    return kind == RecordFormat.BATCH ? PASSED : ENDED;
  }

  private void takeMark(int at, long found, int stored) {
    marks++;
    lastMark = at;
    chainBefore = chain;
    chainKnownBefore = chainKnown;
    chain = stored;
    chainKnown = true;
    expected = found;
    synced = Math.max(synced, syncedAt(at));
    if (synced >= found - 1) {
      unproven = at;
    }
    latestTimestamp = Math.max(latestTimestamp, timestampAt(at));
    next = at + RecordFormat.MARK_BYTES;
  }

  /** Whether the header at the bad place is that of the expected record or of a mark before it. */
  public boolean looksBegun() {
    return limit - next >= RecordFormat.TIMESTAMP
        && sequenceAt(next) == Math.max(expected, 0)
        && lengthAt(next) >= RecordFormat.HEADER_BYTES;
  }

  /** What is wrong at the bad place: what was expected, and what was found. */
  public String[] diagnosis() {
    int at = next;
    if (limit - at < RecordFormat.HEADER_BYTES) {
      return new String[] {"a record", "end of file after " + (limit - at) + " bytes"};
    }
    int size = lengthAt(at);
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
    if (sum != storedAt(at)) {
      return new String[] {"checksum " + SegmentHeader.hex(sum), SegmentHeader.hex(storedAt(at))};
    }
    if (isMarkAt(at)) {
      return new String[] {
        "a mark after the mark " + SegmentHeader.hex(chain),
        "one after " + SegmentHeader.hex(chainAt(at))
      };
    }
    return new String[] {"a mark", "type " + typeAt(at)};
  }

  /** That the bad place is damage. */
  public WalCorruptedException damage(SegmentImage image, String proof) {
    String[] diagnosis = diagnosis();
    return new WalCorruptedException(
        image.name(), next, expected, diagnosis[0], diagnosis[1] + proof);
  }

  /**
   * Looks once more at the end of the segment that was just found.
   *
   * @return false if it must be read again: another one may have been written over it
   */
  public boolean isEndedStill() {
    lookAgain();
    return nextOther() == ENDED;
  }

  /** Whether the end of the segment that was just found says that another one follows. */
  public boolean isRolled() {
    return typeAt(lastMark) == RecordFormat.ROLL;
  }

  // Where it stands.

  /** Where the last mark is in this segment; -1 if none was found. */
  public int lastMark() {
    return lastMark;
  }

  /** Sequence of the next record; -1 while unknown. */
  public long expected() {
    return expected;
  }

  /** Where the next record begins, or the bad place. */
  public int nextOffset() {
    return next;
  }

  public int chain() {
    return chain;
  }

  /** What the last mark was chained to. */
  public int chainBefore() {
    return chainBefore;
  }

  /** Highest sequence that a mark says was synced. */
  public long synced() {
    return synced;
  }

  /** From where on nothing in this segment proves that it was synced. */
  public int unprovenOffset() {
    return unproven;
  }

  /** Records given, in all segments. */
  public long records() {
    return records;
  }

  /** Bytes of the records given, with their headers, in all segments. */
  public long recordBytes() {
    return passedBytes + next - SegmentHeader.BYTES - marks * RecordFormat.MARK_BYTES;
  }

  /** Marks passed, in all segments. */
  public long marks() {
    return marks;
  }

  public int offset() {
    return offset;
  }

  public int length() {
    return length;
  }

  public long sequence() {
    return sequence;
  }

  public byte type() {
    return type;
  }

  /** The latest time of a mark or of the last record; the least number if there is none. */
  public long latestTimestamp() {
    return hasRecord ? Math.max(latestTimestamp, timestamp()) : latestTimestamp;
  }

  public long timestamp() {
    return timestamp;
  }

  /** The copy of the last record that was checked, for others to read until the next step. */
  @SuppressWarnings("ReferenceEquality") // It is another one when it had to grow.
  public ByteBuffer copy() {
    if (viewed != window.bytes()) {
      viewed = window.bytes();
      view = viewed.asReadOnlyBuffer().clear().order(ByteOrder.LITTLE_ENDIAN);
    }
    return view;
  }

  /** Where in {@link #copy} the record begins. */
  public int copyOffset() {
    return copyOffset;
  }
}
