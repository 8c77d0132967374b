package dev.tandem.wal.format;

import dev.tandem.wal.WalException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of the files of a log's directory. */
public final class SegmentNames {

  public static final String LOCK = "wal.lock";
  public static final String EXTENT = "wal.extent";

  private static final Pattern SEGMENT = Pattern.compile("segment-(\\d{16})\\.wal");
  private static final Pattern UNFINISHED = Pattern.compile("(?:segment|spare)-\\d{16}\\.tmp");

  private SegmentNames() {}

  public static Path segment(Path directory, long number) {
    return directory.resolve(String.format("segment-%016d.wal", number));
  }

  /** Name of a segment until it is whole. */
  public static Path unfinished(Path directory, long number) {
    return directory.resolve(String.format("segment-%016d.tmp", number));
  }

  /** Name of a segment that is out of the log, and waits for another use. */
  public static Path spare(Path directory, long number) {
    return directory.resolve(String.format("spare-%016d.tmp", number));
  }

  /** Segments by number. */
  public static NavigableMap<Long, Path> segments(Path directory) throws WalException {
    NavigableMap<Long, Path> found = new TreeMap<>();
    for (Path path : list(directory)) {
      Matcher matcher = SEGMENT.matcher(path.getFileName().toString());
      if (matcher.matches()) {
        found.put(Long.parseLong(matcher.group(1)), path);
      }
    }
    return found;
  }

  /** Whether a directory is there and holds a log, or what is left of one. */
  public static boolean isLog(Path directory) throws WalException {
    return Files.isDirectory(directory)
        && (Files.exists(directory.resolve(EXTENT)) || !segments(directory).isEmpty());
  }

  /** Segments that were never finished, or never used again. */
  public static List<Path> unfinished(Path directory) throws WalException {
    return list(directory).stream()
        .filter(path -> UNFINISHED.matcher(path.getFileName().toString()).matches())
        .toList();
  }

  /**
   * Passes if the directory may hold a log.
   *
   * @throws WalException if it holds files, and none of them is a log's
   */
  public static void checkNotForeign(Path directory) throws WalException {
    Path foreign = null;
    for (Path path : list(directory)) {
      String name = path.getFileName().toString();
      if (SEGMENT.matcher(name).matches() || name.equals(LOCK) || name.equals(EXTENT)) {
        return;
      }
      if (Files.isRegularFile(path) && !UNFINISHED.matcher(name).matches()) {
        foreign = path;
      }
    }
    if (foreign != null) {
      throw new WalException(
          directory + ": expected a log or an empty directory, found " + foreign.getFileName());
    }
  }

  private static List<Path> list(Path directory) throws WalException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(found::add);
    } catch (IOException e) {
      throw new WalException(directory, "cannot be listed", e);
    }
    return found;
  }
}
