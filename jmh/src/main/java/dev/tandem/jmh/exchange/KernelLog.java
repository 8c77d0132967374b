package dev.tandem.jmh.exchange;

import dev.tandem.jmh.harness.Folders;
import dev.tandem.wal.Durability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A new log of one exchange, deleted with it.
 *
 * @param directory of its own
 * @param durability of a command before it is answered
 */
record KernelLog(Path directory, Durability durability) implements AutoCloseable {

  static KernelLog in(Path folder, Durability durability) {
    try {
      return new KernelLog(Files.createTempDirectory(folder, "log"), durability);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      Folders.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
