package dev.tandem.gateway.fix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether a session has reports that are missing for good, until its client has been told so. A
 * file in the session's directory keeps it over a stop. Any thread may add to it; the rest is on
 * the thread of FIX.
 */
final class MissedReports {

  private static final String NAME = "missed";

  private volatile boolean missed;

  /** There may be some. */
  void add() {
    missed = true;
  }

  boolean isMissed() {
    return missed;
  }

  /** Its client is about to be told; what is missing from now on, it must be told again. */
  void telling() {
    missed = false;
  }

  /** Its client was told. */
  void told(Path directory) {
    try {
      Files.deleteIfExists(directory.resolve(NAME));
    } catch (IOException e) {
      // It is told once more after the next start.
    }
  }

  /** Whether there were some when the gateway was stopped. */
  static boolean wereKept(Path directory) {
    return Files.exists(directory.resolve(NAME));
  }

  /** Keeps it over a stop. */
  void keep(Path directory) throws IOException {
    if (missed && !wereKept(directory)) {
      Files.createDirectories(directory);
      Files.createFile(directory.resolve(NAME));
    }
  }
}
