package dev.tandem.wal;

import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.RecordCursor;
import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.format.SegmentNames;
import dev.tandem.wal.format.SegmentWindow;
import dev.tandem.wal.format.TailScan;
import dev.tandem.wal.storage.LockFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;

/**
 * Checks every record of a log. After damage it continues where a later segment begins. It changes
 * nothing. If the log is being written, it checks what is there when it gets there, and says that
 * the log is in use.
 */
public final class WalVerifier {

  private static final int TYPES = 128;
  private static final int TRIES = 20;
  private static final String NOT_CLOSED = "not closed, whole up to sequence ";

  private final List<WalReport.Segment> segments = new ArrayList<>();
  private final List<WalReport.Problem> problems = new ArrayList<>();
  private final long[] byType = new long[TYPES];
  private final List<SegmentImage> images = new ArrayList<>();

  private long records;
  private long recordBytes;
  private long batches;
  private long first = -1;
  private long last = -1;
  private long firstTimestamp;
  private long lastTimestamp;
  private String tail = "no records";

  /** Sequence that the next segment has to begin with; -1 after damage. */
  private long expected = -1;

  /** The log ends in the segment that was checked last: those behind it were only prepared. */
  private boolean over;

  /** Null if it is not known. */
  private LogExtent extent;

  private RecordCursor cursor = new RecordCursor(-1);

  /** A writer has the log. */
  private final boolean inUse;

  private WalVerifier(boolean inUse) {
    this.inUse = inUse;
  }

  /**
   * Reads a directory.
   *
   * @throws WalException if it is not a log's or cannot be read; never for damage
   */
  public static WalReport verify(Path directory) throws WalException {
    Objects.requireNonNull(directory, "directory");
    if (!Files.isDirectory(directory)) {
      throw new WalException(directory + ": expected a directory");
    }
    SegmentNames.checkNotForeign(directory);
    WalException meanwhile = null;
    List<WalReport.Problem> found = null;
    for (int i = 0; i < TRIES; i++) {
      LogExtent before = extentOf(directory);
      WalReport report = null;
      boolean inUse = LockFile.isHeld(directory);
      try {
        report = new WalVerifier(inUse).run(directory);
        if (inUse && !report.problems().isEmpty() && !report.problems().equals(found)) {
          // What the writer did between two looks goes by; damage is there again.
          found = report.problems();
          continue;
        }
      } catch (WalException e) {
        meanwhile = e;
      } catch (InternalError e) {
        boolean first = meanwhile == null;
        meanwhile = SegmentWindow.unreadable(directory, e);
        if (inUse && first) {
          // It was closed meanwhile, and cut after its end.
          continue;
        }
      }
      // Where the writer gave segments up meanwhile, files went and were written over.
      boolean still = Objects.equals(before, extentOf(directory));
      if (report != null && (still || report.problems().isEmpty())) {
        return report;
      }
      if (still && meanwhile != null) {
        throw meanwhile;
      }
    }
    throw new WalException(
        directory + ": its writer gives up segments faster than they are read", meanwhile);
  }

  /** Null if there is none that can be read. */
  private static LogExtent extentOf(Path directory) throws WalException {
    try {
      return LogExtent.read(directory);
    } catch (WalCorruptedException e) {
      return null;
    }
  }

  private WalReport run(Path directory) throws WalException {
    NavigableMap<Long, Path> files = SegmentNames.segments(directory);
    try {
      extent = LogExtent.read(directory);
      if (extent == null && !files.isEmpty()) {
        add(LogExtent.lost(directory));
      }
    } catch (WalCorruptedException e) {
      add(e);
    }
    if (extent != null) {
      WalCorruptedException half = inUse ? null : LogExtent.halfLost(directory);
      if (half != null) {
        add(half, true);
      }
      files.headMap(extent.first(), false).forEach(this::addLeftover);
      files = files.tailMap(extent.first(), true);
      checkEnds(directory, files);
    }
    map(directory, files);
    for (int i = 0; i < images.size(); i++) {
      check(i);
    }
    segments.sort((a, b) -> Long.compare(a.number(), b.number()));
    return new WalReport(
        List.copyOf(segments),
        List.copyOf(problems),
        records,
        recordBytes,
        batches,
        first,
        last,
        firstTimestamp,
        lastTimestamp,
        Arrays.stream(byType).boxed().toList(),
        inUse ? "in use, " + tail : tail);
  }

  private void addLeftover(long number, Path file) {
    segments.add(
        new WalReport.Segment(
            file.getFileName().toString(),
            number,
            -1,
            -1,
            -1,
            0,
            0,
            0,
            file.toFile().length(),
            WalReport.State.LEFTOVER));
  }

  private void checkEnds(Path directory, NavigableMap<Long, Path> files) {
    boolean begun = extent.last() >= extent.first();
    if (files.isEmpty() ? begun : files.firstKey() > extent.first()) {
      add(extent.missing(directory, extent.first()));
    }
    if (!files.isEmpty() && files.lastKey() < extent.last()) {
      add(extent.missing(directory, extent.last()));
    }
  }

  private void map(Path directory, NavigableMap<Long, Path> files) throws WalException {
    long previous = -1;
    for (Map.Entry<Long, Path> file : files.entrySet()) {
      if (previous >= 0 && file.getKey() != previous + 1) {
        add(
            LogExtent.missing(
                directory, previous + 1, -1, "no file, and segment " + file.getKey()));
      }
      previous = file.getKey();
      try {
        SegmentImage image = SegmentImage.map(file.getValue(), file.getKey());
        if (extent != null) {
          extent.check(image);
        }
        images.add(image);
      } catch (WalCorruptedException e) {
        add(e);
        segments.add(
            new WalReport.Segment(
                file.getValue().getFileName().toString(),
                file.getKey(),
                -1,
                -1,
                -1,
                0,
                0,
                0,
                0,
                WalReport.State.DAMAGED));
      }
    }
  }

  private void check(int index) {
    SegmentImage image = images.get(index);
    boolean afterGap =
        index > 0 && images.get(index - 1).header().number() + 1 != image.header().number();
    if (expected < 0 || afterGap) {
      cursor = new RecordCursor(-1);
    }
    over &= !afterGap;
    cursor.enter(image.bytes(), image.header().seed());
    long marksBefore = cursor.marks();
    long recordsBefore = records;
    long firstHere = -1;
    int step;
    int badAt = -1;
    TailScan scan = null;
    while (true) {
      step = cursor.next();
      if (step == RecordCursor.RECORD) {
        count();
        if (firstHere < 0) {
          firstHere = cursor.sequence();
        }
      } else if (step == RecordCursor.ENDED || cursor.nextOffset() == badAt) {
        break;
      } else {
        scan = scanFrom(index);
        if (!scan.provesSynced()) {
          break;
        }
        // A writer may have been here since the first look: what it proves was there before that.
        badAt = cursor.nextOffset();
      }
    }
    long marks = cursor.marks() - marksBefore;
    WalReport.State state =
        step == RecordCursor.ENDED ? WalReport.State.ENDED : judge(index, marks > 0, scan);
    long written = state == WalReport.State.ENDED ? marks - 1 : marks;
    batches += written;
    segments.add(
        new WalReport.Segment(
            image.name(),
            image.header().number(),
            image.header().epoch(),
            firstHere,
            firstHere < 0 ? -1 : cursor.sequence(),
            records - recordsBefore,
            written,
            cursor.nextOffset(),
            image.bytes().capacity(),
            state));
    expected = state == WalReport.State.DAMAGED ? -1 : cursor.expected();
    over =
        switch (state) {
          case ENDED -> isClosedForGood(index);
          case OPEN, TORN, UNUSED -> true;
          default -> false;
        };
    if (state == WalReport.State.ENDED) {
      checkEnd(image, index + 1 == images.size());
    }
  }

  /** Whether it was closed in this segment and not opened again, as {@code LogWalk} sees it. */
  private boolean isClosedForGood(int index) {
    return cursor.typeAt(cursor.nextOffset() - RecordFormat.MARK_BYTES) == RecordFormat.CLOSE
        && extent != null
        && images.get(index).header().number() >= extent.last()
        && images.subList(index + 1, images.size()).stream()
            .allMatch(behind -> behind.firstSequence() < 0);
  }

  private void checkEnd(SegmentImage image, boolean lastThere) {
    int mark = cursor.nextOffset() - RecordFormat.MARK_BYTES;
    boolean rolled = cursor.typeAt(mark) == RecordFormat.ROLL;
    long last = cursor.expected() - 1;
    tail = rolled ? NOT_CLOSED + last : "ended after sequence " + last;
    // It was there before the mark; and where the files were looked for before that, it is now.
    Path next = SegmentNames.segment(image.path().getParent(), image.header().number() + 1);
    if (rolled && lastThere && !Files.exists(next)) {
      add(LogExtent.missingBehind(image, cursor.expected()));
      tail = "missing after sequence " + last;
    }
  }

  private void count() {
    records++;
    recordBytes += RecordFormat.aligned(cursor.length());
    byType[cursor.type()]++;
    last = cursor.sequence();
    lastTimestamp = cursor.timestamp();
    if (first < 0) {
      first = last;
      firstTimestamp = lastTimestamp;
    }
  }

  /** What is after the place where the cursor stands. */
  private TailScan scanFrom(int index) {
    TailScan scan = new TailScan(cursor.expected());
    scan.over(images.get(index), cursor.nextOffset());
    for (int i = index + 1; i < images.size() && !scan.provesSynced(); i++) {
      scan.over(images.get(i), SegmentHeader.BYTES);
    }
    return scan;
  }

  /** At a place without a valid record. */
  private WalReport.State judge(int index, boolean used, TailScan scan) {
    SegmentImage image = images.get(index);
    String[] diagnosis = cursor.diagnosis();
    String because = scan.provesSynced() ? scan.proof() : scan.doubt(image.header());
    WalReport.Problem problem =
        new WalReport.Problem(
            image.name(),
            cursor.nextOffset(),
            cursor.expected(),
            diagnosis[0],
            diagnosis[1] + (because.isEmpty() ? "" : "; " + because),
            because.isEmpty());
    if (scan.provesSynced()) {
      problems.add(problem);
      tail = "damaged at " + image.name() + ", offset " + cursor.nextOffset();
      return WalReport.State.DAMAGED;
    }
    WalCorruptedException cutOff = image.cutOffAt(cursor.nextOffset(), cursor.expected());
    // Behind the end of the log it was only prepared: nothing that was confirmed can be gone.
    if (cutOff != null && !over) {
      add(cutOff);
      tail = "cut off after sequence " + Math.max(last, cursor.expected() - 1);
      return WalReport.State.DAMAGED;
    }
    if (index == 0 && cursor.expected() < 0 && image.header().number() > 1) {
      add(LogExtent.beginningLost(image, diagnosis[1]));
      tail = "begins with damage";
      return WalReport.State.DAMAGED;
    }
    if (!inUse && (scan.foundAny() || cursor.looksBegun())) {
      problems.add(problem);
      tail = "torn after sequence " + (cursor.expected() - 1);
      return WalReport.State.TORN;
    }
    if (used) {
      tail = NOT_CLOSED + (cursor.expected() - 1);
      return WalReport.State.OPEN;
    }
    return WalReport.State.UNUSED;
  }

  private void add(WalCorruptedException damage) {
    add(damage, false);
  }

  private void add(WalCorruptedException damage, boolean repaired) {
    problems.add(
        new WalReport.Problem(
            damage.segment(),
            damage.offset(),
            damage.sequence(),
            damage.expected(),
            damage.found(),
            repaired));
  }
}
