package dev.tandem.logger.storage;

import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.SyncPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Segments that are closed and sealed, until all is done with them. For the maintenance thread, in
 * its lock.
 */
public final class SegmentEndings {
  private final LogStoreConfig config;
  private final ActiveSegment active;
  private final ClosedFiles closedFiles;
  private final Forcing forcing;
  private final FailureReporter failureReporter;
  private final List<SegmentEnding> endings = new ArrayList<>();
  private long last;
  private long claims;
  private long bytes;
  private long segments;

  public SegmentEndings(
      LogStoreConfig config,
      ActiveSegment active,
      ClosedFiles closedFiles,
      Forcing forcing,
      FailureReporter failureReporter) {
    this.config = config;
    this.active = active;
    this.closedFiles = closedFiles;
    this.forcing = forcing;
    this.failureReporter = failureReporter;
  }

  /**
   * Takes a segment over; the next attempt is the first with it.
   *
   * @param awaited whether a writer may still be about to write
   */
  public void add(SegmentTail tail, boolean awaited) {
    SegmentEnding ending =
        new SegmentEnding(tail, awaited, !config.sync().equals(SyncPolicy.NONE), failureReporter);
    endings.add(ending);
    last = Math.max(last, ending.info().number());
    claims += ending.claims();
    bytes += ending.end();
    segments++;
  }

  /**
   * Does what has not been done yet; whether any segment is done with now.
   *
   * @param insists whether to try also what has failed a moment ago
   */
  public boolean attempt(boolean insists) {
    boolean any = false;
    Iterator<SegmentEnding> each = endings.iterator();
    while (each.hasNext()) {
      SegmentEnding ending = each.next();
      if (attempt(ending, insists)) {
        each.remove();
        any = true;
        if (ending.isUnforced()) {
          failureReporter.during(
              "cannot force the log", () -> forcing.finished(ending.info().file()));
        }
        closedFiles.finished(ending.info(), ending.isPlain());
        active.finished();
      }
    }
    return any;
  }

  private boolean attempt(SegmentEnding ending, boolean insists) {
    RetryPause pause = ending.pause();
    return (insists || pause.isOver(System.nanoTime()))
        && failureReporter.during("cannot finish", ending.info().file(), pause, ending::attempt);
  }

  public boolean isEmpty() {
    return endings.isEmpty();
  }

  /** Whether a segment of this number was taken over. */
  public boolean had(long number) {
    return number <= last;
  }

  /** Number of the first segment that is not done with. */
  public long first() {
    return endings.stream().mapToLong(ending -> ending.info().number()).min().orElse(last + 1);
  }

  public void force() throws IOException {
    FailureCollector files = new FailureCollector();
    for (SegmentEnding ending : endings) {
      files.run(ending::force);
    }
    files.end();
  }

  /** Leaves what is not done to the next store on the directory. */
  public void release() {
    for (SegmentEnding ending : endings) {
      failureReporter.during("cannot close " + ending.info().file(), ending::release);
    }
  }

  /** Claims in the segments that were taken over. */
  public long claims() {
    return claims;
  }

  /** Bytes that were claimed in them. */
  public long bytes() {
    return bytes;
  }

  /** How many were taken over. */
  public long segments() {
    return segments;
  }
}
