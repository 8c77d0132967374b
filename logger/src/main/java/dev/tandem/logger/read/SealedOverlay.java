package dev.tandem.logger.read;

import dev.tandem.logger.LogDamage;
import dev.tandem.logger.PartOrigin;
import dev.tandem.logger.Unsealing;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.LogSegment;
import dev.tandem.logger.storage.SealedHole;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lays the sealed stretches of a segment one over the other. */
final class SealedOverlay {
  private final MemorySegment whole;
  private final List<LogDamage> damage;
  private long covered;
  private boolean filledByFound;

  /**
   * Begins with what the plain file has.
   *
   * @param damage is added to
   */
  SealedOverlay(MemorySegment whole, List<LogDamage> damage) {
    this.whole = whole;
    this.damage = damage;
  }

  /** Whether a hole of earlier stretches was filled with what a later store found. */
  boolean isFilledByFound() {
    return filledByFound;
  }

  /** Adds a stretch; where there are sealed bytes already, it fills holes and no more. */
  void lay(Path file, Unsealing.Part part) {
    MemorySegment bytes = part.bytes();
    long start = part.start();
    long end = start + bytes.byteSize();
    if (start > Math.max(covered, SegmentLayout.HEADER_BYTES)) {
      damage.add(
          new LogDamage(
              file, covered, start - covered, "found no sealed bytes before those of this file"));
    }
    long again = Math.max(0, Math.min(covered, end) - start);
    if (again > 0) {
      fill(file, part, again);
    }
    if (again < bytes.byteSize()) {
      MemorySegment.copy(bytes, again, whole, start + again, bytes.byteSize() - again);
    }
    covered = Math.max(covered, end);
  }

  private void fill(Path file, Unsealing.Part part, long length) {
    long start = part.start();
    MemorySegment bytes = part.bytes().asSlice(0, length);
    MemorySegment before = whole.asSlice(start, length);
    if (before.mismatch(bytes) < 0) {
      return;
    }
    for (SealedHole hole : holes()) {
      long from = Math.max(hole.from(), start);
      long to = Math.min(hole.to(), start + length);
      if (from < to) {
        MemorySegment later = bytes.asSlice(from - start, to - from);
        MemorySegment place = whole.asSlice(from, to - from);
        filledByFound |= part.origin() == PartOrigin.FOUND && place.mismatch(later) >= 0;
        place.copyFrom(later);
      }
    }
    long differs =
        part.origin() == PartOrigin.FOUND ? contradiction(before, bytes) : before.mismatch(bytes);
    if (differs >= 0) {
      damage.add(
          new LogDamage(
              file,
              start + differs,
              0,
              "found other bytes than those that were sealed here as they were written"));
    }
  }

  /**
   * Where found bytes say something else than the sealed ones, -1 if nowhere. Zeros say nothing:
   * what is sealed is wiped, and a power cut may keep the zeros and lose the word of the header
   * that says so.
   */
  private static long contradiction(MemorySegment before, MemorySegment found) {
    long length = found.byteSize();
    for (long at = before.mismatch(found); at >= 0 && at < length; at++) {
      byte there = found.get(ValueLayout.JAVA_BYTE, at);
      if (there != 0 && there != before.get(ValueLayout.JAVA_BYTE, at)) {
        return at;
      }
    }
    return -1;
  }

  /** Fills holes with records that are committed in the plain file and not sealed yet. */
  void fillFrom(MemorySegment plain) {
    if (plain.byteSize() < SegmentLayout.HEADER_BYTES) {
      return;
    }
    long fileId = SegmentLayout.getLong(plain, SegmentLayout.FILE_ID_AT);
    LogSegment segment = new LogSegment(plain, fileId, null, null);
    for (SealedHole hole : holes()) {
      long limit = Math.min(hole.to(), plain.byteSize());
      long at = segment.nextCommitted(hole.from(), limit);
      while (at < limit) {
        long end = segment.committedEnd(at, limit);
        MemorySegment.copy(plain, at, whole, at, end - at);
        at = segment.nextCommitted(end, limit);
      }
    }
  }

  /** Zeros where a record would begin, up to the next one. */
  private List<SealedHole> holes() {
    List<SealedHole> holes = new ArrayList<>();
    long at = SegmentLayout.HEADER_BYTES;
    while (at + RecordLayout.HEADER_BYTES <= covered) {
      int length = SegmentLayout.getInt(whole, at);
      if (length > 0) {
        at += SegmentLayout.alignedLength(length);
        continue;
      }
      long from = at;
      while (at + 8 <= covered && SegmentLayout.getLong(whole, at) == 0) {
        at += 8;
      }
      if (at > from) {
        holes.add(new SealedHole(from, at));
      } else {
        at += 8;
      }
    }
    return holes;
  }
}
