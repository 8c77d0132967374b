package dev.tandem.app.wal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Json;
import dev.tandem.core.journal.SnapshotReach;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that reads all of a log, reports on it, and fails where there is damage. */
abstract class WalReportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The directory of the log.")
  private Path directory;

  @Option(names = "--json", description = "Prints a JSON object.")
  private boolean json;

  @Override
  public final Integer call() throws IOException {
    WalReport log = WalDirectory.verify(directory);
    PrintWriter out = spec.commandLine().getOut();
    String reach =
        !log.sound() || Wal.isInUse(directory)
            ? ""
            : SnapshotReach.problem(directory, log.firstSequence(), log.lastSequence());
    if (json) {
      ObjectNode object = Json.object();
      WalText.putVerdict(object, log);
      object.put("records", log.records());
      object.put("firstSequence", log.firstSequence());
      object.put("lastSequence", log.lastSequence());
      put(object, log);
      if (!reach.isEmpty()) {
        object.put("snapshots", reach);
      }
      Json.print(out, object);
    } else {
      print(out, log);
      WalText.printVerdict(out, log);
      if (!reach.isEmpty()) {
        WalText.line(out, "REFUSED", reach);
      }
    }
    return log.sound() && reach.isEmpty() ? ExitCode.OK : ExitCode.MISMATCH;
  }

  /** Prints what comes before the verdict. */
  abstract void print(PrintWriter out, WalReport log);

  /** Adds what comes behind the verdict and the sequences. */
  abstract void put(ObjectNode json, WalReport log);
}
