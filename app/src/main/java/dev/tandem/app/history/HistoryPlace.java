package dev.tandem.app.history;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.history.History;
import dev.tandem.wal.Wal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Of which exchange, and in which database. */
final class HistoryPlace {

  @Parameters(
      paramLabel = "DIR",
      description = "The directory of an exchange, as of serve --dir, or of a log.")
  private Path directory;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "The database, as of serve --history: jdbc:sqlite:FILE or jdbc:postgresql://HOST/NAME."
              + " Default: history.db of the directory.")
  private String url;

  /** The directory of the log. */
  Path log() throws IOException {
    if (Wal.isLog(directory)) {
      return directory;
    }
    Path log = directory.resolve("log");
    if (!Files.isDirectory(log) || !Wal.isLog(log)) {
      throw new IOException(directory + ": is no exchange's directory, and no log");
    }
    return log;
  }

  JournalOptions options() throws IOException {
    return JournalOptions.in(log());
  }

  String url() throws IOException {
    return url == null ? History.fileBeside(log()) : url;
  }

  /** Where files of this exchange go by default. */
  Path folder(String name) {
    return directory.resolve(name);
  }
}
