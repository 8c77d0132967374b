package dev.tandem.wal.recovery;

import dev.tandem.wal.ReadMode;
import dev.tandem.wal.WalCorruptedException;
import dev.tandem.wal.WalException;
import dev.tandem.wal.WalRecoveryReport;
import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.RecordCursor;
import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.format.SegmentNames;
import dev.tandem.wal.format.SegmentWindow;
import dev.tandem.wal.format.TailScan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Walks over all records of a directory, and distinguishes damage from a torn tail. A crash left a
 * <em>torn record</em> unfinished; the torn tail is everything from its place on.
 *
 * <p>A log that syncs every batch writes nothing before the batch before it was synced, and in
 * every log each mark states what was synced when it was written. So a bad place is damage in three
 * cases alone: a valid mark behind it says that the place had been synced; the file is shorter than
 * it was made; or it is the first place of a log whose older segments were given up. Otherwise it
 * is a torn tail, which a crash left, and the log ends there. In front of a writer that is at work
 * it is the end so far, and no tail at all.
 */
public final class LogWalk {

  /**
   * Where the last segment with data ends: the place of its end mark, there or to be written.
   *
   * @param unproven from where on nothing in it proves that it was synced
   * @param chain what its end mark is chained to
   * @param mark type of its end mark; 0 if it has none
   */
  public record End(int offset, int unproven, int chain, byte mark) {}

  private final Path directory;

  /** A writer has the log, in this process or another. */
  private final boolean inUse;

  private final LogExtent extent;

  /** That what says which segments there are is lost; null if it is there. */
  private final WalCorruptedException extentLost;

  private final List<Path> leftovers;
  private final List<SegmentImage> segments = new ArrayList<>();
  private final RecordCursor cursor = new RecordCursor(-1);

  private int current = -1;
  private boolean over;
  private End end;

  private int lastWithData = -1;

  private long droppedLast = -1;
  private long droppedBytes;
  private String reason = "";

  /** Why what is dropped may be damage; empty if it is a torn tail. */
  private String tailDoubt = "";

  /**
   * @param from first sequence that is wanted; with {@link ReadMode#SKIP_OLDER_SEGMENTS}, segments
   *     below are left out
   * @param withoutExtent whether to go by the segments themselves where the {@link LogExtent} is
   *     lost; never to write then, for records may be missing at either end
   * @param inUse whether a writer has the log, other than who walks
   */
  public LogWalk(Path directory, ReadMode mode, long from, boolean withoutExtent, boolean inUse)
      throws WalException {
    this.directory = directory;
    this.inUse = inUse;
    NavigableMap<Long, Path> files = SegmentNames.segments(directory);
    LogExtent found = LogExtent.read(directory);
    extentLost = found == null && !files.isEmpty() ? LogExtent.lost(directory) : null;
    if (extentLost != null && !withoutExtent) {
      throw extentLost;
    }
    extent = extentLost == null ? found : LogExtent.of(files);
    if (extent == null) {
      leftovers = List.of();
      return;
    }
    leftovers = List.copyOf(files.headMap(extent.first(), false).values());
    files = files.tailMap(extent.first(), true);
    if (extent.last() >= extent.first() && !files.containsKey(extent.last())) {
      throw extent.missing(directory, extent.last());
    }
    long reached = map(files, mode == ReadMode.SKIP_OLDER_SEGMENTS ? from : -1);
    if (reached > extent.first()) {
      throw extent.missing(directory, extent.first());
    }
  }

  /** Walks over all records, which checks each. */
  public static LogWalk toTheEnd(Path directory, ReadMode mode, long from, boolean withoutExtent)
      throws WalException {
    LogWalk walk = new LogWalk(directory, mode, from, withoutExtent, false);
    walk.toItsEnd();
    return walk;
  }

  public void toItsEnd() throws WalException {
    boolean more;
    do {
      more = next();
    } while (more);
  }

  /**
   * Maps segments, the last one first.
   *
   * @param from those below the one with this record are left out; -1 for none
   * @return number of the first one if all were mapped, -1 otherwise
   */
  private long map(NavigableMap<Long, Path> files, long from) throws WalException {
    long previous = -1;
    for (Map.Entry<Long, Path> file : files.descendingMap().entrySet()) {
      if (previous >= 0 && file.getKey() != previous - 1) {
        throw LogExtent.missing(
            directory, previous - 1, -1, "no file, and segment " + file.getKey() + " before it");
      }
      previous = file.getKey();
      SegmentImage image = SegmentImage.map(file.getValue(), file.getKey());
      segments.add(0, image);
      extent.check(image);
      if (from >= 0) {
        long sequence = image.firstSequence();
        if (sequence >= 0 && sequence <= from) {
          return -1;
        }
      }
    }
    return previous;
  }

  /** Steps to the next record; false at the end. */
  public boolean next() throws WalException {
    if (over) {
      return false;
    }
    try {
      if (current < 0 && !enterNext()) {
        return false;
      }
      while (true) {
        int step = cursor.next();
        if (step == RecordCursor.BAD && inUse) {
          step = stepBesideWriter();
        }
        if (step == RecordCursor.RECORD) {
          return true;
        }
        if (step == RecordCursor.BAD) {
          if (inUse) {
            noteEnd();
          } else {
            judge();
          }
          over = true;
          return false;
        }
        lastWithData = current;
        int mark = cursor.nextOffset() - RecordFormat.MARK_BYTES;
        end = new End(mark, cursor.unprovenOffset(), cursor.chainBefore(), cursor.typeAt(mark));
        if (isClosedForGood()) {
          over = true;
          return false;
        }
        if (!enterNext()) {
          if (end.mark() == RecordFormat.ROLL && !isThereNow()) {
            throw LogExtent.missingBehind(segment(), cursor.expected());
          }
          return false;
        }
      }
    } catch (InternalError e) {
      throw SegmentWindow.unreadable(segment().path(), e);
    }
  }

  /**
   * Whether nothing can follow: the log was closed here, and not opened again, which the extent
   * would say before the first record. So the zeros of prepared segments need not be looked
   * through. But a repair that was cut off may have closed it before records that must be reported.
   */
  private boolean isClosedForGood() {
    if (end.mark() != RecordFormat.CLOSE
        || extentLost != null
        || segment().header().number() < extent.last()) {
      return false;
    }
    for (SegmentImage behind : segments.subList(current + 1, segments.size())) {
      if (behind.firstSequence() >= 0) {
        return false;
      }
    }
    return true;
  }

  private boolean enterNext() {
    if (current + 1 >= segments.size()) {
      over = true;
      return false;
    }
    current++;
    SegmentImage image = segments.get(current);
    cursor.enter(image.bytes(), image.header().seed());
    return true;
  }

  /** Whether a writer has made the next segment since the segments were looked for. */
  private boolean isThereNow() {
    return inUse && Files.exists(SegmentNames.segment(directory, segment().header().number() + 1));
  }

  /**
   * At a bad place in front of a writer: the end so far, unless what is behind proves that a record
   * was there before.
   */
  private int stepBesideWriter() throws WalException {
    TailScan scan;
    try {
      scan = scanBehind();
    } catch (InternalError e) {
      // The log is being closed, and cut behind its end.
      return cursor.next();
    }
    int step = scan.provesSynced() ? cursor.next() : RecordCursor.BAD;
    if (step == RecordCursor.BAD) {
      LogExtent now = LogExtent.read(directory);
      long number = segment().header().number();
      if (now != null && now.first() > number) {
        throw now.gap(directory, Math.max(cursor.expected(), 0));
      }
      if (scan.provesSynced()) {
        throw cursor.damage(segment(), "; " + scan.proof());
      }
    }
    return step;
  }

  private TailScan scanBehind() {
    TailScan scan = new TailScan(cursor.expected());
    scan.over(segment(), cursor.nextOffset());
    for (int i = current + 1; i < segments.size() && !scan.provesSynced(); i++) {
      scan.over(segments.get(i), SegmentHeader.BYTES);
    }
    return scan;
  }

  private void noteEnd() {
    if (cursor.nextOffset() > SegmentHeader.BYTES) {
      // At least a mark of it is sound.
      lastWithData = current;
      end = new End(cursor.nextOffset(), cursor.unprovenOffset(), cursor.chain(), (byte) 0);
    }
  }

  /** At a bad place: throws if it is damage, or ends the log here. */
  private void judge() throws WalCorruptedException {
    noteEnd();
    String[] diagnosis = cursor.diagnosis();
    SegmentImage image = segment();
    int place = cursor.nextOffset();
    boolean begun = cursor.looksBegun();
    long expected = Math.max(cursor.expected(), 0);
    TailScan scan = scanBehind();
    if (scan.provesSynced()) {
      throw new WalCorruptedException(
          image.name(), place, expected, diagnosis[0], diagnosis[1] + "; " + scan.proof());
    }
    WalCorruptedException cutOff = image.cutOffAt(place, expected);
    if (cutOff != null) {
      throw cutOff;
    }
    if (current == 0 && cursor.expected() < 0 && image.header().number() > 1) {
      throw LogExtent.beginningLost(image, diagnosis[1]);
    }
    if (begun || scan.foundAny()) {
      tailDoubt = scan.doubt(image.header());
      droppedLast = scan.lastSequence();
      droppedBytes = scan.bytes();
      reason =
          "torn or never synced: "
              + image.name()
              + ", offset "
              + place
              + ", sequence "
              + expected
              + ": expected "
              + diagnosis[0]
              + ", found "
              + diagnosis[1]
              + (tailDoubt.isEmpty() ? "" : "; " + tailDoubt);
      if (begun && droppedLast < expected && cursor.typeAt(place) >= 0) {
        droppedLast = expected;
      }
      if (begun) {
        long length = Math.max(0, cursor.alignedLengthAt(place));
        droppedBytes = Math.max(droppedBytes, Math.min(length, cursor.limit() - place));
      }
    }
  }

  public RecordCursor cursor() {
    return cursor;
  }

  /** The segment it is in. */
  public SegmentImage segment() {
    return segments.get(Math.max(current, 0));
  }

  public List<SegmentImage> segments() {
    return segments;
  }

  /** Null if this is no log yet. */
  public LogExtent extent() {
    return extent;
  }

  /** That the extent is only what the segments say; null if it is the log's own. */
  public WalCorruptedException extentLost() {
    return extentLost;
  }

  /** Segments that were given up, and are still there. */
  List<Path> leftovers() {
    return leftovers;
  }

  // What was found, once next() has returned false.

  /** Index of the last segment that holds a record or a mark; -1 if none does. */
  public int lastWithData() {
    return lastWithData;
  }

  /** Where the last segment with data ends; null if none has data. */
  public End end() {
    return end;
  }

  public WalRecoveryReport recovery() {
    long dropped = droppedLast < 0 ? 0 : droppedLast - Math.max(cursor.expected(), 0) + 1;
    long first = cursor.records() == 0 ? -1 : segments.get(0).firstSequence();
    return new WalRecoveryReport(
        first,
        Math.max(cursor.expected(), 0) - 1,
        cursor.records(),
        cursor.recordBytes(),
        lastWithData + 1,
        !inUse && reason.isEmpty() && (end == null || end.mark() == RecordFormat.CLOSE),
        Math.max(dropped, 0),
        droppedBytes,
        reason,
        extentLost == null ? tailDoubt : extentLost.getMessage());
  }
}
