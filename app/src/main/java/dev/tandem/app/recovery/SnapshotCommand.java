package dev.tandem.app.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.HelpCommand;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Json;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.journal.ExchangeStore;
import dev.tandem.core.journal.SnapshotReach;
import dev.tandem.core.snapshot.Snapshots;
import dev.tandem.flow.BadInputException;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
      "1:one is damaged, or they do not go with the log",
      "2:wrong usage, or no such directory"
    })
public final class SnapshotCommand implements Runnable {

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
      @Parameters(paramLabel = "DIR", description = "The directory of the log.") Path directory,
      @Option(names = "--json", description = "Prints a JSON object.") boolean json)
      throws IOException {
    Reported reported = new Reported(spec.commandLine().getOut(), json);
    List<SnapshotInfo> all =
        open(directory).list(damaged -> reported.damaged(damaged.directory(), damaged.reason()));
    all.forEach(reported::sound);
    return reported.end(all.isEmpty() && reported.isSound() ? "no snapshots in " + directory : "");
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
      @Parameters(paramLabel = "DIR", description = "The directory of the log.") Path directory,
      @Option(names = "--json", description = "Prints a JSON object.") boolean json)
      throws IOException {
    Reported reported = new Reported(spec.commandLine().getOut(), json);
    Snapshots snapshots = open(directory);
    List<Path> all = snapshots.directories();
    if (all.isEmpty()) {
      // A wrong directory must not pass for a sound one.
      throw new BadInputException(directory + ": no snapshots to verify");
    }
    for (Path snapshot : all) {
      try {
        reported.sound(snapshots.verify(snapshot));
      } catch (IOException e) {
        reported.damaged(snapshot, e.getMessage());
      }
    }
    reported.reach(directory);
    return reported.end(
        Figures.count(all.size(), "snapshot")
            + (reported.isSound() ? ", all sound" : ", NOT all sound"));
  }

  private static Snapshots open(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new BadInputException(directory + ": no such directory");
    }
    return Snapshots.openReadOnly(ExchangeStore.snapshotsIn(directory));
  }

  /** Prints snapshots one after the other, or as one JSON object of all. */
  private static final class Reported {
    private final PrintWriter out;
    private final ObjectNode json;
    private boolean sound = true;

    Reported(PrintWriter out, boolean asJson) {
      this.out = out;
      json = asJson ? Json.object() : null;
      if (asJson) {
        json.put("sound", true).putArray("snapshots");
      }
    }

    boolean isSound() {
      return sound;
    }

    void sound(SnapshotInfo info) {
      if (json != null) {
        json.withArray("snapshots")
            .addObject()
            .put("name", info.directory().getFileName().toString())
            .put("sequence", info.logSequence())
            .put("createdTime", Json.time(info.createdNs()))
            .put("bytes", info.bytes())
            .put("risk", info.riskShards() != 0)
            .put("eventHash", ReplayResult.hex(info.eventHash()))
            .put("stateHash", ReplayResult.hex(info.stateHash()));
        return;
      }
      out.println(
          String.format(
              Locale.ROOT,
              "record %,d  %s  %,d bytes  %s  event hash %s  state hash %s",
              info.logSequence(),
              Json.time(info.createdNs()),
              info.bytes(),
              info.riskShards() == 0 ? "without risk" : "with risk",
              ReplayResult.hex(info.eventHash()),
              ReplayResult.hex(info.stateHash())));
    }

    void damaged(Path snapshot, String reason) {
      sound = false;
      if (json != null) {
        json.put("sound", false)
            .withArray("snapshots")
            .addObject()
            .put("name", snapshot.getFileName().toString())
            .put("damage", reason);
        return;
      }
      out.println("DAMAGED " + snapshot.getFileName() + ": " + reason);
    }

    /** Says what a start would refuse: snapshots and the log that do not go together. */
    void reach(Path directory) throws IOException {
      if (!Wal.isLog(directory) || Wal.isInUse(directory)) {
        return;
      }
      String problem = problemOf(directory);
      if (problem.isEmpty()) {
        return;
      }
      sound = false;
      if (json != null) {
        json.put("sound", false).put("log", problem);
      } else {
        out.println("REFUSED " + problem);
      }
    }

    private static String problemOf(Path directory) throws IOException {
      try (Wal log = Wal.open(directory, WalConfig.builder().mode(ReadMode.READ_ONLY).build())) {
        return SnapshotReach.problem(directory, log.firstSequence(), log.nextSequence() - 1);
      } catch (WalException damaged) {
        // The log itself is reported elsewhere.
        return "";
      }
    }

    int end(String summary) {
      if (json != null) {
        Json.print(out, json);
      } else if (!summary.isEmpty()) {
        out.println(summary);
      }
      return sound ? ExitCode.OK : ExitCode.MISMATCH;
    }
  }
}
