package dev.tandem.logger.read;

import dev.tandem.logger.LogDamage;
import dev.tandem.logger.LogHole;
import dev.tandem.logger.format.OverrunClaims;
import dev.tandem.logger.format.RecordChecksum;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks the committed records of a segment in the order of their places. What lies between two of
 * them is a hole if its first word says that nothing was committed, and damage otherwise; the next
 * record is then the next bytes whose checksum fits this file and this place.
 */
public final class LogRecordCursor {
  private LogSegmentImage image;
  private final boolean fromBeginning;
  private final List<LogDamage> damage;
  private final List<LogHole> gaps = new ArrayList<>();

  private long at;
  private long lastEnd;
  private long committed;
  private long abandoned;
  private long forged;
  private boolean ended;
  private boolean hole;
  private LogDamage miscount;
  private MemorySegment record;
  private long recordOffset;

  public LogRecordCursor(LogSegmentImage image) {
    this(image, SegmentLayout.HEADER_BYTES);
  }

  /** Begins at an offset where a record may begin; holes are then counted by gaps alone. */
  public LogRecordCursor(LogSegmentImage image, long from) {
    this.image = image;
    this.at = from;
    this.fromBeginning = from == SegmentLayout.HEADER_BYTES;
    this.lastEnd = from;
    this.damage = new ArrayList<>(image.damage);
  }

  /** Moves to the next record; false at the end. */
  public boolean next() {
    while (step()) {
      if (record != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * Moves over the next place: a record, a place without a record, damage, or a hole. False at the
   * end.
   */
  public boolean step() {
    record = null;
    recordOffset = at;
    hole = false;
    if (at + RecordLayout.HEADER_BYTES <= image.end) {
      stepInside();
      return true;
    }
    if (at < image.end && image.endKnown) {
      gap(true, at, image.end, null);
      hole = true;
      at = image.end;
      return true;
    }
    if (!ended) {
      ended = true;
      checkClaims();
    }
    return false;
  }

  private void stepInside() {
    int length = lengthAt(at);
    String wrong = length == 0 ? null : wrongWith(at, length);
    if (length == 0 || wrong != null) {
      hole = length == 0;
      skipGap(hole, wrong);
      return;
    }
    committed++;
    at += SegmentLayout.alignedLength(length);
    lastEnd = at;
    if (open(recordOffset, length)
        && record.get(ValueLayout.JAVA_BYTE, RecordLayout.KIND_AT) == RecordLayout.ABANDONED) {
      abandoned++;
      record = null;
    }
  }

  /** Continues behind the last record in a newer image of the segment. */
  public void proceed(LogSegmentImage newer) {
    image = newer;
    at = lastEnd;
    ended = false;
    if (miscount != null) {
      damage.remove(miscount);
      miscount = null;
      forged--;
    }
    gaps.removeIf(gap -> gap.offset() >= lastEnd);
    damage.removeIf(place -> place.offset() >= lastEnd);
    newer.damage.stream().filter(place -> !damage.contains(place)).forEach(damage::add);
  }

  /** Every record was claimed, so the header cannot say that fewer were. */
  private void checkClaims() {
    long most = image.passed == null ? image.claims : image.passed.places();
    if (most >= 0 && committed > most) {
      forged++;
      miscount =
          new LogDamage(
              image.file,
              SegmentLayout.CLAIM_AT,
              8,
              "found "
                  + committed
                  + " records and "
                  + most
                  + " claims, expected a claim"
                  + " for every record");
      damage.add(miscount);
    }
  }

  private boolean open(long offset, int length) {
    if (image.unsealing == null) {
      record = image.bytes.asSlice(offset, SegmentLayout.alignedLength(length));
      return true;
    }
    byte[] sealed = image.bytes.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
    byte[] plain = new byte[length];
    int body = length - RecordLayout.BODY_AT;
    if (!image.unsealing.open(
        offset, length, sealed, RecordLayout.BODY_AT, body, plain, RecordLayout.BODY_AT)) {
      forged++;
      damage.add(new LogDamage(image.file, offset, length, "the record's seal does not fit it"));
      return false;
    }
    record = MemorySegment.ofArray(plain).asSlice(0, length - image.unsealing.overhead());
    return true;
  }

  /** The record at which the cursor stands has a fitting checksum, and makes no sense. */
  void malformed() {
    forged++;
    damage.add(
        new LogDamage(
            image.file, recordOffset, record.byteSize(), "the parts of the record do not fit"));
  }

  /** The record at which the cursor stands, its header first; null if this is no record. */
  public MemorySegment record() {
    return record;
  }

  /** Whether what the cursor has moved over was claimed and is not committed. */
  public boolean isHole() {
    return hole;
  }

  /** Where what the cursor has moved over begins. */
  public long offset() {
    return recordOffset;
  }

  /** Where the cursor will continue. */
  public long position() {
    return at;
  }

  /** Behind the last sound record so far. */
  public long recordsEnd() {
    return lastEnd;
  }

  /** After the last record: places whose writers failed, which count as committed. */
  public long abandoned() {
    return abandoned;
  }

  /** After the last record: what was committed, definitions included. */
  long committed() {
    return committed;
  }

  public List<LogHole> gaps() {
    return gaps;
  }

  public List<LogDamage> damage() {
    return damage;
  }

  /**
   * After the last record: how many records were claimed and never committed. The claims say it
   * exactly, also where two are side by side; if they are lost, each gap is at least one.
   */
  public long holes() {
    if (image.claims < 0) {
      return gaps.size();
    }
    long places = damage.size() - forged;
    return Math.max(gaps.size(), image.claims - committed - places);
  }

  public boolean holesExact() {
    // Without the number of claims, several holes side by side look like one.
    return damage.size() == forged && (image.claims >= 0 || (image.endKnown && gaps.isEmpty()));
  }

  private int lengthAt(long offset) {
    return SegmentLayout.getIntAcquire(image.bytes, offset);
  }

  /** Null if a sound record begins here. */
  private String wrongWith(long offset, int length) {
    long aligned = SegmentLayout.alignedLength(length);
    if (length < RecordLayout.HEADER_BYTES || offset + aligned > image.end) {
      return "found a record of " + length + " bytes, expected 32 to " + (image.end - offset);
    }
    int expected = RecordChecksum.expected(image.bytes, image.fileId, offset, length);
    int found = SegmentLayout.getInt(image.bytes, offset + RecordLayout.CHECKSUM_AT);
    return found == expected
        ? null
        : "found checksum %08x, expected %08x".formatted(found, expected);
  }

  private void skipGap(boolean hole, String wrong) {
    long from = at;
    long to = from + 8;
    while (to + RecordLayout.HEADER_BYTES <= image.end) {
      int length = lengthAt(to);
      if (length != 0 && wrongWith(to, length) == null) {
        break;
      }
      to += 8;
    }
    if (to + RecordLayout.HEADER_BYTES > image.end) {
      to = image.end;
    }
    at = to;
    gap(hole, from, to, wrong);
  }

  private void gap(boolean hole, long from, long to, String wrong) {
    if (!hole) {
      damage.add(new LogDamage(image.file, from, to - from, wrong));
    } else if (image.endKnown || to < image.end || isLossProven()) {
      gaps.add(new LogHole(image.file, from, to - from));
    }
  }

  /**
   * Whether there must have been a place in the zeros that end a segment that was killed while it
   * was being closed: the claim that closes it is all that begins there otherwise.
   */
  private boolean isLossProven() {
    if (image.passed == null || !fromBeginning) {
      return false;
    }
    long before = 0;
    for (LogHole gap : gaps) {
      before += OverrunClaims.mostIn(gap.bytes());
    }
    for (LogDamage place : damage) {
      before += OverrunClaims.mostIn(place.bytes());
    }
    return image.passed.provesLossBehind(committed, before);
  }
}
