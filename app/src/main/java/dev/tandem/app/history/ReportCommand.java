package dev.tandem.app.history;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.history.DayReport;
import dev.tandem.history.History;
import dev.tandem.history.HistoryException;
import dev.tandem.history.HistoryStatus;
import dev.tandem.wal.Wal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tandem report}. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    description = {
      "Writes the end of a day, in UTC, as CSV: trades.csv, orders.csv with all orders that lived"
          + " in it as they stood at its end, and balances.csv. Where no service runs, it brings"
          + " the history up to the log first; a running one must keep a history, and have come"
          + " past the end of the day."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tandem report exchange/ --day 2026-11-30 --out reports/"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the files are written",
      "2:wrong usage, a log or a database that cannot be used, or a day that is not over"
    })
public final class ReportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private HistoryPlace place;

  @Option(
      names = "--day",
      paramLabel = "YYYY-MM-DD",
      required = true,
      description = "The day, in UTC. Where no service runs, also one that has not ended yet.")
  private LocalDate day;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Where the files go; made if needed. Default: report-DAY of the directory.")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    Path to = folder == null ? place.folder("report-" + day) : folder;
    if (day.isAfter(LocalDate.now(ZoneOffset.UTC))) {
      throw new ParameterException(spec.commandLine(), "--day: " + day + " has not begun");
    }
    DayReport report;
    try {
      boolean inUse = Wal.isInUse(place.log());
      if (!inUse) {
        HistoryStatus built = History.build(place.options(), place.url(), true);
        if (built.recordsLeft() > 0) {
          spec.commandLine().getErr().println("tandem: warning: " + RecordsLeft.of(built));
        }
      }
      report = DayReport.write(place.url(), day, to, !inUse);
    } catch (HistoryException e) {
      throw new IOException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT,
            "%s: %,d trades, %,d orders, %,d balances, in %s%n",
            day,
            report.trades(),
            report.orders(),
            report.balances(),
            to);
    if (report.partial() != null) {
      spec.commandLine()
          .getErr()
          .println(
              "tandem: warning: the history begins at about "
                  + report.partial()
                  + ", so the beginning of this day is not in the files");
    }
    return ExitCode.OK;
  }
}
