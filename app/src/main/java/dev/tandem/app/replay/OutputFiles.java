package dev.tandem.app.replay;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Files that appear whole or not at all: each is written beside its place under another name, and
 * all get their names when the last one is complete. Used by one thread.
 *
 * <pre>{@code
 * try (OutputFiles files = new OutputFiles()) {
 *   files.write(path, out -> ...);
 *   files.commit();
 * }
 * }</pre>
 */
public final class OutputFiles implements AutoCloseable {

  /** Writes the content of one file. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of it; the stream is closed by the caller. */
    void writeTo(OutputStream out) throws IOException;
  }

  private record Pending(Path temporary, Path target) {}

  private final List<Pending> pending = new ArrayList<>();

  /**
   * Complains about a place where no file can be written, before any work is done.
   *
   * @throws IOException if the directory is missing or not writable, or the place is a directory
   */
  public static void check(Path target) throws IOException {
    Path directory = directoryOf(target);
    if (!Files.isDirectory(directory)) {
      throw new IOException(target + ": there is no directory " + directory);
    }
    if (!Files.isWritable(directory)) {
      throw new IOException(target + ": the directory " + directory + " is not writable");
    }
    if (Files.isDirectory(target)) {
      throw new IOException(target + ": is a directory, expected a file name");
    }
  }

  private static Path directoryOf(Path target) {
    Path parent = target.toAbsolutePath().getParent();
    return parent == null ? target.toAbsolutePath() : parent;
  }

  /** Writes a file, not yet under its name. */
  public void write(Path target, Content content) throws IOException {
    check(target);
    // A link stays a link: what it points to is replaced.
    Path place = Files.exists(target) ? target.toRealPath() : target;
    Path temporary =
        directoryOf(place).resolve("." + place.getFileName() + "." + System.nanoTime() + ".part");
    pending.add(new Pending(temporary, place));
    try (OutputStream out =
        Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      content.writeTo(out);
    }
  }

  /** Gives all files their names. */
  public void commit() throws IOException {
    while (!pending.isEmpty()) {
      Pending file = pending.get(0);
      if (Files.exists(file.target()) && !Files.isRegularFile(file.target())) {
        // A device or a pipe cannot be replaced by a file: it is written to.
        try (OutputStream out = Files.newOutputStream(file.target())) {
          Files.copy(file.temporary(), out);
        }
        Files.delete(file.temporary());
      } else {
        Files.move(
            file.temporary(),
            file.target(),
            StandardCopyOption.REPLACE_EXISTING,
            StandardCopyOption.ATOMIC_MOVE);
      }
      pending.remove(0);
    }
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    for (Pending file : pending) {
      Files.deleteIfExists(file.temporary());
    }
    pending.clear();
  }
}
