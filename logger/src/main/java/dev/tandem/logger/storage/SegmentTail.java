package dev.tandem.logger.storage;

import dev.tandem.logger.PartOrigin;
import dev.tandem.logger.SegmentSink;
import dev.tandem.logger.UnforcedException;
import dev.tandem.logger.format.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * How far the maintenance thread has got with a segment: what is committed, and what of it is
 * sealed.
 *
 * <p>A claim that is not committed for long is sealed as the zeros of a hole. Should its record
 * come after all, it is sealed into a file of its own.
 */
public final class SegmentTail {
  /** Null if this segment is not sealed stretch by stretch. */
  private final SinkOpener opener;

  private final SealedHoles holes;
  private final RetryPause pause = new RetryPause();
  private LogSegment segment;
  private long patienceNanos;

  /** The sealed file that is being written; null if there is none at the moment. */
  private SegmentSink sink;

  /** Where that file begins, or the next one if there is none. */
  private long start;

  private long waitedFor = -1;
  private long waitingSince;
  private long committed = SegmentLayout.HEADER_BYTES;
  private long wiped = SegmentLayout.HEADER_BYTES;

  /** Up to here all was to be sealed, also what fills no block. */
  private long wanted;

  /** Up to here the plain bytes survive the machine. */
  private long plainForced;

  /** A sealed file could not be forced, and none since. */
  private boolean distrusts;

  private long lastSealed = System.nanoTime();

  /**
   * Begins to follow a segment.
   *
   * @param opener null if this segment is not sealed stretch by stretch
   * @param patienceNanos how long a claim that is not committed holds up the sealing of others
   */
  public SegmentTail(LogSegment segment, SinkOpener opener, long patienceNanos) {
    this.segment = segment;
    this.opener = opener;
    this.holes = new SealedHoles(opener);
    this.patienceNanos = patienceNanos;
  }

  /** Seals from now on as a hole what is not committed. */
  public void waitNoLonger() {
    patienceNanos = 0;
  }

  public LogSegment segment() {
    return segment;
  }

  /** Between attempts to seal it, or to end it, that fail. */
  public RetryPause pause() {
    return pause;
  }

  public boolean isToBeSealed() {
    return opener != null;
  }

  boolean isClosed() {
    return segment.closedAcquire() != 0;
  }

  /** Where claims end at the moment. */
  public long claimed() {
    return Math.min(segment.capacity(), SegmentLayout.offsetOf(claimWord()));
  }

  /** The word that counts the claims in this segment. */
  public long claimWord() {
    long closed = segment.closedAcquire();
    return closed == 0 ? segment.claimsAcquire() : closed;
  }

  /**
   * Whether every claim of the closed segment was committed, and who closed it is done: nobody
   * writes to it any more. The end alone is no proof. It is read in the memory, and its writer may
   * still be in the call that wrote it.
   */
  public boolean isComplete() {
    return segment.isRetired() && holes.isEmpty() && advance() == claimed();
  }

  /** The end of the committed records. */
  private long advance() {
    // What was sealed was committed, and is wiped: it cannot be walked any more.
    committed = segment.committedEnd(Math.max(committed, takenTo()), claimed());
    return committed;
  }

  /** Up to where all is taken to be sealed. */
  public long takenTo() {
    return sink == null ? start : sink.takenTo();
  }

  /** Up to where what was sealed is written. */
  private long writtenTo() {
    return sink == null ? start : sink.writtenTo();
  }

  /** Whether a record before this offset is committed and not sealed. */
  public boolean isHeldUp(long to) {
    return takenTo() < to && segment.nextCommitted(takenTo(), to) < to;
  }

  /** Whether the claim that holds up the sealing was waited for long enough. */
  public boolean isPatienceOver() {
    return waitedFor == takenTo() && System.nanoTime() - waitingSince >= patienceNanos;
  }

  /** Bytes that are claimed and not yet sealed. */
  public long lag() {
    return opener == null ? 0 : claimed() - Math.max(SegmentLayout.HEADER_BYTES, writtenTo());
  }

  /** Whether all of a closed segment is sealed, or it needs none of that. */
  public boolean isSealed() {
    return opener == null || (isClosed() && writtenTo() >= claimed());
  }

  /** Whether claims were sealed as holes that have not been committed yet. */
  public boolean hasHoles() {
    return !holes.isEmpty();
  }

  /** All that is claimed by now is to be sealed, though it is not tried now. */
  public void want() {
    wanted = claimed();
  }

  /**
   * Seals what is committed in blocks of up to 64 KiB, and wipes it. If that is done, the next
   * attempt needs no pause.
   *
   * @param all whether to seal also what does not fill a block
   */
  public void seal(boolean all, long intervalNanos) throws IOException {
    long limit = claimed();
    wanted = all ? limit : wanted;
    // What was wanted and has failed stays wanted.
    boolean rest =
        takenTo() < wanted || isClosed() || System.nanoTime() - lastSealed >= intervalNanos;
    if (writtenTo() < takenTo()) {
      // A block that an earlier attempt took, and could not write.
      forceSink();
    }
    holes.seal(segment);
    if (takenTo() == 0) {
      accept(segment.memory().asSlice(0, SegmentLayout.HEADER_BYTES), 0, 0);
    }
    while (takenTo() < limit) {
      long from = takenTo();
      CommittedBlock block = CommittedBlock.at(segment, from, limit);
      if (block.length() == 0) {
        if (!sealHole(from, limit)) {
          break;
        }
      } else if (!rest && block.length() < CommittedBlock.MOST / 2) {
        break;
      } else {
        accept(segment.memory().asSlice(from, block.length()), from, block.records());
        wipeUnlessForced();
      }
    }
    wipe();
    if (rest) {
      lastSealed = System.nanoTime();
    }
    pause.end();
  }

  private void accept(MemorySegment bytes, long offset, long records) throws IOException {
    open();
    try {
      sink.accept(bytes, offset, records);
    } catch (RuntimeException | Error broken) {
      replaceSink(broken);
      throw broken;
    }
  }

  private void open() throws IOException {
    if (sink == null) {
      sink = opener.open(segment.file().info(), start, PartOrigin.WRITTEN);
    }
  }

  /** A sink that has failed for good is continued by another one. */
  private void replaceSink(Throwable broken) throws IOException {
    if (sink.writtenTo() > start) {
      try {
        // Nothing else will: its plain bytes are wiped, and it is not known any more.
        sink.force();
      } catch (IOException | RuntimeException | Error unforced) {
        Failures.suppress(unforced, broken);
        distrustSink(unforced);
        throw unforced;
      }
    }
    leaveSink(sink.writtenTo());
  }

  /** What was left to other sinks was forced before. */
  private void forceSink() throws IOException {
    try {
      if (sink != null) {
        sink.force();
        distrusts = false;
      }
    } catch (UnforcedException e) {
      distrustSink(e);
      throw e;
    }
  }

  /**
   * No later force would prove that the sealed file has what was written to it. So what is not
   * wiped is sealed again into another file, and wiped when that is forced.
   */
  private void distrustSink(Throwable cause) {
    distrusts = true;
    try {
      leaveSink(wiped > SegmentLayout.HEADER_BYTES ? wiped : start);
    } catch (IOException | RuntimeException | Error e) {
      Failures.suppress(cause, e);
    }
  }

  /** Continues with another sink from some offset; this one is removed if none of it is needed. */
  private void leaveSink(long offset) throws IOException {
    SegmentSink left = sink;
    sink = null;
    long begun = start;
    // A part begins with a record or a hole; what of a hole is sealed is not wiped.
    start = Math.max(begun, holes.beginAround(offset));
    wiped = Math.max(SegmentLayout.HEADER_BYTES, Math.min(wiped, start));
    holes.forgetFrom(start);
    if (start == begun) {
      left.delete();
    } else {
      left.close();
    }
  }

  /** Seals claims that have not been committed for too long as a hole; false if it is too early. */
  private boolean sealHole(long from, long limit) throws IOException {
    long now = System.nanoTime();
    if (waitedFor != from) {
      waitedFor = from;
      waitingSince = now;
    }
    long to = segment.nextCommitted(from + 8, limit);
    if (now - waitingSince < patienceNanos || (to == limit && !isClosed())) {
      return false;
    }
    try {
      for (long at = from; at < to; at = takenTo()) {
        accept(Zeros.of(Math.min(CommittedBlock.MOST, to - at)), at, 0);
      }
    } finally {
      if (takenTo() > from) {
        holes.add(from, takenTo());
      }
    }
    wipeUnlessForced();
    return true;
  }

  /** Between blocks; what needs a force first is wiped behind the last of them. */
  private void wipeUnlessForced() throws IOException {
    if (!isForceNeeded()) {
      wipe();
    }
  }

  /**
   * Whether what is wiped next must be forced first: what survives the machine must not stop to do
   * so, and where forces fail each file must prove itself, or each would be followed by another.
   */
  private boolean isForceNeeded() {
    return wiped < plainForced || distrusts;
  }

  private void wipe() throws IOException {
    long to = writtenTo();
    if (to > wiped) {
      if (isForceNeeded()) {
        forceSink();
        opener.forceNames();
      }
      // Said first: bytes that are gone and not said to be would be taken for holes.
      SegmentLayout.putLongRelease(segment.memory(), SegmentLayout.WIPED_AT, to);
      long at = wiped;
      for (SealedHole hole : holes.list()) {
        // Somebody may be writing there.
        if (hole.from() > at) {
          fill(at, Math.min(hole.from(), to));
        }
        at = Math.max(at, hole.to());
      }
      fill(at, to);
      wiped = to;
    }
  }

  private void fill(long from, long to) {
    if (from < to) {
      segment.memory().asSlice(from, to - from).fill((byte) 0);
    }
  }

  /**
   * Makes what was committed when all was last to be sealed survive the machine: as it is sealed,
   * or plain where it could not be sealed yet, or its sealed file not be written.
   */
  public void force() throws IOException {
    if (opener == null) {
      // Its memory may be taken away already.
      segment.file().force();
      return;
    }
    try {
      forceSink();
    } finally {
      if (writtenTo() < takenTo() || sink == null || isHeldUp(wanted) || holes.isBehind(segment)) {
        forcePlain();
      }
    }
  }

  private void forcePlain() throws IOException {
    long to = claimed();
    segment.file().force();
    plainForced = to;
  }

  /** Takes the memory away from writers that have not come: from now on their calls fail. */
  void remap() throws IOException {
    segment = segment.remapped();
  }

  /**
   * Seals the last late records, and ends the sealed file as a clean one. If it fails it can be
   * called again.
   */
  public void end() throws IOException {
    if (!isSealed()) {
      // The part that had it could not be forced.
      seal(true, 0);
    }
    holes.seal(segment);
    open();
    try {
      sink.end();
    } catch (UnforcedException e) {
      distrustSink(e);
      throw e;
    } catch (RuntimeException | Error broken) {
      replaceSink(broken);
      throw broken;
    }
    SegmentSink ended = sink;
    start = ended.takenTo();
    sink = null;
    ended.close();
  }

  /** Gives sealed files up as they are, after a last force: nobody will force them again. */
  public void abandon() throws IOException {
    try {
      force();
    } finally {
      close();
    }
  }

  private void close() throws IOException {
    try {
      holes.abandon();
    } finally {
      if (sink != null) {
        sink.close();
      }
    }
  }
}
