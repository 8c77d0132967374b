package dev.tandem.app.replay;

import dev.tandem.app.output.Figures;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.wal.Durability;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of a command that can keep a log. */
final class JournalMixin {

  @Option(
      names = "--wal",
      paramLabel = "DIR",
      description =
          "Keeps a write-ahead log in this directory. If it holds the beginning of this very replay,"
              + " the exchange recovers it and continues after it.")
  private Path directory;

  @Option(
      names = "--durability",
      paramLabel = "LEVEL",
      description =
          "With --wal: when commands are answered. none: at once; written: when the process may die;"
              + " synced: when the machine may (default: synced).")
  private Durability durability;

  @Option(
      names = "--snapshot-every",
      paramLabel = "N",
      converter = Figures.Count.class,
      description =
          "With --wal: takes a snapshot of the state every N logged commands, and keeps two (default:"
              + " none).")
  private Long snapshotEvery;

  /** The log that was requested; null if none was. */
  JournalOptions options(CommandSpec spec) {
    if (directory == null) {
      if (durability != null || snapshotEvery != null) {
        throw new ParameterException(
            spec.commandLine(),
            (durability != null ? "--durability" : "--snapshot-every") + " needs --wal DIR");
      }
      return null;
    }
    if (snapshotEvery != null && snapshotEvery < 1) {
      throw new ParameterException(
          spec.commandLine(), "--snapshot-every is " + snapshotEvery + ", expected 1 or more");
    }
    JournalOptions options = JournalOptions.in(directory);
    if (durability != null) {
      options = options.durability(durability);
    }
    return snapshotEvery == null ? options : options.snapshotEvery(snapshotEvery);
  }
}
