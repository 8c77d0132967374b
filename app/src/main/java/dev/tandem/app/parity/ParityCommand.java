package dev.tandem.app.parity;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Json;
import dev.tandem.app.output.MachineJson;
import dev.tandem.app.output.Progress;
import dev.tandem.app.replay.ReplayBars;
import dev.tandem.app.replay.ReplayCommand;
import dev.tandem.core.api.Topology;
import dev.tandem.flow.BadInputException;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem parity}. */
@Command(
    name = "parity",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Runs the same commands through the kernels in Java and in C++, each fused and pipelined, and"
          + " where they are few through the plain serial model, which says what must come of each"
          + " command. It compares event hash, state hash, what the records of their logs hold, and"
          + " the reports of trades and final books that tandem replay writes, by their SHA-256.",
      "Where a kernel differs from the first one, Java fused, it names it, finds the first command"
          + " that differs, and prints both sides: the answer, the event records, the accounts of"
          + " its user and its book; or the first record"
          + " of the logs, which are kept in the system's directory of temporary files and deleted."
          + " Without a file it"
          + " generates flows, in which order ids are used again at once; in every second of them"
          + " users have little money, and many orders are refused. A seed draws the numbers of"
          + " threads of the pipelines, too; a file goes through one of risk and one of matching.",
      "The model is slow, and has neither a log nor --risk off; it is compared by all the rest."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem parity                                generated flows of three seeds",
      "  tandem parity day.commands.csv.zst           a recorded day",
      "  tandem parity --risk off workload.bin.zst    the public workload of books",
      "  tandem parity --seeds 200 --commands 5k      many flows, in the model, too"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all hashes are equal",
      "1:something differs, or a kernel in C++ failed where Java fused did not",
      "2:wrong usage, a malformed input, or no kernel in C++ for this platform",
      "3:a kernel in Java, or the model, failed"
    })
public final class ParityCommand implements Callable<Integer> {

  private final Parity.Given given;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "Files of commands, each a run of its own; as those of tandem replay.")
  private List<Path> files = List.of();

  @Option(
      names = "--risk",
      paramLabel = "on|off",
      defaultValue = "on",
      description = "Whether there are users, balances and holds (default: ${DEFAULT-VALUE}).")
  private ReplayCommand.OnOff risk;

  @Option(
      names = "--wal",
      paramLabel = "on|off",
      defaultValue = "on",
      description =
          "Whether each kernel keeps a log, about 100 bytes a command, to be compared (default:"
              + " ${DEFAULT-VALUE}).")
  private ReplayCommand.OnOff wal;

  @Option(
      names = "--model",
      paramLabel = "auto|always|never",
      defaultValue = "auto",
      description =
          "Whether the serial model runs, too: auto runs it for inputs of up to "
              + ModelUse.MOST_COMMANDS
              + " commands, which take it a second or two, always for larger ones, too, whose time"
              + " grows faster than they do (default: ${DEFAULT-VALUE}).")
  private ModelUse model;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "3",
      converter = Figures.Count.class,
      description =
          "Without a file: how many flows are generated, of seeds 1 to N (default:"
              + " ${DEFAULT-VALUE}).")
  private long seeds;

  @Option(
      names = "--commands",
      paramLabel = "N",
      defaultValue = "200k",
      converter = Figures.Count.class,
      description = "Without a file: commands of each flow (default: ${DEFAULT-VALUE}).")
  private long commands;

  @Option(names = "--json", description = "Prints a JSON object instead.")
  private boolean json;

  /** As the command line makes it. */
  public ParityCommand() {
    this((kind, flow) -> flow);
  }

  /** With kernels that may be given something else than the others. */
  ParityCommand(Parity.Given given) {
    this.given = given;
  }

  @Override
  public Integer call() throws IOException {
    if (seeds < 1 || seeds > Integer.MAX_VALUE) {
      throw usage("--seeds is " + seeds + ", expected 1 or more");
    }
    if (commands < 1 || commands > Flow.MAX_COMMANDS) {
      throw usage("--commands is " + commands + ", expected 1 to " + Flow.MAX_COMMANDS);
    }
    if (!files.isEmpty()) {
      for (String option : List.of("--seeds", "--commands")) {
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
          throw usage(option + " is for generated flows, which there are only without a file");
        }
      }
    }
    if (model == ModelUse.ALWAYS && risk == ReplayCommand.OnOff.OFF) {
      throw usage("--model always needs --risk on: the model always judges with risk");
    }
    for (Path file : files) {
      if (!Files.exists(file)) {
        throw new BadInputException(file + ": no such file");
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    List<Parity.Outcome> outcomes = new ArrayList<>();
    try {
      for (int i = 0; i < (files.isEmpty() ? seeds : files.size()); i++) {
        Parity.Outcome outcome = run(i);
        outcomes.add(outcome);
        if (!json) {
          print(out, outcome);
          out.flush();
        }
      }
    } catch (TwinException e) {
      throw new BadInputException(e.getMessage());
    }
    boolean equal = outcomes.stream().allMatch(Parity.Outcome::isEqual);
    if (json) {
      printJson(out, outcomes, equal);
    } else {
      out.println(equal ? "all equal" : "NOT EQUAL");
    }
    return equal ? ExitCode.OK : ExitCode.MISMATCH;
  }

  private Parity.Outcome run(int number) throws IOException {
    boolean hasRisk = risk == ReplayCommand.OnOff.ON;
    String input;
    Flow flow;
    Shards shards;
    if (files.isEmpty()) {
      long seed = number + 1L;
      input = "seed " + seed;
      flow = ParityFlow.of(seed, (int) commands, hasRisk);
      shards = Shards.of(seed, hasRisk);
    } else {
      input = files.get(number).toString();
      flow = read(files.get(number));
      shards = Shards.ONE;
    }
    return Parity.run(input, flow, hasRisk, shards, isLogged(), model, ReplayBars::new, given);
  }

  private static Flow read(Path file) throws IOException {
    try (Progress progress = new Progress("read", Files.size(file))) {
      return FlowFiles.read(List.of(file), null, progress::stepTo);
    }
  }

  private boolean isLogged() {
    return wal == ReplayCommand.OnOff.ON;
  }

  private void print(PrintWriter out, Parity.Outcome outcome) {
    out.printf(
        "%s: %,d commands, %,d trades, %,d refusals, %s%n",
        outcome.input(),
        outcome.commands(),
        outcome.trades(),
        outcome.refusals(),
        outcome.isEqual() ? "equal" : "DIFFERENT");
    out.printf(
        "  %-15s risk and matching: Java %s, C++ %s%n",
        "threads", threads(outcome.shards().java()), threads(outcome.shards().cpp()));
    for (Parity.Side side : outcome.sides()) {
      out.printf(
          "  %-15s events %016x   state %016x%s%n",
          side.kernel(),
          side.eventHash(),
          side.stateHash(),
          isLogged() ? "   log " + logHash(side, "-") : "");
    }
    if (outcome.withoutModel() != null) {
      out.printf("  %-15s left out: %s%n", KernelKind.MODEL.title(), outcome.withoutModel());
    }
    if (outcome.reportsAreEqual()) {
      printReports(out, "all", outcome.sides().get(0).reports());
    } else {
      outcome.sides().forEach(side -> printReports(out, side.kernel(), side.reports()));
    }
    if (outcome.difference() != null) {
      out.println("  first difference: " + outcome.difference());
    }
  }

  private static String threads(Topology shards) {
    return shards.riskShards() + " and " + shards.matchingShards();
  }

  private static ObjectNode shards(Topology shards) {
    ObjectNode object = Json.object();
    object.put("risk", shards.riskShards());
    object.put("matching", shards.matchingShards());
    return object;
  }

  private static String logHash(Parity.Side side, String none) {
    return side.logHash().isPresent() ? "%016x".formatted(side.logHash().getAsLong()) : none;
  }

  private static void printReports(PrintWriter out, String kernel, ReportSums reports) {
    out.printf("  %-15s trades %s%n", kernel, reports.trades());
    out.printf("  %-15s book   %s%n", "", reports.book());
  }

  private void printJson(PrintWriter out, List<Parity.Outcome> outcomes, boolean equal) {
    ObjectNode object = Json.object();
    MachineJson.put(object);
    object.put("risk", risk == ReplayCommand.OnOff.ON);
    object.put("equal", equal);
    ArrayNode inputs = object.putArray("inputs");
    for (Parity.Outcome outcome : outcomes) {
      ObjectNode input = inputs.addObject();
      input.put("input", outcome.input());
      input.put("commands", outcome.commands());
      input.put("trades", outcome.trades());
      input.put("refusals", outcome.refusals());
      input.put("equal", outcome.isEqual());
      ObjectNode ofPipelines = input.putObject("shards");
      ofPipelines.set("java", shards(outcome.shards().java()));
      ofPipelines.set("cpp", shards(outcome.shards().cpp()));
      ArrayNode kernels = input.putArray("kernels");
      for (Parity.Side side : outcome.sides()) {
        ObjectNode kernel = kernels.addObject();
        kernel.put("kernel", side.kernel());
        kernel.put("eventHash", "%016x".formatted(side.eventHash()));
        kernel.put("stateHash", "%016x".formatted(side.stateHash()));
        kernel.put("logHash", logHash(side, null));
        kernel.put("tradesSha256", side.reports().trades());
        kernel.put("bookSha256", side.reports().book());
        kernel.put("runNs", side.nanos());
      }
      input.put("modelLeftOut", outcome.withoutModel());
      input.put("difference", outcome.difference());
    }
    Json.print(out, object);
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
