package dev.tandem.wal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/** Makes directories whose names survive the machine. Any thread may call. */
public final class DurableDirectories {

  private DurableDirectories() {}

  /** Makes the names in a directory durable. */
  @FunctionalInterface
  public interface Sync {
    void sync(Path directory) throws IOException;
  }

  /**
   * Makes a directory and those above it that are not there, from the top down, and makes the name
   * of each durable before the next. So it does with those that are there, as far up as they may
   * have been made by a call that then failed: to where nothing can be made.
   *
   * @param sync called for the parent of each directory
   */
  public static void make(Path directory, Sync sync) throws IOException {
    Objects.requireNonNull(sync, "sync");
    Deque<Path> names = new ArrayDeque<>();
    Path place = directory.toAbsolutePath();
    while (place.getParent() != null && mayBeNew(place)) {
      names.push(place);
      place = place.getParent();
    }
    for (Path each : names) {
      if (!Files.isDirectory(each)) {
        // Another process may make it meanwhile; who needs it durable syncs it all the same.
        Files.createDirectories(each);
      }
      sync.sync(each.getParent());
    }
  }

  private static boolean mayBeNew(Path directory) {
    return !Files.isDirectory(directory) || Files.isWritable(directory.getParent());
  }
}
