package dev.tandem.logger.read;

import dev.tandem.logger.LogDamage;
import dev.tandem.logger.PartOrigin;
import dev.tandem.logger.Unsealing;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.Zeros;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The sealed stretches of a segment over what its plain file still has. Those of the store that
 * wrote the segment follow each other from its beginning. Where they have the zeros of a hole, a
 * later stretch may fill it: one of the same store, with a record that came late, or else one of a
 * later store, which found a crash and sealed plain bytes that anybody could have changed.
 * Elsewhere the former count.
 *
 * @param bytes of the whole segment
 * @param end behind the last sealed byte
 * @param asWritten behind the last byte that was sealed as it was written
 * @param complete whether what was sealed as it was written has a clean end
 * @param clean whether that, or what a later store found, has one
 * @param filled whether a hole of what was sealed as it was written was filled by a later store
 */
record SealedParts(
    MemorySegment bytes,
    long end,
    long asWritten,
    boolean complete,
    boolean clean,
    boolean filled) {

  private record Stretch(Path file, Unsealing.Part part) {
    long start() {
      return part.start();
    }

    long end() {
      return part.start() + part.bytes().byteSize();
    }

    PartOrigin origin() {
      return part.origin();
    }

    boolean isClean() {
      return part.loss() == null;
    }

    /** Whether it has nothing from an offset on but zeros that a later store found. */
    boolean isEmptyFrom(long offset) {
      return end() <= offset || (origin() == PartOrigin.FOUND && isZeroFrom(offset));
    }

    private boolean isZeroFrom(long offset) {
      long from = Math.max(0, offset - start());
      return Zeros.begin(part.bytes(), from) == from;
    }

    /**
     * Of two that begin at one place the longer is first; of two that were found, the earlier one:
     * a power cut may have left zeros to the other.
     */
    static Comparator<Stretch> byPlace() {
      return Comparator.comparingLong(Stretch::start)
          .thenComparingLong(stretch -> stretch.origin() == PartOrigin.FOUND ? 0 : -stretch.end())
          .thenComparingInt(stretch -> stretch.file().toString().length())
          .thenComparing(Stretch::file);
    }

    /**
     * As written, late, found: each may fill holes of those before it. Found bytes come from a file
     * that anybody could have changed, so they displace nothing. A late record whose place was lost
     * as it was written, or never was, is last: what was found may have the place.
     */
    int rank(long written) {
      return switch (origin()) {
        case WRITTEN -> 0;
        case LATE -> end() <= written ? 1 : 3;
        case FOUND -> 2;
      };
    }
  }

  /**
   * Opens the sealed files of a segment.
   *
   * @param plain what the plain file has, read before this call; empty if there is none
   * @param damage is added to
   */
  static SealedParts read(
      MemorySegment plain, List<Path> files, Unsealing unsealing, List<LogDamage> damage)
      throws IOException {
    List<Stretch> stretches = new ArrayList<>();
    for (Path file : files) {
      stretches.add(new Stretch(file, unsealing.read(file)));
    }
    long written =
        stretches.stream()
            .filter(stretch -> stretch.origin() == PartOrigin.WRITTEN)
            .mapToLong(Stretch::end)
            .max()
            .orElse(0);
    stretches.sort(
        Comparator.comparingInt((Stretch stretch) -> stretch.rank(written))
            .thenComparing(Stretch.byPlace()));
    nameLosses(stretches, plain, damage);
    long end = 0;
    long asWritten = 0;
    long cleanEnd = -1;
    boolean clean = false;
    for (Stretch stretch : stretches) {
      end = Math.max(end, stretch.end());
      clean |= stretch.isClean() && stretch.origin() != PartOrigin.LATE;
      if (stretch.origin() == PartOrigin.WRITTEN && stretch.start() <= asWritten) {
        asWritten = Math.max(asWritten, stretch.end());
        cleanEnd = stretch.isClean() ? stretch.end() : cleanEnd;
      }
    }
    long covered = end;
    long behind = cleanEnd;
    if (cleanEnd >= 0 && stretches.stream().allMatch(stretch -> stretch.isEmptyFrom(behind))) {
      end = cleanEnd;
    }
    if (cleanEnd >= 0 && end > cleanEnd) {
      damage.add(
          new LogDamage(
              stretches.get(0).file(),
              cleanEnd,
              end - cleanEnd,
              "found sealed bytes behind a clean end"));
    }
    boolean complete = cleanEnd >= 0;
    long size = Math.max(plain.byteSize(), covered);
    MemorySegment whole = Arena.ofAuto().allocate(Math.max(8, size), 8).asSlice(0, size);
    whole.copyFrom(plain);
    SealedOverlay overlay = new SealedOverlay(whole, damage);
    for (Stretch stretch : stretches) {
      overlay.lay(stretch.file(), stretch.part());
    }
    if (!complete) {
      overlay.fillFrom(plain);
    }
    keepHeader(whole, plain, stretches.get(0).start() == 0);
    return new SealedParts(whole, end, asWritten, complete, clean, overlay.isFilledByFound());
  }

  /** A part that was cut short is continued by another one, or by the plain file. */
  private static void nameLosses(
      List<Stretch> stretches, MemorySegment plain, List<LogDamage> damage) {
    boolean hasPlain = plain.byteSize() >= SegmentLayout.HEADER_BYTES;
    long wiped = hasPlain ? SegmentLayout.getLong(plain, SegmentLayout.WIPED_AT) : Long.MAX_VALUE;
    // The plain file keeps the header, so the next part may begin behind it.
    long least = hasPlain ? SegmentLayout.HEADER_BYTES : 0;
    for (Stretch stretch : stretches) {
      if (stretch.isClean()) {
        continue;
      }
      long end = Math.max(least, stretch.end());
      if (stretch.part().foreign()) {
        damage.add(new LogDamage(stretch.file(), 0, 0, stretch.part().loss()));
        continue;
      }
      boolean continued = end >= wiped;
      for (Stretch other : stretches) {
        boolean ends = other.end() == end && other.isClean();
        continued |=
            other.origin() != PartOrigin.LATE
                && other.start() <= end
                && (other.end() > end || ends);
      }
      if (!continued) {
        damage.add(new LogDamage(stretch.file(), end, 0, stretch.part().loss()));
      }
    }
  }

  /** Behind the words that never change, the plain header is newer than its sealed copy. */
  private static void keepHeader(MemorySegment whole, MemorySegment plain, boolean sealed) {
    long end = SegmentLayout.HEADER_BYTES;
    if (plain.byteSize() >= end && whole.byteSize() >= end) {
      long from = sealed ? SegmentLayout.CLAIM_AT : 0;
      MemorySegment.copy(plain, from, whole, from, end - from);
    }
  }
}
