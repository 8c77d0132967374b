package dev.tandem.logger.read;

import dev.tandem.logger.SegmentProof;
import dev.tandem.logger.Unsealing;
import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.storage.RunLock;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The files of one segment. They change while they are read: a plain file is sealed, compressed,
 * cut and deleted; then they are looked for again.
 */
public final class SegmentFiles {
  private static final int ATTEMPTS = 100;

  private final Path directory;

  /** Of one of the files; null if its name is none of a log file. */
  private final FileNames.Parts parts;

  /** Whether all segments of the directory were requested, and not only some files. */
  private final boolean listed;

  private Path plain;
  private final List<Path> sealed = new ArrayList<>();

  private SegmentFiles(Path directory, FileNames.Parts parts, boolean listed) {
    this.directory = directory;
    this.parts = parts;
    this.listed = listed;
  }

  /** The segments of files and of directories: for each run, those of its numbers. */
  public static Map<String, NavigableMap<Long, SegmentFiles>> find(Collection<Path> paths)
      throws IOException {
    Map<String, NavigableMap<Long, SegmentFiles>> runs = new TreeMap<>();
    for (Path path : paths) {
      boolean isDirectory = Files.isDirectory(path);
      for (Path file : isDirectory ? list(path) : List.of(path)) {
        FileNames.Parts parts = FileNames.parse(String.valueOf(file.getFileName()));
        Path in = file.toAbsolutePath().normalize().getParent();
        String run = parts == null ? file.toString() : in + "/" + parts.name() + "-" + parts.run();
        runs.computeIfAbsent(run, key -> new TreeMap<>())
            .computeIfAbsent(
                parts == null ? 0 : parts.number(),
                number -> new SegmentFiles(isDirectory ? path : in, parts, isDirectory))
            .add(file, parts);
      }
    }
    return runs;
  }

  /** The log files of a directory, by their names. */
  public static List<Path> list(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path path : entries) {
        if (FileNames.parse(path.getFileName().toString()) != null) {
          files.add(path);
        }
      }
    }
    files.sort(null);
    return files;
  }

  private void add(Path file, FileNames.Parts of) {
    String ending = of == null ? "" : of.ending();
    boolean compressed = ending.equals(FileNames.COMPRESSED);
    if (compressed || ending.isEmpty()) {
      // While a file is being replaced by its compressed form, both are whole.
      plain = plain == null || compressed ? file : plain;
    } else if (!sealed.contains(file)) {
      sealed.add(file);
    }
  }

  /** Whether all segments of the run were requested, so that a missing one is a gap. */
  public boolean isListed() {
    return listed;
  }

  /** The segments that the run has now. */
  public NavigableMap<Long, SegmentFiles> lookForRun() throws IOException {
    NavigableMap<Long, SegmentFiles> found = new TreeMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, this::isOfRun)) {
      for (Path file : entries) {
        FileNames.Parts of = FileNames.parse(file.getFileName().toString());
        if (of != null && of.name().equals(parts.name()) && of.run().equals(parts.run())) {
          found
              .computeIfAbsent(of.number(), number -> new SegmentFiles(directory, of, listed))
              .add(file, of);
        }
      }
    }
    return found;
  }

  private boolean isOfRun(Path file) {
    return file.getFileName().toString().startsWith(parts.name() + "-" + parts.run());
  }

  /**
   * Where the later segments of the run that are not closed end, by number; of a run that is over
   * none, for no more is written there. The last one is looked at first: where one has records,
   * those before it are closed.
   */
  public Map<Long, Long> laterEnds() throws IOException {
    Map<Long, Long> ends = new HashMap<>();
    if (!isRunOver()) {
      for (var later : lookForRun().tailMap(parts.number(), false).descendingMap().entrySet()) {
        Path file = later.getValue().plain;
        if (file != null && !file.toString().endsWith(FileNames.COMPRESSED)) {
          long end = PlainBytes.openEnd(file);
          if (end >= 0) {
            ends.put(later.getKey(), end);
          }
        }
      }
    }
    return ends;
  }

  /** Whether nobody writes to the segment any more. */
  public boolean isRunOver() throws IOException {
    return parts == null || RunLock.isOver(directory, parts.name(), parts.run());
  }

  /** The name that a segment of this run has, or would have. */
  public Path nameOf(long number) {
    return directory.resolve(FileNames.segment(parts.name(), parts.run(), number));
  }

  /**
   * Reads the segment as it is now.
   *
   * @param unsealing null if there is no key
   * @return null if all of its files are gone
   */
  public LogSegmentImage open(Unsealing unsealing) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        MemorySegment bytes = plain == null ? MemorySegment.NULL : PlainBytes.read(plain);
        if (parts != null && (unsealing != null || LogSegmentImage.isToBeSealed(bytes))) {
          // What was wiped before it was read here was sealed before, perhaps to a new file.
          boolean unread = plain == null;
          lookForMore();
          if (unread && plain != null) {
            continue;
          }
        }
        LogSegmentImage image = LogSegmentImage.open(plain, bytes, sealed, unsealing);
        // A late part may have been made, and the others ended, after all were looked up.
        boolean ended = image.proof.state() == SegmentProof.State.COMPLETE && !sealed.isEmpty();
        if (!ended || plain == null || parts == null || !lookForMore()) {
          return image;
        }
      } catch (NoSuchFileException | EOFException changed) {
        if (parts == null || attempt == ATTEMPTS) {
          throw new IOException(
              changed.getMessage() + ": was removed, replaced or cut while it was read", changed);
        }
        SegmentFiles now = lookForRun().get(parts.number());
        if (now == null) {
          return null;
        }
        plain = now.plain;
        sealed.clear();
        sealed.addAll(now.sealed);
      }
    }
  }

  /**
   * Adds the files that there are by now; whether there are more sealed ones than before. A list
   * that is read while a file gets its name may have missed it, and not its sealed twin.
   */
  private boolean lookForMore() throws IOException {
    int before = sealed.size();
    SegmentFiles now = lookForRun().get(parts.number());
    if (now != null) {
      now.sealed.forEach(file -> add(file, FileNames.parse(file.getFileName().toString())));
      plain = plain == null && listed ? now.plain : plain;
    }
    return sealed.size() > before;
  }
}
