package dev.tandem.app.wal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Json;
import dev.tandem.core.journal.SnapshotReach;
import dev.tandem.wal.WalCorruptedException;
import dev.tandem.wal.WalRecoveryReport;
import dev.tandem.wal.WalRepair;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem wal repair}. */
@Command(
    name = "repair",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Drops the torn tail of a log, reports what was dropped and why, and closes the log: what"
          + " every start of a writer does by itself.",
      "Never drops a record that may have been acknowledged: damage to one is an error, exit code 1,"
          + " and nothing is changed.",
      "In a log of level WRITTEN, whole batches behind the place where the tail begins are stated as"
          + " a doubt, exit code 1: only a loss of power leaves that, otherwise it is damage.",
      "Where wal.extent is lost, the file that says which segments there are, it is made anew of"
          + " those that are there: check first that none is missing at either end. This is said"
          + " once, as a doubt, not sound, exit code 1: every later look goes by the new file."
    })
final class WalRepairCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The directory of the log.")
  private Path directory;

  @Option(names = "--json", description = "Prints a JSON object.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    WalDirectory.check(directory);
    PrintWriter out = spec.commandLine().getOut();
    WalRecoveryReport recovery;
    try {
      recovery = WalRepair.repair(directory);
    } catch (WalCorruptedException e) {
      if (json) {
        ObjectNode object = Json.object().put("sound", false).put("repaired", false);
        WalText.putDamage(object, e);
        Json.print(out, object);
      } else {
        WalText.line(out, "DAMAGED", e.getMessage());
      }
      return ExitCode.MISMATCH;
    }
    String reach =
        SnapshotReach.problem(directory, recovery.firstSequence(), recovery.lastSequence());
    if (json) {
      ObjectNode object = asJson(recovery);
      if (!reach.isEmpty()) {
        object.put("snapshots", reach);
      }
      Json.print(out, object);
    } else {
      print(out, recovery);
      if (!reach.isEmpty()) {
        WalText.line(out, "REFUSED", reach);
      }
    }
    return recovery.certain() && reach.isEmpty() ? ExitCode.OK : ExitCode.MISMATCH;
  }

  private static void print(PrintWriter out, WalRecoveryReport recovery) {
    WalText.line(
        out,
        "records",
        WalText.records(recovery.records(), recovery.firstSequence(), recovery.lastSequence()));
    if (recovery.repaired()) {
      WalText.line(
          out,
          "dropped",
          Figures.count(recovery.droppedRecords(), "record")
              + ", "
              + Figures.count(recovery.droppedBytes(), "byte"));
      WalText.line(out, "reason", recovery.reason());
    }
    if (!recovery.certain()) {
      WalText.line(out, "doubt", recovery.doubt());
    }
    WalText.line(out, "verdict", verdict(recovery));
  }

  private static String verdict(WalRecoveryReport recovery) {
    if (!recovery.certain()) {
      return "NOT PROVEN, repaired with what there is: records may be missing";
    }
    return recovery.repaired() ? "repaired" : "sound, nothing to repair";
  }

  private static ObjectNode asJson(WalRecoveryReport recovery) {
    ObjectNode json = Json.object();
    json.put("sound", recovery.certain());
    json.put("repaired", recovery.repaired() || !recovery.certain());
    json.put("records", recovery.records());
    json.put("firstSequence", recovery.firstSequence());
    json.put("lastSequence", recovery.lastSequence());
    json.put("droppedRecords", recovery.droppedRecords());
    json.put("droppedBytes", recovery.droppedBytes());
    json.put("reason", recovery.reason());
    json.put("doubt", recovery.doubt());
    return json;
  }
}
