package dev.tandem.wal.tailer;

import dev.tandem.wal.Durability;
import dev.tandem.wal.WalException;
import dev.tandem.wal.WalGapException;
import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.RecordCursor;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.format.SegmentNames;
import dev.tandem.wal.format.SegmentWindow;
import dev.tandem.wal.format.TailScan;
import dev.tandem.wal.storage.LockFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Over the files of a log that another process may be writing, or may come to write. What is there
 * and sound is written; the marks state what is synced. The writer knows nothing of this reader,
 * and may delete segments.
 *
 * <p>The last mark of a file is not relied upon before something follows it: a writer writes its
 * next batch, or the end of the segment, over the mark of a log at rest, and whoever opens a log
 * after a crash writes a close over a roll that nothing followed.
 */
public final class FileTailSource extends TailSource {

  /** So long a bad place is read again before what lies behind it is searched. */
  private static final long FIRST_LOOK_NS = 100_000_000;

  private static final int TRIES = 20;

  private final Path directory;

  /** Reads ahead of this one what is synced; null where written records are enough. */
  private final FileTailSource scout;

  private final LogExtent opened;
  private RecordCursor cursor = new RecordCursor(-1);
  private SegmentImage image;

  /** The segment is read to its end, and nothing is known to follow. */
  private boolean ended;

  private boolean stuck;
  private long stuckSince;
  private long nextLookNs = FIRST_LOOK_NS;
  private String proof = "";

  public FileTailSource(Path directory, long fromSequence, Durability level) throws WalException {
    super(fromSequence);
    this.directory = directory;
    boolean synced = Objects.requireNonNull(level, "level") == Durability.SYNCED;
    scout = synced ? new FileTailSource(directory, fromSequence, Durability.WRITTEN) : null;
    opened = LogExtent.read(directory);
    if (opened == null) {
      if (!SegmentNames.segments(directory).isEmpty()) {
        throw LogExtent.lost(directory);
      }
      throw new WalException(directory + ": expected a log, found no segment");
    }
    begin();
  }

  public long logId() {
    return opened.logId();
  }

  // Where it begins.

  /** Finds the segment with the record that is wanted; false if the log has no record yet. */
  private boolean begin() throws WalException {
    WalException meanwhile = null;
    for (int i = 0; i < TRIES; i++) {
      LogExtent before = extent();
      try {
        return before != null && beginIn(before);
      } catch (WalGapException e) {
        throw e;
      } catch (WalException e) {
        meanwhile = e;
      } catch (InternalError e) {
        meanwhile = SegmentWindow.unreadable(directory, e);
      }
      // Where the writer gave segments up meanwhile, files went and were written over; a writer
      // that opens the log also deletes prepared ones, which changes no extent.
      if (before.equals(extent()) && !(meanwhile.getCause() instanceof NoSuchFileException)) {
        throw meanwhile;
      }
    }
    throw meanwhile;
  }

  private boolean beginIn(LogExtent extent) throws WalException {
    List<Map.Entry<Long, Path>> files =
        List.copyOf(
            SegmentNames.segments(directory)
                .tailMap(extent.first(), true)
                .descendingMap()
                .entrySet());
    SegmentImage oldest = null;
    long first = -1;
    WalException gone = null;
    for (Map.Entry<Long, Path> file : files) {
      SegmentImage found;
      try {
        found = SegmentImage.map(file.getValue(), file.getKey());
      } catch (WalException e) {
        if (oldest == null && e.getCause() instanceof NoSuchFileException) {
          // A prepared one, which had no record: it does not matter where an older one has.
          gone = e;
          continue;
        }
        throw e;
      }
      extent.check(found);
      long begins = found.firstSequence();
      if (begins >= 0) {
        oldest = found;
        first = begins;
        if (begins <= wanted()) {
          break;
        }
      }
    }
    if (oldest == null) {
      if (gone != null) {
        throw gone;
      }
      return false;
    }
    if (first > wanted() && !isFromOldest()) {
      throw new WalGapException(directory.toString(), wanted(), first);
    }
    beginNotBefore(first);
    cursor = new RecordCursor(-1);
    enter(oldest);
    return true;
  }

  private void enter(SegmentImage next) {
    cursor.enter(next.bytes(), next.header().seed());
    image = next;
    ended = false;
    stuck = false;
  }

  /** Null if it cannot be read now: it may be written. */
  private LogExtent extent() throws WalException {
    LogExtent found = LogExtent.read(directory);
    if (found != null && found.logId() != opened.logId()) {
      throw otherLog(directory, opened.logId(), found.logId());
    }
    return found;
  }

  public static WalException otherLog(Path directory, long expected, long found) {
    return new WalException(
        directory
            + ": expected log "
            + SegmentHeader.hex(expected)
            + ", found "
            + SegmentHeader.hex(found));
  }

  // How it continues.

  @Override
  long reached() throws WalException {
    if (scout == null) {
      return Long.MAX_VALUE;
    }
    while (scout.synced() < wanted() && scout.step()) {
      // Up to the mark that states that the next record here is synced.
    }
    return scout.synced();
  }

  private long synced() {
    return image == null ? -1 : cursor.synced();
  }

  @Override
  boolean step() throws WalException {
    if (image == null && !begin()) {
      return false;
    }
    try {
      while (true) {
        if (ended && !roll()) {
          return false;
        }
        int step = cursor.next();
        if (step == RecordCursor.RECORD) {
          stuck = false;
          return true;
        }
        if (step == RecordCursor.BAD) {
          checkKept();
          return isProvenBad() && cursorContinues();
        }
        ended = true;
      }
    } catch (InternalError e) {
      checkKept();
      throw SegmentWindow.unreadable(image.path(), e);
    }
  }

  /** Goes over to the next segment if a record is in it; false if none is yet. */
  private boolean roll() throws WalException {
    long number = image.header().number() + 1;
    Path path = SegmentNames.segment(directory, number);
    SegmentImage next = null;
    try {
      if (Files.exists(path)) {
        next = SegmentImage.map(path, number);
        opened.check(next);
      }
    } catch (WalException e) {
      checkKept(number);
      if (Files.exists(path)) {
        throw e;
      }
      // A writer that opens the log has taken it away, to make it anew.
      return false;
    }
    // What was prepared and not begun is made anew by the next writer: it is not held on to.
    boolean begun = next != null && next.firstSequence() >= 0;
    // Whoever opened the log meanwhile may have closed what was rolled.
    if (!cursor.isEndedStill()) {
      ended = false;
      return true;
    }
    if (begun) {
      enter(next);
      return true;
    }
    checkKept(number);
    if (next == null && cursor.isRolled() && !Files.exists(path) && isStuckFor(FIRST_LOOK_NS)) {
      throw LogExtent.missingBehind(image, cursor.expected());
    }
    return false;
  }

  private void checkKept() throws WalException {
    checkKept(image.header().number());
  }

  /** Passes if a segment is one of the log still. */
  private void checkKept(long number) throws WalException {
    LogExtent now = extent();
    if (now != null && now.first() > number) {
      throw now.gap(directory, wanted());
    }
  }

  // Whether a bad place is damage, or only not written yet.

  private boolean isStuckFor(long nanos) {
    long now = System.nanoTime();
    if (!stuck) {
      stuck = true;
      stuckSince = now;
      nextLookNs = FIRST_LOOK_NS;
    }
    return now - stuckSince >= nanos;
  }

  /** Looks seldom, because all that is prepared is looked through: it takes milliseconds. */
  private boolean isProvenBad() throws WalException {
    if (!isStuckFor(nextLookNs)) {
      return false;
    }
    nextLookNs *= 2;
    TailScan scan = new TailScan(cursor.expected());
    try {
      scan.over(image, cursor.nextOffset());
      long number = image.header().number() + 1;
      Path path = SegmentNames.segment(directory, number);
      while (!scan.provesSynced() && Files.exists(path)) {
        scan.over(SegmentImage.map(path, number), SegmentHeader.BYTES);
        path = SegmentNames.segment(directory, ++number);
      }
    } catch (WalException | InternalError e) {
      // The log is being closed or opened: it is cut, and what was prepared goes.
      return false;
    }
    proof = scan.proof();
    return scan.provesSynced();
  }

  /** What is proven was written before the proof: what is bad now is damage. */
  private boolean cursorContinues() throws WalException {
    int step = cursor.next();
    if (step == RecordCursor.BAD) {
      checkKept();
      throw cursor.damage(image, "; " + proof);
    }
    stuck = false;
    ended = step == RecordCursor.ENDED;
    return !ended;
  }

  @Override
  public RecordCursor cursor() {
    return cursor;
  }

  @Override
  public SegmentImage image() {
    return image;
  }

  @Override
  public boolean isOver() {
    return false;
  }

  @Override
  public boolean isInUse() throws WalException {
    return LockFile.isHeld(directory);
  }

  @Override
  public void close() {
    image = null;
  }
}
