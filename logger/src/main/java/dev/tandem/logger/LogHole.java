package dev.tandem.logger;

import java.nio.file.Path;

/**
 * Bytes that were claimed for one record or several and in which none was committed: their writers
 * were killed between the two.
 *
 * @param offset of the first of them
 * @param bytes up to the next committed record, or to the end of what was claimed
 */
public record LogHole(Path file, long offset, long bytes) {
  @Override
  public String toString() {
    return file + ": at " + offset + ", " + bytes + " bytes: claimed and never committed";
  }
}
