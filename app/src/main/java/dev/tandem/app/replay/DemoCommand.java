package dev.tandem.app.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Json;
import dev.tandem.app.output.MachineJson;
import dev.tandem.app.output.Progress;
import dev.tandem.core.api.Topology;
import dev.tandem.flow.Flow;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import java.io.PrintWriter;
import java.util.List;
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
      "Runs a generated trading day through both topologies, checks that they agree to the last"
          + " bit, and shows how fast it was. Needs no file.",
      "The JVM is warmed up before, on another day; the topologies take turns, each round in a new"
          + " exchange, and medians are shown."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tandem demo", "  tandem demo --commands 5M --seed 7"})
public final class DemoCommand implements Callable<Integer> {

  private static final int SYMBOLS = 8;
  private static final int USERS = 1_000;
  private static final long MAKER_FEE_PPM = 100;
  private static final long TAKER_FEE_PPM = 300;
  private static final int MAX_COMMANDS = 20_000_000;

  private static final int MAX_ROUNDS = 1_000;

  /** A round of the open loop takes about this long. */
  private static final int OPEN_LOOP_SECONDS = 1;

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

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds of each topology, and of the latency run (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warmup",
      paramLabel = "N",
      defaultValue = "3M",
      converter = Figures.Count.class,
      description =
          "Commands of another day that each topology is warmed up with; 0 for none (default:"
              + " ${DEFAULT-VALUE}).")
  private long warmup;

  @Option(names = "--json", description = "Prints a JSON object instead.")
  private boolean json;

  @Override
  public Integer call() {
    check("--commands", commands, 1, MAX_COMMANDS);
    check("--rate", rate, 1, MAX_COMMANDS);
    check("--rounds", rounds, 1, MAX_ROUNDS);
    check("--warmup", warmup, 0, Integer.MAX_VALUE);
    List<ReplayOptions> options =
        List.of(options(Topology.fused(), 0), options(Topology.pipelined(1, 1), 0));
    int other = (int) Math.min(commands, Math.max(1, warmup));
    if (warmup != 0) {
      WarmUp.run(List.of(generate(other, seed + 1)), options, warmup, ReplayBars::new);
    }
    Rounds closed = Rounds.run(generate((int) commands, seed), options, rounds, ReplayBars::new);
    Rounds open = openLoop();
    boolean conserved = closed.first().funding().isConserved();
    if (json) {
      printJson(closed, open, conserved);
    } else {
      print(closed, open, conserved);
    }
    return closed.differences().isEmpty() && conserved ? ExitCode.OK : ExitCode.MISMATCH;
  }

  private void check(String option, long value, long min, long max) {
    if (value < min || value > max) {
      throw new ParameterException(
          spec.commandLine(),
          option + " is " + value + ", expected " + min + " to " + Figures.count(max));
    }
  }

  private static ReplayOptions options(Topology topology, long rate) {
    return new ReplayOptions(topology, true, rate, false, false, false, null);
  }

  private Flow generate(int count, long ofSeed) {
    FlowPlan plan =
        new FlowPlan(count, ofSeed, SYMBOLS, USERS, FlowMix.FULL, MAKER_FEE_PPM, TAKER_FEE_PPM);
    try (Progress progress = new Progress("generate", count)) {
      return FlowGenerator.generate(plan, progress);
    }
  }

  private Rounds openLoop() {
    int count = (int) Math.min(commands, rate * OPEN_LOOP_SECONDS);
    List<ReplayOptions> options = List.of(options(Topology.fused(), rate));
    if (warmup != 0) {
      // The waits between commands are code too.
      Rounds.run(generate(count, seed + 1), options, 1, name -> new ReplayBars("warm up " + name));
    }
    return Rounds.run(generate(count, seed), options, rounds, ReplayBars::new);
  }

  private void print(Rounds closed, Rounds open, boolean conserved) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "A generated day: "
            + Figures.count(commands, "command")
            + ", "
            + SYMBOLS
            + " symbols, "
            + Figures.count(USERS, "user")
            + ", call auctions, fees, seed "
            + seed
            + ".");
    out.println(
        warmup == 0
            ? "Not warmed up: the figures are of a JVM that is still compiling."
            : "Warmed up before with "
                + Figures.count(warmup, "command")
                + " of another day in each topology, in exchanges that were thrown away.");
    out.println();
    printSpeed(out, "FUSED, all stages on one thread", closed.topologies().get(0));
    printSpeed(out, "PIPELINED, stages on four threads", closed.topologies().get(1));
    out.println();
    ReplayResult first = closed.first();
    out.println("trades        " + Figures.count(first.traded().trades()));
    if (closed.differences().isEmpty()) {
      out.println("event hash    " + ReplayResult.hex(first.hashes().events()) + " from both");
      out.println("state hash    " + ReplayResult.hex(first.hashes().state()) + " from both");
    } else {
      closed.differences().forEach(difference -> out.println("DIFFERENT     " + difference));
    }
    out.println(
        "money         "
            + (conserved
                ? "balances + holds + fees are what was paid in, in all "
                    + first.funding().totals().size()
                    + " currencies"
                : "NOT CONSERVED: balances + holds + fees are not what was paid in"));
    out.println();
    printLatency(out, open.topologies().get(0));
    out.println();
    out.println("What to try next:");
    out.println("  tandem replay FILE.commands.csv.zst             a recorded day of an exchange");
    out.println(
        "  tandem generate --commands 1M -o flow.csv.zst   then: tandem replay flow.csv.zst");
    out.println("  tandem help replay                              rates, topologies, outputs");
  }

  private static void printSpeed(PrintWriter out, String name, Rounds.OfTopology of) {
    out.println(
        String.format(
            "%-36s %s%s",
            name,
            Figures.perSecond(of.commandsPerSecond().median()).replace("/s", " commands/s"),
            ReplaySummary.spread(of)));
  }

  private void printLatency(PrintWriter out, Rounds.OfTopology of) {
    out.println(
        "Latency at "
            + Figures.perSecond((double) rate).replace("/s", " commands/s")
            + ", from the time each command was due to its answer (FUSED, "
            + Figures.count(rounds, "round")
            + "):");
    LatencyPicture.draw(of.latency()).forEach(out::println);
    out.println("  " + ReplaySummary.latency(of.latencies()) + (rounds == 1 ? "" : ", medians"));
    if (rounds > 1) {
      Spread p99 = of.spread(round -> round.latencies().p99());
      out.println(
          "  p99 of a round: "
              + Figures.duration((long) p99.min())
              + " to "
              + Figures.duration((long) p99.max()));
    }
  }

  private void printJson(Rounds closed, Rounds open, boolean conserved) {
    ObjectNode object = Json.object();
    MachineJson.put(object);
    ObjectNode input = object.putObject("input");
    input.put("commands", commands).put("seed", seed);
    input.put("symbols", SYMBOLS).put("users", USERS);
    object.put("risk", true);
    object.put("warmupCommands", warmup);
    object.put("trades", closed.first().traded().trades());
    object.put("agree", closed.differences().isEmpty());
    object.put("conserved", conserved);
    object.put("eventHash", ReplayResult.hex(closed.first().hashes().events()));
    object.put("stateHash", ReplayResult.hex(closed.first().hashes().state()));
    ReplayJson.putRuns(object, closed);
    ObjectNode latency = object.putObject("openLoop");
    latency.put("ratePerSecond", rate);
    ReplayJson.putRuns(latency, open);
    Json.print(spec.commandLine().getOut(), object);
  }
}
