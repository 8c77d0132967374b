package dev.tandem.app.replay;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Files that appear whole or not at all: each is written beside its place under another name, and
 * all get their names when the last one is complete. One called {@code -} is the standard output.
 * Used by one thread.
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

  /** A file under its other name; {@code named} is the target as the caller wrote it. */
  private record Pending(Path temporary, Path target, Path named) {}

  private static final Path STANDARD = Path.of("-");

  private final List<Pending> pending = new ArrayList<>();
  private final Writer standard;

  /** Takes outputs that are files; the standard output is discarded. */
  public OutputFiles() {
    this(Writer.nullWriter());
  }

  /**
   * Files, and a writer for what goes to the standard output; it is not closed.
   *
   * @param standard takes UTF-8 text
   */
  public OutputFiles(Writer standard) {
    this.standard = standard;
  }

  /** Whether a name is that of the standard output, {@code -}. */
  public static boolean isStandard(Path target) {
    return STANDARD.equals(target);
  }

  /**
   * Complains about a place where no file can be written, before any work is done.
   *
   * @throws IOException if the directory is missing or not writable, or the place is a directory
   */
  public static void check(Path target) throws IOException {
    if (isStandard(target)) {
      return;
    }
    if (Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target)) {
      return;
    }
    Path directory = directoryOf(target);
    if (!Files.isDirectory(directory)) {
      throw failure(target, "there is no directory " + directory, null);
    }
    if (!Files.isWritable(directory)) {
      throw failure(target, "the directory " + directory + " is not writable", null);
    }
    if (Files.isDirectory(target)) {
      throw failure(target, "it is a directory, expected a file name", null);
    }
  }

  private static IOException failure(Path target, String reason, IOException cause) {
    return new IOException("cannot write " + target + ": " + reason, cause);
  }

  /** The reason alone: the file that failed may be a temporary one, which the user never named. */
  private static String reasonOf(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return reason == null ? e.getClass().getSimpleName() : reason;
  }

  private static Path directoryOf(Path target) {
    Path parent = target.toAbsolutePath().getParent();
    return parent == null ? target.toAbsolutePath() : parent;
  }

  /**
   * Writes a file, not yet under its name.
   *
   * @throws IOException if it cannot be written; the message names the target and the reason
   */
  public void write(Path target, Content content) throws IOException {
    check(target);
    try {
      writeBeside(target, content);
    } catch (IOException e) {
      throw failure(target, reasonOf(e), e);
    }
  }

  private void writeBeside(Path target, Content content) throws IOException {
    boolean device = isStandard(target) || (Files.exists(target) && !Files.isRegularFile(target));
    // A link stays a link: what it points to is replaced.
    Path place = !device && Files.isRegularFile(target) ? target.toRealPath() : target;
    // Nothing can be put beside a device or a pipe.
    Path temporary =
        device
            ? Files.createTempDirectory("tandem").resolve("output")
            : directoryOf(place)
                .resolve("." + place.getFileName() + "." + System.nanoTime() + ".part");
    pending.add(new Pending(temporary, place, target));
    try (OutputStream out =
        Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      content.writeTo(out);
    }
  }

  /**
   * Gives all files their names.
   *
   * @throws IOException if one cannot be written; the message names the target and the reason
   */
  public void commit() throws IOException {
    while (!pending.isEmpty()) {
      Pending file = pending.get(0);
      try {
        commit(file);
      } catch (IOException e) {
        throw failure(file.named(), reasonOf(e), e);
      }
      pending.remove(0);
    }
  }

  private void commit(Pending file) throws IOException {
    if (isStandard(file.target())) {
      try (Reader text = Files.newBufferedReader(file.temporary())) {
        text.transferTo(standard);
      }
      standard.flush();
      discard(file);
      return;
    }
    if (Files.exists(file.target()) && !Files.isRegularFile(file.target())) {
      // A device or a pipe cannot be replaced by a file: it is written to.
      try (OutputStream out = Files.newOutputStream(file.target())) {
        Files.copy(file.temporary(), out);
      }
      discard(file);
    } else {
      Files.move(
          file.temporary(),
          file.target(),
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    for (Pending file : pending) {
      discard(file);
    }
    pending.clear();
  }

  private static void discard(Pending file) throws IOException {
    Files.deleteIfExists(file.temporary());
    if (!directoryOf(file.temporary()).equals(directoryOf(file.target()))) {
      Files.deleteIfExists(directoryOf(file.temporary()));
    }
  }
}
