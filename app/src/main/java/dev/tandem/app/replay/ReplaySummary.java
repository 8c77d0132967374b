package dev.tandem.app.replay;

import dev.tandem.app.output.Figures;
import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.core.command.ResultCode;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowSymbol;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** Prints the result of a replay as text. */
final class ReplaySummary {

  private static final int NAMES_SHOWN = 5;

  private final PrintWriter out;

  ReplaySummary(PrintWriter out) {
    this.out = out;
  }

  void print(Flow flow, ReplayOptions options, Rounds rounds, long warmup) {
    ReplayResult result = rounds.first();
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
    line(
        "topology",
        rounds.topologies().stream()
                .map(of -> of.topology().toString())
                .collect(
                    Collectors.joining(
                        " and ", "", rounds.topologies().size() > 1 ? " by turns" : ""))
            + ", risk "
            + (result.risk() ? "on" : "off"));
    if (result.risk()) {
      line(
          "funding",
          Figures.count(result.funding().users(), "user")
              + ", each paid in "
              + Figures.count(result.funding().each())
              + " units of each of "
              + Figures.count(result.funding().totals().size())
              + " currencies, in "
              + Figures.duration(result.funding().nanos()));
    }
    if (result.logged() != null) {
      printLog(result.logged());
    }
    if (result.submitted() == 0) {
      line("run", "nothing to submit: the log has all of it");
    } else {
      printRun(options, rounds, warmup);
    }
    line(
        "trades",
        Figures.count(result.traded().trades())
            + ", "
            + sum(result.traded().lots())
            + (result.traded().lots() == 1 ? " lot" : " lots")
            + ", turnover "
            + sum(result.traded().turnover())
            + " ticks x lots");
    line("answers", answers(result));
    line("event hash", ReplayResult.hex(result.hashes().events()));
    line("state hash", ReplayResult.hex(result.hashes().state()));
  }

  private void printRun(ReplayOptions options, Rounds rounds, long warmup) {
    int count = rounds.topologies().get(0).rounds().size();
    line(
        "run",
        (rounds.topologies().size() == 1 && count == 1
                ? Figures.duration(rounds.first().nanos())
                : Figures.count(count, "round") + (rounds.topologies().size() > 1 ? " each" : ""))
            + (options.rate() == 0
                ? ", closed loop"
                : ", open loop at " + Figures.perSecond((double) options.rate())));
    line("warm-up", warmUp(options, warmup));
    for (Rounds.OfTopology of : rounds.topologies()) {
      String name = rounds.topologies().size() == 1 ? "" : of.topology() + " ";
      line(
          "throughput",
          name
              + Figures.perSecond(of.commandsPerSecond().median()).replace("/s", " commands/s")
              + spread(of));
      line(
          "latency",
          name
              + latency(of.latencies())
              + (count == 1 ? "" : ", medians of the rounds")
              + (options.rate() == 0
                  ? " (mostly the queue: the ring is full)"
                  : " (from the intended time)"));
    }
  }

  private static String warmUp(ReplayOptions options, long warmup) {
    if (warmup == 0) {
      return "none: the figures are of a JVM that is still compiling";
    }
    return Figures.count(warmup, "generated command")
        + " in each topology before, in exchanges that were thrown away"
        + (options.rate() == 0 ? "" : ", then a second at the rate")
        + (options.journal() == null ? "" : ", at last some with a log");
  }

  /** How far the rounds lie apart; nothing for one alone. */
  static String spread(Rounds.OfTopology of) {
    Spread speed = of.commandsPerSecond();
    return of.rounds().size() == 1
        ? ", one round"
        : ", median of %d rounds (%s to %s)"
            .formatted(
                of.rounds().size(), Figures.perSecond(speed.min()), Figures.perSecond(speed.max()));
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
              + (logged.unreported() == 0
                  ? ""
                  : "; the trades of the first "
                      + Figures.count(logged.unreported())
                      + " are not shown"));
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

  /** Whether all that was checked is as it must be. */
  boolean isGood(Rounds rounds, List<RecordedCheck.Outcome> recorded) {
    return rounds.differences().isEmpty()
        && rounds.first().mismatches().count() == 0
        && recorded.stream().allMatch(RecordedCheck.Outcome::isEqual)
        && rounds.first().funding().isConserved();
  }

  /** Prints what was checked. */
  void printChecks(Rounds rounds, List<RecordedCheck.Outcome> recorded) {
    ReplayResult result = rounds.first();
    rounds.differences().forEach(difference -> line("DIFFERENT", difference));
    printConservation(result);
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
      }
    }
    for (String mismatch : result.mismatches().first()) {
      line("MISMATCH", mismatch);
    }
    long more = result.mismatches().count() - result.mismatches().first().size();
    if (more > 0) {
      line("MISMATCH", "and " + Figures.count(more) + " more");
    }
  }

  private void printConservation(ReplayResult result) {
    if (!result.risk()) {
      return;
    }
    long funded = result.funding().all();
    for (CurrencyTotals t : result.funding().totals()) {
      if (!result.funding().isConserved(t)) {
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
      }
    }
    if (result.funding().isConserved()) {
      line(
          "conserved",
          "balances + holds + fees = "
              + Figures.count(funded)
              + " in each of "
              + Figures.count(result.funding().totals().size())
              + " currencies");
    }
  }

  private void line(String name, String text) {
    out.println(String.format("%-13s %s", name, text));
  }
}
