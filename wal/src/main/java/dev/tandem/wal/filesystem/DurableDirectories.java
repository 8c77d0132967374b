package dev.tandem.wal.filesystem;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
   * have been made by a call that then failed: to where nothing can be made, or something is
   * mounted. Nor is any made in a directory that may not be read, for such a one cannot be synced.
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
      if (Files.isDirectory(each)) {
        syncIfReadable(each.getParent(), sync);
      } else {
        checkReadable(each.getParent());
        // Another process may make it meanwhile; who needs it durable syncs it all the same.
        Files.createDirectories(each, PrivateFiles.directory());
        sync.sync(each.getParent());
      }
    }
  }

  private static boolean mayBeNew(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return true;
    }
    Path parent = directory.getParent();
    try {
      // What is mounted was not made there, and its place may be of a kind that syncs no directory.
      return Files.isWritable(parent) && device(directory).equals(device(parent));
    } catch (AccessDeniedException e) {
      return false;
    }
  }

  private static Object device(Path directory) throws IOException {
    return Files.getAttribute(directory, "unix:dev");
  }

  /** Makes the names in a directory durable, if any can be of a call that failed. */
  private static void syncIfReadable(Path directory, Sync sync) throws IOException {
    try {
      sync.sync(directory);
    } catch (AccessDeniedException e) {
      // So none was made in it by whom this runs for.
    }
  }

  /** By opening it, because rights are not all that may be in the way. */
  private static void checkReadable(Path directory) throws IOException {
    FileChannel.open(directory, StandardOpenOption.READ).close();
  }
}
