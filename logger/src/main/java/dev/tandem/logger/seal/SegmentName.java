package dev.tandem.logger.seal;

import dev.tandem.logger.SegmentInfo;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which segment a file is of, as its name says.
 *
 * @param run of the store: the store's name and the run's. Two stores on one directory may have
 *     begun at once, and then only the store's name distinguishes their runs.
 * @param number in the run
 */
record SegmentName(String run, long number) {
  private static final Pattern NAME =
      Pattern.compile("(.+-\\d{8}T\\d{9}-\\d+-\\d+)-(\\d{6,18})\\.tlog(\\..+)?");

  /** Null if this is no name of a store's file. */
  static SegmentName of(Path file) {
    Matcher name = NAME.matcher(file.getFileName().toString());
    return name.matches() ? new SegmentName(name.group(1), Long.parseLong(name.group(2))) : null;
  }

  /** What the files of a segment's run are bound to. */
  static String runOf(SegmentInfo segment) {
    SegmentName name = of(segment.file());
    return name == null ? segment.run() : name.run();
  }
}
