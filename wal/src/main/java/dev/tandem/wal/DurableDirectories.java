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
   * Makes a directory and those above it that are not there, from the top down, each durable before
   * the next. One that is there is left as it is.
   *
   * @param sync called for the parent of each directory that is made
   */
  public static void make(Path directory, Sync sync) throws IOException {
    Objects.requireNonNull(sync, "sync");
    Deque<Path> missing = new ArrayDeque<>();
    Path place = directory.toAbsolutePath();
    while (place != null && !Files.isDirectory(place)) {
      missing.push(place);
      place = place.getParent();
    }
    for (Path each : missing) {
      // Another process may make it meanwhile; who needs it durable syncs it all the same.
      Files.createDirectories(each);
      sync.sync(each.getParent());
    }
  }
}
