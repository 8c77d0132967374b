package dev.tandem.app.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Json;
import dev.tandem.history.History;
import dev.tandem.history.HistoryException;
import dev.tandem.history.HistoryStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tandem history}. */
@Command(
    name = "history",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    description = {
      "Brings the history of an exchange (orders, their events, trades, balances of days) to the"
          + " end of its log, in a database, and says how far it is. A running service with"
          + " --history does that by itself: then --status alone is of use."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem history exchange/              build it, or go on",
      "  tandem history exchange/ --status     how far is it?",
      "  tandem history exchange/ --rebuild    throw it away and build it from the log",
      "  tandem history exchange/ --forget     have the log keep nothing more for it",
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is at the end of the log; with --status: it can be read; with --forget: it is done",
      "2:wrong usage, or a log or a database that cannot be used"
    })
public final class HistoryCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private HistoryPlace place;

  @Option(names = "--status", description = "Only says how far it is; changes nothing.")
  private boolean onlyStatus;

  @Option(
      names = "--rebuild",
      description =
          "Throws it away first. What the log does not have any more is then gone from the history,"
              + " too.")
  private boolean rebuild;

  @Option(
      names = "--forget",
      description =
          "Has the log keep nothing more for the history in this database, by deleting its cursor."
              + " The database stays, and may not be able to go on later.")
  private boolean forget;

  @Option(names = "--json", description = "Prints a JSON object.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if ((onlyStatus ? 1 : 0) + (rebuild ? 1 : 0) + (forget ? 1 : 0) > 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--status changes nothing, --rebuild throws it away, and --forget its cursor: name one");
    }
    try {
      if (forget) {
        forget();
      } else {
        print(run());
      }
    } catch (HistoryException e) {
      throw new IOException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    return ExitCode.OK;
  }

  private HistoryStatus run() throws IOException {
    if (onlyStatus) {
      return History.statusOf(place.url());
    }
    return rebuild
        ? History.rebuild(place.options(), place.url())
        : History.build(place.options(), place.url(), false);
  }

  private void forget() throws IOException {
    String cursor = History.cursorOf(place.log(), place.url());
    spec.commandLine()
        .getOut()
        .println(
            History.forget(place.log(), place.url())
                ? "the log keeps nothing more for it: the cursor " + cursor + " is deleted"
                : "the log kept nothing for it: there is no cursor " + cursor);
  }

  private void print(HistoryStatus status) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    String own = History.cursorOf(place.log(), place.url());
    List<String> cursors = History.cursors(place.log());
    if (json) {
      ObjectNode object =
          Json.object()
              .put("place", status.place())
              .put("exists", status.exists())
              .put("nextEvent", status.nextEvent())
              .put("time", status.timeNs() == 0 ? null : Json.time(status.timeNs()))
              .put("wholeFrom", status.wholeFrom())
              .put(
                  "wholeFromTime",
                  status.wholeFromNs() == 0 ? null : Json.time(status.wholeFromNs()))
              .put("cursor", own);
      cursors.forEach(object.putArray("cursors")::add);
      if (!onlyStatus) {
        object.put("recordsLeft", status.recordsLeft());
      }
      Json.print(out, object);
      return;
    }
    if (status.exists()) {
      printRange(status, out);
    } else {
      out.println(status.place() + ": there is no history yet");
    }
    if (status.recordsLeft() > 0) {
      out.println(RecordsLeft.of(status));
    }
    for (String other : cursors) {
      if (!other.equals(own)) {
        out.printf(
            "the log also keeps its records for %s: --forget, with the --url of that history, gives"
                + " them up%n",
            other);
      }
    }
  }

  private static void printRange(HistoryStatus status, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: events %,d to %,d%s%n",
        status.place(),
        status.wholeFrom(),
        status.nextEvent() - 1,
        status.timeNs() == 0 ? "" : ", up to " + Json.time(status.timeNs()));
    if (status.wholeFrom() > 0) {
      out.printf(
          Locale.ROOT,
          "it begins with event %,d, about %s: what was before that was not in the log any more%n",
          status.wholeFrom(),
          Json.time(status.wholeFromNs()));
    }
  }
}
