package dev.tandem.logger.storage;

import dev.tandem.logger.RecordSeal;
import dev.tandem.logger.SegmentInfo;
import dev.tandem.logger.format.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * What is left to do with a segment that is closed and sealed: the end of its sealed file, or the
 * mark of its end, the cut, the removal. An attempt that fails is repeated from the step that
 * failed. Two things are never tried again: a mark that could not be sealed, because its nonce may
 * have been used, and a force, because the system forgets what it could not write.
 */
public final class SegmentEnding {
  private final SegmentTail tail;
  private final SegmentFile file;
  private final boolean awaited;
  private final boolean force;
  private final FailureReporter failureReporter;
  private final long end;
  private final long claims;
  private boolean remapped;
  private boolean sealed;
  private boolean forced;

  /** Of a segment whose records are sealed one by one, once it is unmapped. */
  private MemorySegment header;

  /**
   * Begins the end of a segment.
   *
   * @param awaited whether a writer may still be about to write
   * @param force whether a file that stays is made to survive the machine
   */
  public SegmentEnding(
      SegmentTail tail, boolean awaited, boolean force, FailureReporter failureReporter) {
    this.tail = tail;
    this.file = tail.segment().file();
    this.awaited = awaited;
    this.force = force;
    this.failureReporter = failureReporter;
    this.end = tail.claimed();
    this.claims = SegmentLayout.claimsOf(tail.claimWord());
    if (!awaited) {
      tail.segment().setComplete();
    }
  }

  SegmentInfo info() {
    return file.info();
  }

  /** Between attempts that fail. */
  RetryPause pause() {
    return tail.pause();
  }

  long end() {
    return end;
  }

  long claims() {
    return claims;
  }

  /** Whether a file of plain records stays. */
  boolean isPlain() {
    return !tail.isToBeSealed() && tail.segment().seal() == null;
  }

  /**
   * Whether a file stays that nothing has forced, and that can be. After a force has failed,
   * another force of the file proves nothing.
   */
  boolean isUnforced() {
    return !tail.isToBeSealed() && !force && !file.isLost();
  }

  /** Does what has not been done yet. */
  public void attempt() throws IOException {
    if (tail.isToBeSealed()) {
      endSealed();
    } else {
      endInPlace();
    }
  }

  private void endSealed() throws IOException {
    if (awaited && !remapped) {
      // First: a record that comes after this is reported to its caller as not written.
      tail.remap();
      remapped = true;
    }
    if (!sealed) {
      tail.end();
      sealed = true;
    }
    file.delete();
  }

  private void endInPlace() throws IOException {
    if (tail.segment().seal() != null && header == null) {
      mark(tail.segment().seal());
    }
    file.unmap();
    // Before the mark, which says how long the file is.
    file.cut(end);
    if (header != null) {
      file.write(header);
    }
    if (force && !forced) {
      forced = true;
      failureReporter.during("cannot force " + file.info().file(), file::force);
    }
    file.close();
  }

  /** Has the header sealed as it will stay. */
  private void mark(RecordSeal seal) {
    MemorySegment copy = MemorySegment.ofArray(new long[SegmentLayout.HEADER_BYTES / 8]);
    copy.copyFrom(tail.segment().memory().asSlice(0, SegmentLayout.HEADER_BYTES));
    // Nobody claims in a segment that is unmapped; before, claims that fail change the claim word.
    file.unmap();
    long closed = SegmentLayout.getLong(copy, SegmentLayout.CLOSED_AT);
    SegmentLayout.putLong(copy, SegmentLayout.CLAIM_AT, closed);
    header = copy;
    failureReporter.during(
        "cannot seal the end of " + file.info().file(),
        () -> {
          try {
            seal.end(copy, end, claims);
          } finally {
            seal.close();
          }
        });
  }

  /** Makes what there is survive the machine. */
  public void force() throws IOException {
    if (!sealed) {
      tail.force();
    }
  }

  /** Gives up: what is left to be done is left to the next store on the directory. */
  public void release() throws IOException {
    try {
      if (!sealed) {
        tail.abandon();
      }
    } finally {
      file.close();
    }
  }
}
