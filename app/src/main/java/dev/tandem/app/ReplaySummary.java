package dev.tandem.app;

import dev.tandem.app.flow.Flow;
import dev.tandem.app.flow.FlowSymbol;
import dev.tandem.app.replay.BookWorkloadReport;
import dev.tandem.app.replay.Latencies;
import dev.tandem.app.replay.RecordedCheck;
import dev.tandem.app.replay.ReplayOptions;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.journal.RecoveryReport;
import dev.tandem.core.risk.CurrencyTotals;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** Tells a person what came of a replay. */
final class ReplaySummary {

  private static final int NAMES_SHOWN = 5;

  private final PrintWriter out;

  ReplaySummary(PrintWriter out) {
    this.out = out;
  }

  void print(Flow flow, ReplayOptions options, ReplayResult result, long warmup) {
    List<FlowSymbol> symbols = flow.symbols();
    String names =
        symbols.stream().limit(NAMES_SHOWN).map(FlowSymbol::name).collect(Collectors.joining(", "));
    line(
        "input",
        Figures.count(result.commands(), "command")
            + " ("
            + flow.format().label()
            + ") of "
            + Figures.count(symbols.size(), "symbol")
            + ": "
            + names
            + (symbols.size() > NAMES_SHOWN ? ", ..." : ""));
    line("topology", result.topology() + ", risk " + (result.risk() ? "on" : "off"));
    if (result.risk()) {
      line(
          "funding",
          Figures.count(result.users(), "user")
              + ", each paid in "
              + Figures.count(result.funding())
              + " units of each of "
              + Figures.count(result.totals().size())
              + " currencies, in "
              + Figures.duration(result.fundingNanos()));
    }
    if (result.logged() != null) {
      printLog(result.logged());
    }
    if (result.submitted() == 0) {
      line("run", "nothing to submit: the log has all of it");
    } else {
      printRun(options, result, warmup);
    }
    line(
        "trades",
        Figures.count(result.trades())
            + ", "
            + sum(result.tradedLots())
            + (result.tradedLots() == 1 ? " lot" : " lots")
            + ", turnover "
            + sum(result.turnover())
            + " ticks x lots");
    line("answers", answers(result));
    line("event hash", ReplayResult.hex(result.eventHash()));
    line("state hash", ReplayResult.hex(result.stateHash()));
  }

  private void printRun(ReplayOptions options, ReplayResult result, long warmup) {
    line(
        "run",
        Figures.duration(result.nanos())
            + (options.rate() == 0
                ? ", closed loop"
                : ", open loop at " + Figures.perSecond((double) options.rate()))
            + (warmup == 0
                ? ", JVM not warmed up"
                : ", JVM warmed up with " + Figures.count(warmup) + " generated commands"));
    line("throughput", Figures.perSecond(result.commandsPerSecond()).replace("/s", " commands/s"));
    line(
        "latency",
        latency(result.latencies())
            + (options.rate() == 0
                ? " (mostly the queue: the ring is full)"
                : " (from the intended time)"));
  }

  private void printLog(ReplayResult.Logged logged) {
    RecoveryReport found = logged.recovery();
    if (found.isFresh()) {
      line("recovered", "nothing: the log in " + logged.options().directory() + " is new");
    } else {
      RecoveryText.print(found, this::line);
      line(
          "recovered",
          Figures.count(logged.recovered(), "command")
              + " of this input, before the run"
              + (logged.untold() == 0
                  ? ""
                  : "; the trades of the first "
                      + Figures.count(logged.untold())
                      + " are not told"));
    }
    line(
        "log",
        "answers "
            + logged.options().durability()
            + "; "
            + LogStatisticsText.of(logged.statistics()));
  }

  private static String sum(long value) {
    return value == ReplayResult.OVER ? "over 2^63" : Figures.count(value);
  }

  static String latency(Latencies l) {
    return "p50 "
        + Figures.duration(l.p50())
        + ", p90 "
        + Figures.duration(l.p90())
        + ", p99 "
        + Figures.duration(l.p99())
        + ", p99.9 "
        + Figures.duration(l.p999())
        + ", max "
        + Figures.duration(l.max());
  }

  private static String answers(ReplayResult result) {
    StringBuilder text = new StringBuilder();
    for (byte code = 0; code < result.results().size(); code++) {
      if (result.results().get(code) != 0) {
        text.append(text.length() == 0 ? "" : ", ");
        text.append(ResultCode.of(code)).append(' ');
        text.append(Figures.count(result.results().get(code)));
      }
    }
    return text.toString();
  }

  void printReport(String sha256) {
    if (sha256 != null) {
      line(
          "report",
          "SHA-256 "
              + sha256
              + (sha256.equals(BookWorkloadReport.NORMAL_SEED23)
                  ? " (the published one of normal, seed 23)"
                  : ""));
    }
  }

  /** Tells what was checked; whether all of it is as it must be. */
  boolean printChecks(ReplayResult result, List<RecordedCheck.Outcome> recorded) {
    boolean good = printConservation(result);
    for (RecordedCheck.Outcome outcome : recorded) {
      line(
          "recorded",
          Figures.count(outcome.equal())
              + " of "
              + Figures.count(outcome.rows())
              + " rows equal: "
              + outcome.file().getFileName());
      if (!outcome.isEqual()) {
        line("DIFFERENT", outcome.firstDifference());
        good = false;
      }
    }
    for (String mismatch : result.mismatches().first()) {
      line("MISMATCH", mismatch);
    }
    long more = result.mismatches().count() - result.mismatches().first().size();
    if (more > 0) {
      line("MISMATCH", "and " + Figures.count(more) + " more");
    }
    return good && result.mismatches().count() == 0;
  }

  private boolean printConservation(ReplayResult result) {
    if (!result.risk()) {
      return true;
    }
    boolean good = true;
    long funded = result.funding() * result.users();
    for (CurrencyTotals t : result.totals()) {
      if (!t.isConserved() || t.supply() != funded) {
        line(
            "NOT CONSERVED",
            "currency "
                + t.currency()
                + ": balances "
                + t.available()
                + " + holds "
                + t.held()
                + " + fees "
                + t.fees()
                + ", expected "
                + funded
                + " in all");
        good = false;
      }
    }
    if (good) {
      line(
          "conserved",
          "balances + holds + fees = "
              + Figures.count(funded)
              + " in each of "
              + Figures.count(result.totals().size())
              + " currencies");
    }
    return good;
  }

  private void line(String name, String text) {
    out.println(String.format("%-13s %s", name, text));
  }
}
