package dev.tandem.app;

import dev.tandem.app.flow.Flow;
import dev.tandem.app.flow.FlowGenerator;
import dev.tandem.app.flow.FlowMix;
import dev.tandem.app.flow.FlowPlan;
import dev.tandem.app.replay.Replay;
import dev.tandem.app.replay.ReplayOptions;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.core.risk.CurrencyTotals;
import dev.tandem.core.topology.Topology;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tandem demo}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Runs a generated trading day through both topologies, checks that they agree to the last bit,"
          + " and shows how fast it was. Needs no file."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tandem demo", "  tandem demo --commands 5M --seed 7"})
final class DemoCommand implements Callable<Integer> {

  private static final int SYMBOLS = 8;
  private static final int USERS = 1_000;
  private static final long MAKER_FEE_PPM = 100;
  private static final long TAKER_FEE_PPM = 300;
  private static final int MAX_COMMANDS = 20_000_000;

  /** The open loop takes about this long. */
  private static final int OPEN_LOOP_SECONDS = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = "--commands",
      paramLabel = "N",
      defaultValue = "1M",
      converter = Figures.Count.class,
      description = "Length of the day (default: ${DEFAULT-VALUE}).")
  private long commands;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another seed, another day (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "250k",
      converter = Figures.Count.class,
      description = "Commands/s of the latency run (default: ${DEFAULT-VALUE}).")
  private long rate;

  @Override
  public Integer call() {
    if (commands < 1 || commands > MAX_COMMANDS) {
      throw new ParameterException(
          spec.commandLine(),
          "--commands is " + commands + ", expected 1 to " + Figures.count(MAX_COMMANDS));
    }
    if (rate < 1 || rate > MAX_COMMANDS) {
      throw new ParameterException(
          spec.commandLine(),
          "--rate is " + rate + ", expected 1 to " + Figures.count(MAX_COMMANDS));
    }
    PrintWriter out = spec.commandLine().getOut();
    Flow day = generate((int) commands);
    out.println(
        "A generated day: "
            + Figures.count(day.size(), "command")
            + ", "
            + SYMBOLS
            + " symbols, "
            + Figures.count(USERS, "user")
            + ", call auctions, fees, seed "
            + seed
            + ".");
    out.println();
    ReplayResult fused = run(day, Topology.fused(), 0);
    ReplayResult pipelined = run(day, Topology.pipelined(1, 1), 0);
    print(out, "FUSED, all stages on one thread", fused);
    print(out, "PIPELINED, a thread for each stage", pipelined);
    boolean same =
        fused.eventHash() == pipelined.eventHash() && fused.stateHash() == pipelined.stateHash();
    boolean conserved = isConserved(fused) && isConserved(pipelined);
    out.println();
    out.println("event hash    " + hashes(fused.eventHash(), pipelined.eventHash()));
    out.println("state hash    " + hashes(fused.stateHash(), pipelined.stateHash()));
    out.println(
        "money         "
            + (conserved
                ? "balances + holds + fees are what was paid in, in all "
                    + fused.totals().size()
                    + " currencies"
                : "NOT CONSERVED: balances + holds + fees are not what was paid in"));
    out.println();
    latencyRun(out);
    out.println();
    out.println("What to try next:");
    out.println("  tandem replay FILE.commands.csv.zst             a recorded day of an exchange");
    out.println(
        "  tandem generate --commands 1M -o flow.csv.zst   then: tandem replay flow.csv.zst");
    out.println("  tandem help replay                              rates, topologies, outputs");
    return same && conserved ? ExitCode.OK : ExitCode.MISMATCH;
  }

  private Flow generate(int count) {
    FlowPlan plan =
        new FlowPlan(count, seed, SYMBOLS, USERS, FlowMix.FULL, MAKER_FEE_PPM, TAKER_FEE_PPM);
    try (Progress progress = new Progress("generate", count)) {
      return FlowGenerator.generate(plan, progress);
    }
  }

  private static ReplayResult run(Flow flow, Topology topology, long rate) {
    ReplayOptions options = new ReplayOptions(topology, true, rate, false, false, false, null);
    try (ReplayBars progress = new ReplayBars(topology.toString())) {
      return Replay.run(flow, options, progress);
    }
  }

  private static void print(PrintWriter out, String name, ReplayResult r) {
    out.println(
        String.format(
            "%-36s %s, %s trades",
            name,
            Figures.perSecond(r.commandsPerSecond()).replace("/s", " commands/s"),
            Figures.count(r.trades())));
  }

  private static String hashes(long a, long b) {
    return a == b
        ? ReplayResult.hex(a) + " from both"
        : "DIFFERENT: " + ReplayResult.hex(a) + " and " + ReplayResult.hex(b);
  }

  private static boolean isConserved(ReplayResult r) {
    return r.totals().stream().allMatch(CurrencyTotals::isConserved);
  }

  private void latencyRun(PrintWriter out) {
    Flow flow = generate((int) Math.min(commands, rate * OPEN_LOOP_SECONDS));
    ReplayResult r = run(flow, Topology.fused(), rate);
    out.println(
        "Latency at "
            + Figures.perSecond((double) rate).replace("/s", " commands/s")
            + ", from the time each command was due to its answer (FUSED):");
    LatencyPicture.draw(r.latency()).forEach(out::println);
    out.println("  " + ReplaySummary.latency(r.latencies()));
  }
}
