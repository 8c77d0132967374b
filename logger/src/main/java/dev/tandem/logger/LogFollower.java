package dev.tandem.logger;

import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.read.LogRecordCursor;
import dev.tandem.logger.read.LogSegmentImage;
import dev.tandem.logger.read.RecordDecoder;
import dev.tandem.logger.read.SegmentFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads log files that are being written, record by record as they come, those of a run in the
 * order of their places. It waits for a record under way, so that later records keep their place,
 * also those in the next file. A record that does not come within the given patience is reported as
 * a hole, and so is every record that is still missing when its run is over. For one thread.
 */
public final class LogFollower {
  private final Collection<Path> paths;
  private final Unsealing unsealing;
  private final long patienceNanos;
  private final Map<String, Run> runs = new HashMap<>();

  /**
   * @param paths files, or directories, of which new files are followed too
   * @param unsealing null if there is no key
   * @param patienceNanos how long to wait for a record under way while its run lives; at the end of
   *     an open file it waits as long as the run lives
   */
  public LogFollower(Collection<Path> paths, Unsealing unsealing, long patienceNanos) {
    this.paths = List.copyOf(paths);
    this.unsealing = unsealing;
    this.patienceNanos = patienceNanos;
  }

  /**
   * Hands on what has come since the last call.
   *
   * @param failures gets a message for each hole, damage and missing segment
   */
  public void poll(Consumer<LogRecord> records, Consumer<String> failures) throws IOException {
    for (Map.Entry<String, NavigableMap<Long, SegmentFiles>> run :
        SegmentFiles.find(paths).entrySet()) {
      runs.computeIfAbsent(run.getKey(), Run::new).poll(run.getValue(), records, failures);
    }
  }

  /** The segment of a run that is being read: the next one is begun when this one is done. */
  private final class Run {
    private final String name;
    private long number = -1;
    private long suspect = -1;
    private Progress progress;

    /** Known before a segment is read: all that will ever be committed is then in what is read. */
    private boolean over;

    Run(String name) {
      this.name = name;
    }

    void poll(
        NavigableMap<Long, SegmentFiles> files,
        Consumer<LogRecord> records,
        Consumer<String> failures)
        throws IOException {
      while (progress != null || begin(files, failures)) {
        SegmentFiles segment = files.get(number);
        // Checked only where a record is missing, or at an end in front of a later file: it takes a
        // lock.
        boolean stays = progress.waits || (progress.open && files.higherKey(number) != null);
        over = over || (segment != null && stays && segment.isRunOver());
        LogSegmentImage image = segment == null ? null : segment.open(unsealing);
        if (image == null) {
          if (files.higherKey(number) == null) {
            return;
          }
          failures.accept(name + ": segment " + number + " was deleted before its end was read");
        } else if (isBeingMade(image, files)) {
          // If its run ends before it has a header, the next look reports what is wrong.
          progress.waits = true;
          return;
        } else if (!progress.read(image, over, records, failures)) {
          return;
        }
        progress = null;
      }
    }

    /** Whether a writer that lives has not yet given its newest segment a header. */
    private boolean isBeingMade(LogSegmentImage image, NavigableMap<Long, SegmentFiles> files) {
      return !over && !image.hasHeader() && files.higherKey(number) == null;
    }

    private boolean begin(NavigableMap<Long, SegmentFiles> files, Consumer<String> failures) {
      Long next = files.higherKey(number);
      if (next == null) {
        return false;
      }
      if (number >= 0 && next > number + 1) {
        if (suspect != next) {
          // The list may have missed a file that was made while it was read; the next has it.
          suspect = next;
          return false;
        }
        failures.accept(
            name + ": found segment " + next + " after " + number + ", those between are missing");
      }
      number = next;
      progress = new Progress();
      return true;
    }
  }

  /** How far a segment has been read. */
  private final class Progress {
    private final Set<String> reported = new HashSet<>();
    private long at = SegmentLayout.HEADER_BYTES;
    private RecordDecoder decoder;
    private long gapAt = -1;
    private long gapSince;

    /** Whether the last reading ended before a record under way. */
    private boolean waits;

    /** Whether the segment was not closed then. */
    private boolean open;

    /**
     * Hands on what is new; whether nothing more will come, because the segment is closed or its
     * run was over before it was read.
     */
    boolean read(
        LogSegmentImage image,
        boolean over,
        Consumer<LogRecord> records,
        Consumer<String> failures) {
      if (decoder == null) {
        decoder = new RecordDecoder(image.file);
      }
      LogRecordCursor cursor = new LogRecordCursor(image, at);
      waits = false;
      open = !image.closed;
      while (!waits && cursor.step()) {
        // The end of a segment that is open is under way however long it takes.
        boolean last = cursor.position() == image.end && !image.closed;
        waits = cursor.isHole() && !over && (last || isUnderWay(cursor.offset()));
        if (!waits) {
          at = cursor.position();
          LogRecord record = cursor.record() == null ? null : decoder.decode(cursor);
          if (record != null) {
            records.accept(record);
          }
        }
      }
      boolean done = (image.closed || over) && !waits;
      for (LogDamage damage : cursor.damage()) {
        if (!waits || damage.offset() < at) {
          report(damage.toString(), failures);
        }
      }
      for (LogHole hole : cursor.gaps()) {
        if (done || hole.offset() < at) {
          report(hole.toString(), failures);
        }
      }
      return done;
    }

    private void report(String what, Consumer<String> failures) {
      if (reported.add(what)) {
        failures.accept(what);
      }
    }

    /** Whether the hole at which the reading stands may still become a record. */
    private boolean isUnderWay(long hole) {
      long now = System.nanoTime();
      if (gapAt != hole) {
        gapAt = hole;
        gapSince = now;
      }
      return now - gapSince < patienceNanos;
    }
  }
}
