package dev.tandem.logger;

import java.util.List;

/**
 * What a store has done since it was opened.
 *
 * @param records that were reported to callers as written
 * @param bytes claimed in segments
 * @param drops records not written for want of a segment, by {@link LogLevel} code
 * @param rotations segments that were closed
 * @param holes found in what earlier runs left, when this store was opened
 * @param abandoned records whose writers failed, for instance for want of stack, after their place
 *     was claimed; the place says so
 * @param sealerLag bytes that are written and not yet sealed
 * @param sealerBacklog closed segments that wait for being sealed
 * @param deleted files that retention removed
 * @param segmentFailures attempts to make a segment that failed
 * @param failures attempts at other work that failed: sealing, forcing, compressing, deleting
 */
public record LogMetrics(
    long records,
    long bytes,
    List<Long> drops,
    long rotations,
    long holes,
    long abandoned,
    long sealerLag,
    long sealerBacklog,
    long deleted,
    long segmentFailures,
    long failures) {

  /** Records dropped at any level. */
  public long dropped() {
    long all = 0;
    for (long count : drops) {
      all += count;
    }
    return all;
  }
}
