package dev.tandem.app.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Json;
import dev.tandem.app.replay.RecoveryText;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.app.wal.WalDirectory;
import dev.tandem.core.Exchange;
import dev.tandem.core.LoggedState;
import dev.tandem.core.StateSummary;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecoveryPoint;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.core.journal.ExchangeStore;
import dev.tandem.core.journal.SnapshotReach;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code tandem recover}. */
@Command(
    name = "recover",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Brings an exchange back from its log: restores the newest valid snapshot, applies the log"
          + " after it, drops the torn tail, which was never confirmed, and reports what it found.",
      "Needs nothing but the directory; whoever starts an exchange on it does the same.",
      "With --read-only or --to nothing is changed: the torn tail stays, no lock is taken, the disk"
          + " may be read-only, and an exchange may be at work on the log."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem recover log/",
      "  tandem recover log/ --check        and again from the first record",
      "  tandem recover log/ --read-only    only look",
      "  tandem recover log/ --to 41000     the state behind record 41000",
      "  tandem recover log/ --to 2026-11-22T14:30:00Z"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:recovered",
      "1:records that were acknowledged may be gone; with --check: the replay from the first record"
          + " comes to another state; with --read-only: a start would refuse the snapshots",
      "2:wrong usage, no log there, another process uses it, or damage that cannot be repaired",
      "3:the kernel failed"
    })
public final class RecoverCommand implements Callable<Integer> {

  private static final int RING_SIZE = 64;

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

  /** Why a start refuses what was only looked at; empty if it does not. */
  private String refused = "";

  /** Records that were acknowledged may be gone. */
  private boolean doubted;

  @Option(
      names = "--read-only",
      description = "Changes nothing, takes no lock, and opens no file for writing.")
  private boolean readOnly;

  @Option(
      names = "--to",
      paramLabel = "SEQUENCE|TIME",
      converter = Point.class,
      description =
          "Stops behind the record with this sequence, or behind the last one appended at this time"
              + " (ISO 8601, with zone) or before. Changes nothing, as --read-only.")
  private RecoveryPoint to;

  /** Reads a sequence or a time. */
  static final class Point implements ITypeConverter<RecoveryPoint> {
    @Override
    public RecoveryPoint convert(String text) {
      try {
        return text.matches("\\d+")
            ? RecoveryPoint.record(Long.parseLong(text))
            : RecoveryPoint.time(
                ChronoUnit.NANOS.between(Instant.EPOCH, OffsetDateTime.parse(text)));
      } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
        throw new TypeConversionException(
            "'" + text + "' is neither a sequence nor a time like 2026-11-22T14:30:00.5Z");
      }
    }
  }

  @Override
  public Integer call() throws IOException {
    WalDirectory.check(directory);
    int code = recoverAndCheck();
    if (json) {
      Json.print(spec.commandLine().getOut(), object);
    }
    return code;
  }

  private int recoverAndCheck() throws IOException {
    JournalOptions options = JournalOptions.in(directory);
    StateSummary state = recover(options, true);
    if (!refused.isEmpty()) {
      object.put("refused", refused);
      line("REFUSED", refused);
      return ExitCode.MISMATCH;
    }
    if (!check) {
      return doubted ? ExitCode.MISMATCH : ExitCode.OK;
    }
    StateSummary fromZero = recover(options.withoutSnapshots(), false);
    object.put("checked", state.equals(fromZero));
    if (state.equals(fromZero)) {
      line("checked", "the log from its first record on comes to the same state and events");
      return doubted ? ExitCode.MISMATCH : ExitCode.OK;
    }
    line("DIFFERENT", "from its first record on the log comes to " + fromZero);
    return ExitCode.MISMATCH;
  }

  private StateSummary recover(JournalOptions options, boolean report) throws IOException {
    if (readOnly || to != null) {
      return look(options, report);
    }
    boolean risk = ExchangeStore.hasRisk(options);
    // No command comes, so there need not be room for many.
    try (Exchange exchange =
        Exchange.builder()
            .risk(risk)
            .singleProducer()
            .ringSize(RING_SIZE)
            .journal(options)
            .daemon()
            .start()) {
      StateSummary state = exchange.summary();
      if (report) {
        RecoveryReport found = exchange.recovery().orElseThrow();
        doubted = found.doubt().isPresent();
        RecoveryText.put(object, found, state, risk);
        object.put("lastRecord", found.isFresh() ? null : (Long) (found.nextRecord() - 1));
        RecoveryText.print(found, this::line);
        print(state, risk);
      }
      return state;
    }
  }

  private StateSummary look(JournalOptions options, boolean report) throws IOException {
    LoggedState found = LoggedState.read(options, to == null ? RecoveryPoint.END : to);
    if (report) {
      doubted = found.recovery().doubt().isPresent();
      boolean risk = ExchangeStore.hasRisk(options);
      RecoveryText.putUnchanged(object, found, risk);
      RecoveryText.printUnchanged(found, this::line);
      print(found.summary(), risk);
    }
    if (to == null && !found.inUse()) {
      refused = SnapshotReach.problem(directory, 0, found.lastRecord());
    }
    return found.summary();
  }

  private void print(StateSummary state, boolean risk) {
    line(
        "state",
        Figures.count(state.symbols(), "symbol")
            + ", "
            + Figures.count(state.orders(), "open order")
            + ", "
            + (risk ? Figures.count(state.users(), "user") : "without risk")
            + ", "
            + Figures.count(state.trades(), "trade")
            + " so far");
    line("event hash", ReplayResult.hex(state.eventHash()));
    line("state hash", ReplayResult.hex(state.stateHash()));
  }

  private void line(String name, String text) {
    if (!json) {
      spec.commandLine().getOut().println(String.format("%-13s %s", name, text));
    }
  }
}
