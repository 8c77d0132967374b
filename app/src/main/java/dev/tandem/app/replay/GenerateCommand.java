package dev.tandem.app.replay;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Progress;
import dev.tandem.core.command.CommandType;
import dev.tandem.flow.CsvWriter;
import dev.tandem.flow.Flow;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tandem generate}. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Makes a flow of commands out of a seed: orders around the walking mid price of each symbol.",
      "The same options give the same file, on every machine."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem generate -o flow.csv.zst",
      "  tandem generate --commands 5M --symbols 100 --users 10k -o big.csv.zst",
      "  tandem generate --mix full --commands 20k -o everything.csv",
    })
public final class GenerateCommand implements Callable<Integer> {

  private static final int MAX_SYMBOLS = 100_000;
  private static final int MAX_USERS = 10_000_000;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description =
          "Where to write; compressed with zstd if the name ends in .zst, - is standard output.")
  private Path output;

  @Option(
      names = "--commands",
      paramLabel = "N",
      defaultValue = "1M",
      converter = Figures.Count.class,
      description = "How many commands (default: ${DEFAULT-VALUE}).")
  private long commands;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Names the flow: another seed, another flow (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--symbols",
      paramLabel = "N",
      defaultValue = "1",
      converter = Figures.Count.class,
      description = "How many symbols, the first ones busier (default: ${DEFAULT-VALUE}).")
  private long symbols;

  @Option(
      names = "--users",
      paramLabel = "N",
      defaultValue = "1000",
      converter = Figures.Count.class,
      description = "Order n is user 1 + n %% N's (default: ${DEFAULT-VALUE}).")
  private long users;

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      defaultValue = "move",
      description = {
        "move: 9 %% GTC, 3 %% IOC, 6 %% cancel, 82 %% move (default).",
        "churn: 50 %% GTC, 6 %% IOC, 44 %% cancel.",
        "full: every command, with call auctions."
      })
  private FlowMix mix;

  @Override
  public Integer call() throws IOException {
    FlowPlan plan =
        new FlowPlan(
            limited("--commands", commands, Flow.MAX_COMMANDS),
            seed,
            limited("--symbols", symbols, MAX_SYMBOLS),
            limited("--users", users, MAX_USERS),
            mix,
            0,
            0);
    OutputFiles.check(output);
    Flow flow;
    try (Progress progress = new Progress("generate", plan.commands())) {
      flow = FlowGenerator.generate(plan, progress);
    }
    boolean compress = output.toString().toLowerCase(Locale.ROOT).endsWith(".zst");
    PrintWriter standard = spec.commandLine().getOut();
    try (OutputFiles files = new OutputFiles(standard)) {
      files.write(output, out -> CsvWriter.write(flow, out, compress));
      files.commit();
    }
    // Messages must not get into a flow that another program reads.
    PrintWriter out = OutputFiles.isStandard(output) ? spec.commandLine().getErr() : standard;
    out.println(
        "wrote "
            + Figures.count(flow.size(), "command")
            + " of "
            + Figures.count(plan.symbols(), "symbol")
            + " to "
            + (OutputFiles.isStandard(output) ? "the standard output" : output));
    out.println("  " + shares(flow));
    if (!OutputFiles.isStandard(output)) {
      out.println("next: tandem replay " + output);
    }
    return ExitCode.OK;
  }

  private int limited(String option, long value, int max) {
    if (value < 1 || value > max) {
      throw new ParameterException(
          spec.commandLine(), option + " is " + value + ", expected 1 to " + Figures.count(max));
    }
    return (int) value;
  }

  private static String shares(Flow flow) {
    long[] counts = new long[Byte.MAX_VALUE];
    for (int i = 0; i < flow.size(); i++) {
      counts[flow.type(i)]++;
    }
    StringBuilder text = new StringBuilder();
    for (byte type = 0; type < counts.length; type++) {
      if (counts[type] != 0) {
        text.append(text.length() == 0 ? "" : ", ");
        text.append(CommandType.nameOf(type)).append(' ').append(Figures.count(counts[type]));
      }
    }
    return text.toString();
  }
}
