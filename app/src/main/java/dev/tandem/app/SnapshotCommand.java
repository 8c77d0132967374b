package dev.tandem.app;

import dev.tandem.app.flow.BadInputException;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.core.journal.Journaling;
import dev.tandem.core.journal.SnapshotInfo;
import dev.tandem.core.journal.Snapshots;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem snapshot}. */
@Command(
    name = "snapshot",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    subcommands = HelpCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Looks at the snapshots beside the log of an exchange; changes nothing.",
    footerHeading = "%nExamples:%n",
    footer = {"  tandem snapshot list log/", "  tandem snapshot verify log/"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all snapshots are sound",
      "1:one is damaged",
      "2:wrong usage, or no such directory"
    })
final class SnapshotCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      versionProvider = VersionCommand.Provider.class,
      description = "Lists the snapshots, oldest first, by what their headers say.")
  int list(
      @Parameters(paramLabel = "DIR", description = "The directory of the log.") Path directory)
      throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    boolean[] sound = {true};
    List<SnapshotInfo> all =
        open(directory)
            .list(
                damaged -> {
                  sound[0] = false;
                  printDamaged(damaged.directory(), damaged.reason());
                });
    all.forEach(info -> print(out, info));
    if (all.isEmpty() && sound[0]) {
      out.println("no snapshots in " + directory);
    }
    return sound[0] ? ExitCode.OK : ExitCode.MISMATCH;
  }

  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      versionProvider = VersionCommand.Provider.class,
      description = {
        "Checks each snapshot to the last byte: its checksums, its two hashes, and that a kernel"
            + " restored from it has the very same state."
      })
  int verify(
      @Parameters(paramLabel = "DIR", description = "The directory of the log.") Path directory)
      throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Snapshots snapshots = open(directory);
    List<Path> all = snapshots.directories();
    boolean sound = true;
    for (Path snapshot : all) {
      try {
        print(out, snapshots.verify(snapshot));
      } catch (IOException e) {
        sound = false;
        printDamaged(snapshot, e.getMessage());
      }
    }
    out.println(
        all.isEmpty()
            ? "no snapshots in " + directory
            : Figures.count(all.size(), "snapshot") + (sound ? ", all sound" : ", NOT all sound"));
    return sound ? ExitCode.OK : ExitCode.MISMATCH;
  }

  private static Snapshots open(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new BadInputException(directory + ": no such directory");
    }
    return Snapshots.openReadOnly(Journaling.snapshotsIn(directory));
  }

  private static void print(PrintWriter out, SnapshotInfo info) {
    out.println(
        String.format(
            "record %,d  %s  %,d bytes  %s  event hash %s  state hash %s",
            info.logSequence(),
            Instant.ofEpochSecond(0, info.createdNs()),
            info.bytes(),
            info.riskShards() == 0 ? "without risk" : "with risk",
            ReplayResult.hex(info.eventHash()),
            ReplayResult.hex(info.stateHash())));
  }

  private void printDamaged(Path snapshot, String reason) {
    spec.commandLine().getOut().println("DAMAGED " + snapshot.getFileName() + ": " + reason);
  }
}
