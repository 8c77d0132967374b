package dev.tandem.it;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Copies a directory that is in use, as a kill would leave it.
 *
 * <p>The log's lock is not copied. Nor are files that are still being made: they end in {@code
 * .tmp}, get their name when they are whole, and so may be gone between the listing and the copy.
 */
public final class LeftByKill {

  private LeftByKill() {}

  /**
   * Copies all below a directory.
   *
   * @param to is created where it is missing; its own files stay
   * @return {@code to}
   */
  public static Path copy(Path from, Path to) throws IOException {
    Files.walkFileTree(from, new Copy(from, to));
    return to;
  }

  private static final class Copy extends SimpleFileVisitor<Path> {
    private final Path from;
    private final Path to;

    private Copy(Path from, Path to) {
      this.from = from;
      this.to = to;
    }

    private static boolean unfinished(Path file) {
      return file.toString().endsWith(".tmp");
    }

    @Override
    public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes)
        throws IOException {
      Files.createDirectories(to.resolve(from.relativize(at)));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (!unfinished(file) && !file.endsWith("wal.lock")) {
        Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException && unfinished(file)) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }
  }
}
