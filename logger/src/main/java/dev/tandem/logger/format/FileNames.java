package dev.tandem.logger.format;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of log files: {@code NAME-RUN-NUMBER.tlog}, with {@code .zst} behind it when it is
 * compressed, and whatever a sealing puts behind it. A run is named by its start, its process and
 * its place among those that began together, so names sort by time.
 */
public final class FileNames {
  public static final String SUFFIX = ".tlog";
  public static final String COMPRESSED = ".zst";
  public static final String PART = ".part";
  static final String LOCK = ".lock";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Pattern RUN = Pattern.compile("\\d{8}T\\d{9}-\\d+-\\d+");
  private static final Pattern FILE =
      Pattern.compile("(.+)-(\\d{8}T\\d{9}-\\d+-\\d+)-(\\d{6,18})\\.tlog(\\..+)?");

  /** The parts of a log file's name. */
  public record Parts(String name, String run, long number, String ending) {}

  private FileNames() {}

  public static String run(Instant start, long pid, int among) {
    return TIME.format(start) + "-" + pid + "-" + among;
  }

  public static String segment(String name, String run, long number) {
    return "%s-%s-%06d%s".formatted(name, run, number, SUFFIX);
  }

  public static String lock(String name, String run) {
    return name + "-" + run + LOCK;
  }

  /** The run of a lock of stores of this name; null if this is none. */
  public static String runOfLock(String name, String file) {
    if (!file.startsWith(name + "-") || !file.endsWith(LOCK)) {
      return null;
    }
    String run = file.substring(name.length() + 1, file.length() - LOCK.length());
    return RUN.matcher(run).matches() ? run : null;
  }

  /** Null if this is no name of a log file. */
  public static Parts parse(String file) {
    Matcher matcher = FILE.matcher(file);
    if (!matcher.matches() || file.endsWith(PART)) {
      return null;
    }
    String ending = matcher.group(4) == null ? "" : matcher.group(4);
    return new Parts(matcher.group(1), matcher.group(2), Long.parseLong(matcher.group(3)), ending);
  }
}
