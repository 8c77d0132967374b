package dev.tandem.app.wal;

import dev.tandem.flow.BadInputException;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalReport;
import dev.tandem.wal.WalVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The directory that a command is given. */
public final class WalDirectory {

  private WalDirectory() {}

  /**
   * Refuses what is no log's directory.
   *
   * @throws BadInputException saying why
   */
  public static void check(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new BadInputException(
          directory + (Files.exists(directory) ? ": is no directory" : ": no such directory"));
    }
    if (!Wal.isLog(directory)) {
      Path inside = directory.resolve("log");
      throw new BadInputException(
          directory
              + ": holds no segment of a log"
              + (Wal.isLog(inside) ? "; that of the service is in " + inside : ""));
    }
  }

  /** Reads every record, also behind damage. */
  static WalReport verify(Path directory) throws IOException {
    check(directory);
    return WalVerifier.verify(directory);
  }
}
