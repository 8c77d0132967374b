package dev.tandem.wal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Temporary directories in memory where the system has room for them there, otherwise where they
 * usually are. These tests sync thousands of times, and none depends on a disk: those that do mount
 * a file system of their own.
 */
public final class MemoryDirectories implements TempDirFactory {

  private static final Path MEMORY = Path.of("/dev/shm");
  private static final long ENOUGH_BYTES = 2L << 30;

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws IOException {
    String prefix = "tandem-";
    return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ENOUGH_BYTES
        ? Files.createTempDirectory(MEMORY, prefix)
        : Files.createTempDirectory(prefix);
  }
}
