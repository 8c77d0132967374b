package dev.tandem.wal.filesystem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Deletes directories with all that is in them. Any thread may call. */
public final class DirectoryTrees {

  private DirectoryTrees() {}

  /**
   * Deletes a file, or a directory with all that is in it; links are deleted, not followed. Does
   * nothing if it does not exist.
   *
   * @throws IOException at the first failure; the rest is left
   */
  public static void delete(Path root) throws IOException {
    if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    List<Path> parentsFirst;
    try (Stream<Path> found = Files.walk(root)) {
      parentsFirst = found.toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (int i = parentsFirst.size() - 1; i >= 0; i--) {
      Files.deleteIfExists(parentsFirst.get(i));
    }
  }
}
