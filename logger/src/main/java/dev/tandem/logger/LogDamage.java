package dev.tandem.logger;

import java.nio.file.Path;

/**
 * Bytes of a file that are not what they must be.
 *
 * @param offset of the first of them
 * @param bytes how many; 0 if that is not known
 * @param what is wrong: what was found and what was expected
 */
public record LogDamage(Path file, long offset, long bytes, String what) {
  @Override
  public String toString() {
    return file + ": at " + offset + (bytes == 0 ? "" : ", " + bytes + " bytes") + ": " + what;
  }
}
