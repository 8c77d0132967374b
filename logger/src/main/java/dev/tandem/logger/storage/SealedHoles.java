package dev.tandem.logger.storage;

import dev.tandem.logger.PartOrigin;
import dev.tandem.logger.SegmentSink;
import dev.tandem.logger.UnforcedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Places of a segment that were sealed as the zeros of a hole because nobody had committed them.
 * Records that come after all are sealed into parts of their own, one at a time: a part that cannot
 * be ended is resumed, a broken one is removed before the next begins. Such records do come: a call
 * that meets a page fault on a disk that stalls returns when the disk is back, and what a call has
 * returned for is not lost.
 */
final class SealedHoles {
  private final SinkOpener opener;
  private final List<SealedHole> holes = new ArrayList<>(0);

  /** The part under way; null if there is none. */
  private SegmentSink part;

  private CommittedBlock late;

  SealedHoles(SinkOpener opener) {
    this.opener = opener;
  }

  void add(long from, long to) {
    holes.add(new SealedHole(from, to));
  }

  /** Forgets those from an offset on: they were not sealed after all. */
  void forgetFrom(long offset) {
    holes.removeIf(hole -> hole.from() >= offset);
  }

  /** Where the hole around an offset begins; the offset itself if there is none. */
  long beginAround(long offset) {
    for (SealedHole hole : holes) {
      if (hole.from() < offset && offset < hole.to()) {
        return hole.from();
      }
    }
    return offset;
  }

  boolean isEmpty() {
    return holes.isEmpty();
  }

  /** In the order of their places. */
  List<SealedHole> list() {
    return holes;
  }

  /** Seals and wipes the records that have come. */
  void seal(LogSegment segment) throws IOException {
    while (part != null || begin(segment)) {
      end(segment);
    }
  }

  /** Whether a record has come that is not sealed. */
  boolean isBehind(LogSegment segment) {
    return part != null
        || holes.stream()
            .anyMatch(hole -> segment.nextCommitted(hole.from(), hole.to()) < hole.to());
  }

  private boolean begin(LogSegment segment) throws IOException {
    for (SealedHole hole : holes) {
      long from = segment.nextCommitted(hole.from(), hole.to());
      if (from < hole.to()) {
        late = CommittedBlock.at(segment, from, hole.to());
        part = opener.open(segment.file().info(), from, PartOrigin.LATE);
        return true;
      }
    }
    return false;
  }

  private void end(LogSegment segment) throws IOException {
    try {
      if (part.takenTo() == late.from()) {
        part.accept(
            segment.memory().asSlice(late.from(), late.length()), late.from(), late.records());
      }
      part.end();
    } catch (UnforcedException | RuntimeException | Error broken) {
      SegmentSink removed = part;
      part = null;
      try {
        removed.delete();
      } catch (IOException | RuntimeException | Error e) {
        Failures.suppress(broken, e);
      }
      throw broken;
    }
    // The plain record may survive the machine already.
    opener.forceNames();
    SegmentSink ended = part;
    part = null;
    segment.memory().asSlice(late.from(), late.length()).fill((byte) 0);
    fill();
    ended.close();
  }

  /** The record under way is no hole any more. */
  private void fill() {
    for (int i = 0; i < holes.size(); i++) {
      SealedHole hole = holes.get(i);
      if (hole.from() <= late.from() && late.to() <= hole.to()) {
        holes.remove(i);
        if (late.to() < hole.to()) {
          holes.add(i, new SealedHole(late.to(), hole.to()));
        }
        if (hole.from() < late.from()) {
          holes.add(i, new SealedHole(hole.from(), late.from()));
        }
        return;
      }
    }
  }

  /** Gives the part under way up as it is; its record stays in the plain file. */
  void abandon() throws IOException {
    if (part != null) {
      part.close();
    }
  }
}
