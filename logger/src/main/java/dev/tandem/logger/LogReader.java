package dev.tandem.logger;

import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.read.LogRecordCursor;
import dev.tandem.logger.read.LogSegmentImage;
import dev.tandem.logger.read.RecordDecoder;
import dev.tandem.logger.read.SegmentFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.PriorityQueue;

/**
 * Reads log files: the records of a run in the order of their places, several runs merged by time.
 * Holes and damage are never records and never silent: {@link #holes}, {@link #damage}. For one
 * thread.
 *
 * <p>Of a run that is being written the reader gives a beginning. A record under way looks like a
 * hole; {@link LogFollower} waits for such records. If {@link RetentionPolicy} deletes segments
 * before the reader gets to them, it is as if they had never been there.
 */
public final class LogReader implements Closeable {
  private final Unsealing unsealing;
  private final PriorityQueue<Run> heads =
      new PriorityQueue<>(Comparator.comparingLong((Run run) -> run.head.time()));
  private final List<LogHole> gaps = new ArrayList<>();
  private final List<LogDamage> damage = new ArrayList<>();
  private final List<SegmentProof> proofs = new ArrayList<>();
  private long holes;
  private long abandoned;
  private boolean holesExact = true;
  private long records;
  private long files;

  private LogReader(Unsealing unsealing) {
    this.unsealing = unsealing;
  }

  /**
   * Opens files, and all log files of directories.
   *
   * @param unsealing null if there is no key
   * @throws IOException if one cannot be read, or is sealed and has no key or a wrong one
   */
  public static LogReader open(Collection<Path> paths, Unsealing unsealing) throws IOException {
    LogReader reader = new LogReader(unsealing);
    for (NavigableMap<Long, SegmentFiles> segments : SegmentFiles.find(paths).values()) {
      Run run = reader.new Run(segments);
      if (run.advance()) {
        reader.heads.add(run);
      }
    }
    return reader;
  }

  /**
   * The files of a directory that {@link #open} would read, by their names; none if nobody logged
   * there.
   *
   * @throws IOException if the directory cannot be read
   */
  public static List<Path> list(Path directory) throws IOException {
    return SegmentFiles.list(directory);
  }

  /** The next record; null at the end. */
  public LogRecord next() throws IOException {
    Run run = heads.poll();
    if (run == null) {
      return null;
    }
    LogRecord record = run.head;
    if (run.advance()) {
      heads.add(run);
    }
    records++;
    return record;
  }

  /** Records read so far, with those that report drops. */
  public long records() {
    return records;
  }

  /** Segments read so far. */
  public long files() {
    return files;
  }

  /** Records that were claimed and never committed, in the segments read so far. */
  public long holes() {
    return holes;
  }

  /**
   * Claims of calls that failed before their record was written, in the segments read so far: such
   * a call has thrown, and the log says so, so they are no damage.
   */
  public long abandoned() {
    return abandoned;
  }

  /**
   * Whether {@link #holes} is exact: the claims of every segment are known. They are not where a
   * file is damaged, or its process was killed in the few instructions that close a segment.
   */
  public boolean holesExact() {
    return holesExact;
  }

  /** Where the holes are; holes side by side are one entry. */
  public List<LogHole> gaps() {
    return List.copyOf(gaps);
  }

  /**
   * What is wrong in the segments read so far, and which segments are missing between others of
   * their run. Those before the first one are not missed: {@link RetentionPolicy} removes such.
   */
  public List<LogDamage> damage() {
    return List.copyOf(damage);
  }

  /**
   * What the seals of the segments read so far prove, one entry a segment. That no newer segment
   * was removed, nor all of a run, no seal can prove.
   */
  public List<SegmentProof> proofs() {
    return List.copyOf(proofs);
  }

  @Override
  public void close() {
    heads.clear();
  }

  private record Opened(SegmentFiles files, LogSegmentImage image) {}

  /** The segments of one run that are still to be read. */
  private final class Run {
    private final NavigableMap<Long, SegmentFiles> rest;
    private long number;
    private Opened current;

    /** Where each later segment ended when an open one was found; null before that. */
    private Map<Long, Long> ends;

    private LogRecordCursor cursor;
    private RecordDecoder decoder;
    private LogRecord head;
    private long read;

    Run(NavigableMap<Long, SegmentFiles> segments) {
      this.rest = segments;
    }

    /** Moves to the next record; false if there is none. */
    boolean advance() throws IOException {
      while (cursor != null || begin()) {
        while (cursor.next()) {
          head = decoder.decode(cursor);
          if (head != null) {
            read++;
            return true;
          }
        }
        if (!readAgain()) {
          finish();
        }
      }
      return false;
    }

    private boolean begin() throws IOException {
      current = openNext();
      if (current == null) {
        return false;
      }
      cursor = new LogRecordCursor(current.image());
      decoder = new RecordDecoder(current.image().file);
      read = 0;
      files++;
      return true;
    }

    /**
     * A segment that was not closed when it was read may have been filled since, and the next ones
     * begun. So it is read again after the ends of all later ones were looked up, the last one
     * first, and those are read up to there and no further: a later segment is begun when the one
     * before is closed, so no record is read that comes after a missed one.
     */
    private boolean readAgain() throws IOException {
      if (ends != null || current.image().closed) {
        return false;
      }
      ends = current.files().laterEnds();
      LogSegmentImage now = current.files().open(unsealing);
      if (now == null) {
        return false;
      }
      current = new Opened(current.files(), now);
      cursor.proceed(now);
      return true;
    }

    private void finish() {
      holes += cursor.holes();
      abandoned += cursor.abandoned();
      holesExact &= cursor.holesExact();
      gaps.addAll(cursor.gaps());
      damage.addAll(cursor.damage());
      proofs.add(current.image().proof.after(read, !cursor.damage().isEmpty()));
      cursor = null;
    }

    private Opened openNext() throws IOException {
      while (!rest.isEmpty()) {
        long next = rest.firstKey();
        SegmentFiles segment = rest.get(next);
        boolean gap = number > 0 && next > number + 1 && segment.isListed();
        if (gap) {
          // The list may have missed files that were made while it was read.
          rest.putAll(segment.lookForRun().subMap(number, false, next, false));
          if (rest.firstKey() < next) {
            continue;
          }
        }
        rest.remove(next);
        LogSegmentImage image = openMade(next, segment);
        if (image != null) {
          // Those that were made and never used are deleted in any order.
          boolean used = image.closed || image.end > SegmentLayout.HEADER_BYTES;
          if (gap && used) {
            nameMissing(next, segment);
          }
          number = next;
          Long end = ends == null ? null : ends.get(next);
          return new Opened(segment, end == null ? image : image.upTo(end));
        }
      }
      return null;
    }

    /** Null also if a writer that lives has not yet given its newest segment a header. */
    private LogSegmentImage openMade(long next, SegmentFiles segment) throws IOException {
      LogSegmentImage image = segment.open(unsealing);
      // Checked before it is read again: what a writer that is gone has left stays as it is.
      if (image == null || image.hasHeader() || segment.isRunOver()) {
        return image;
      }
      boolean newest = segment.lookForRun().higherKey(next) == null;
      LogSegmentImage now = segment.open(unsealing);
      return newest && now != null && !now.hasHeader() ? null : now;
    }

    private void nameMissing(long next, SegmentFiles segment) throws IOException {
      // Else all before were deleted meanwhile, as retention does it.
      if (segment.lookForRun().floorKey(number) != null) {
        damage.add(
            new LogDamage(
                segment.nameOf(number + 1),
                0,
                0,
                "missing: found segment %d of the run and then %d".formatted(number, next)));
      }
    }
  }
}
