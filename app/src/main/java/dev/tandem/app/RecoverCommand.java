package dev.tandem.app;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.app.wal.WalDirectory;
import dev.tandem.core.Exchange;
import dev.tandem.core.StateSummary;
import dev.tandem.core.journal.JournalOptions;
import dev.tandem.core.journal.Journaling;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem recover}. */
@Command(
    name = "recover",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Brings an exchange back from its log: restores the newest valid snapshot, applies the log"
          + " after it, drops the torn end that nobody was told is safe, and tells what it found.",
      "Needs nothing but the directory; whoever starts an exchange on it does the same."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem recover log/",
      "  tandem recover log/ --check        and once more from the first record: both must agree"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:recovered",
      "1:with --check: the replay from the first record comes to another state",
      "2:wrong usage, no log there, another process uses it, or damage that cannot be repaired",
      "3:the kernel failed"
    })
final class RecoverCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The directory of the log.")
  private Path directory;

  @Option(
      names = "--check",
      description =
          "Recovers a second time from the first record, without snapshots, and compares the"
              + " hashes. Needs the whole log.")
  private boolean check;

  @Option(names = "--json", description = "Prints a JSON object.")
  private boolean json;

  private final ObjectNode object = Json.object();

  @Override
  public Integer call() throws IOException {
    WalDirectory.check(directory);
    int code = recoverAndCheck();
    if (json) {
      Json.print(spec.commandLine().getOut(), object);
    }
    return code;
  }

  private int recoverAndCheck() {
    PrintWriter out = spec.commandLine().getOut();
    JournalOptions options = JournalOptions.in(directory);
    StateSummary state = recover(options, true);
    if (!check) {
      return ExitCode.OK;
    }
    StateSummary fromZero = recover(options.withoutSnapshots(), false);
    object.put("checked", state.equals(fromZero));
    if (state.equals(fromZero)) {
      line(out, "checked", "the log from its first record on comes to the same state and events");
      return ExitCode.OK;
    }
    line(out, "DIFFERENT", "from its first record on the log comes to " + fromZero);
    return ExitCode.MISMATCH;
  }

  private StateSummary recover(JournalOptions options, boolean told) {
    PrintWriter out = spec.commandLine().getOut();
    boolean risk = Journaling.hasRisk(options);
    try (Exchange exchange =
        Exchange.builder().risk(risk).singleProducer().journal(options).daemon().start()) {
      StateSummary state = exchange.summary();
      if (told) {
        RecoveryText.put(object, exchange.recovery().orElseThrow(), state, risk);
        RecoveryText.print(
            exchange.recovery().orElseThrow(), (name, text) -> line(out, name, text));
        line(
            out,
            "state",
            Figures.count(state.symbols(), "symbol")
                + ", "
                + Figures.count(state.orders(), "open order")
                + ", "
                + (risk ? Figures.count(state.users(), "user") : "without risk")
                + ", "
                + Figures.count(state.trades(), "trade")
                + " so far");
        line(out, "event hash", ReplayResult.hex(state.eventHash()));
        line(out, "state hash", ReplayResult.hex(state.stateHash()));
      }
      return state;
    }
  }

  private void line(PrintWriter out, String name, String text) {
    if (!json) {
      out.println(String.format("%-13s %s", name, text));
    }
  }
}
