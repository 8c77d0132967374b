package dev.tandem.app.replay;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Progress;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.flow.BadInputException;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowFiles;
import dev.tandem.flow.FlowFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code tandem replay}. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Runs recorded or generated commands through the whole kernel and shows throughput, latency,"
          + " trades and the two hashes. The JVM is warmed up before, on other commands; what is"
          + " shown are medians of several rounds.",
      "What a file says must come of it is checked: uncross prices, cancelled quantities, and the"
          + " trades and the final book that lie beside a recorded day. Files may be"
          + " zstd-compressed."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem replay day.commands.csv.zst",
      "  tandem replay day.commands.csv.zst --trades t.csv --book b.csv --json r.json",
      "  tandem replay flow.csv.zst --rate 500k --topology fused",
      "  tandem replay flow.csv.zst --topology fused --topology pipelined --json -",
      "  tandem replay day.commands.csv.zst --wal log/    after a kill it continues",
      "  tandem replay a.commands.csv.zst b.commands.csv.zst --topology pipelined:2,2",
      "  tandem replay workload.bin.zst --risk off"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well",
      "1:trades, books, quantities or balances are not what they must be",
      "2:wrong usage, a malformed input, an output that cannot be written, or no room for the log",
      "3:the kernel failed"
    })
public final class ReplayCommand implements Callable<Integer> {

  private static final long MAX_RATE = 1_000_000_000;
  private static final int ROUNDS = 3;
  private static final int MAX_ROUNDS = 1_000;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Files of commands; several are one symbol each, merged by time.")
  private List<Path> files;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "auto",
      converter = FormatChoice.class,
      description =
          "auto, csv (Tandem's own), sse (a Shanghai day) or book-workload (default:"
              + " ${DEFAULT-VALUE}).")
  private FormatChoice.Chosen format;

  @Option(
      names = "--topology",
      paramLabel = "TOPOLOGY",
      defaultValue = "auto",
      converter = TopologyChoice.class,
      description =
          "auto, fused (one thread), pipelined (a thread for each stage) or pipelined:R,M with R"
              + " risk and M matching threads (default: ${DEFAULT-VALUE}). Given more than once,"
              + " the topologies run by turns and must agree.")
  private List<Topology> topologies;

  @Option(
      names = "--risk",
      paramLabel = "on|off",
      defaultValue = "on",
      description =
          "on: order n is user 1 + n %% 1000's (unless the file names users), all richly funded;"
              + " off: no accounts, no holds (default: ${DEFAULT-VALUE}).")
  private OnOff risk;

  @Option(
      names = "--rate",
      paramLabel = "N",
      converter = Figures.Count.class,
      description =
          "Open loop at N commands/s, latency from the intended time (default: closed loop, as fast"
              + " as the ring takes).")
  private Long rate;

  @Mixin private JournalMixin journal;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "How often it is run in each topology, each time in a new exchange; medians are shown"
              + " (default: 3, with --wal 1 and no more).")
  private Integer rounds;

  @Option(
      names = "--trades",
      paramLabel = "OUT",
      description = "Writes " + ReplayOutputs.TRADES_HEADER + ".")
  private Path trades;

  @Option(
      names = "--book",
      paramLabel = "OUT",
      description = "Writes the final book, " + ReplayOutputs.BOOK_HEADER + ".")
  private Path book;

  @Option(
      names = "--json",
      paramLabel = "OUT",
      description =
          "Writes the figures and hashes, and what they are of. Of these three one may be -, the"
              + " standard output; the summary then goes to the standard error.")
  private Path json;

  @Option(
      names = "--warmup",
      paramLabel = "N",
      defaultValue = "2M",
      converter = Figures.Count.class,
      description =
          "Generated commands that warm up the JVM before the clock starts, in each topology, in"
              + " exchanges that are thrown away; 0 for none (default: ${DEFAULT-VALUE}).")
  private long warmup;

  @Override
  public Integer call() throws IOException {
    checkOptions();
    JournalOptions log = journal.options(spec);
    checkRounds(log != null);
    Flow flow = read();
    boolean workload = flow.format() == FlowFormat.BOOK_WORKLOAD;
    List<ReplayOptions> options = new ArrayList<>();
    for (Topology topology : topologies) {
      options.add(
          new ReplayOptions(
              topology,
              risk == OnOff.ON,
              rate == null ? 0 : rate,
              trades != null || workload || RecordedCheck.hasTrades(flow),
              workload,
              book != null || RecordedCheck.hasBooks(flow),
              log));
    }
    WarmUp.run(options, warmup, ReplayBars::new);
    Rounds all = Rounds.run(flow, options, rounds, ReplayBars::new);
    ReplayResult result = all.first();
    refuseIncompleteOutputs(result);
    String report =
        workload && result.isComplete() ? BookWorkloadReport.sha256(flow, result.log()) : null;
    List<RecordedCheck.Outcome> recorded = RecordedCheck.check(flow, result);
    PrintWriter reported =
        outputs().stream().anyMatch(OutputFiles::isStandard)
            ? spec.commandLine().getErr()
            : spec.commandLine().getOut();
    ReplaySummary summary = new ReplaySummary(reported);
    ReplayJson figures = new ReplayJson(files, flow, options.get(0), all, warmup, report);
    boolean good = summary.isGood(all, recorded);
    writeOutputs(flow, result, figures.of(good));
    summary.print(flow, options.get(0), all, warmup);
    summary.printReport(report);
    summary.printChecks(all, recorded);
    reported.flush();
    return good ? ExitCode.OK : ExitCode.MISMATCH;
  }

  private Flow read() throws IOException {
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    try (Progress progress = new Progress("read", bytes)) {
      return FlowFiles.read(files, format.format(), progress::stepTo);
    }
  }

  private void checkRounds(boolean logged) {
    if (new HashSet<>(topologies).size() != topologies.size()) {
      throw usage("--topology names a topology twice");
    }
    if (rounds == null) {
      rounds = logged ? 1 : ROUNDS;
    }
    if (rounds < 1 || rounds > MAX_ROUNDS) {
      throw usage("--rounds is " + rounds + ", expected 1 to " + MAX_ROUNDS);
    }
    if (logged && (rounds != 1 || topologies.size() != 1)) {
      throw usage(
          "--wal goes with one round of one topology: a second round would find its commands in"
              + " the log");
    }
  }

  /** The trades of commands that are only in a snapshot are not known any more. */
  private void refuseIncompleteOutputs(ReplayResult result) {
    if (trades != null && !result.isComplete()) {
      throw new BadInputException(
          "%s cannot be written: the first %d commands were restored from a snapshot, and their trades are not known"
              .formatted(trades, result.logged().unreported()));
    }
  }

  private void checkOptions() throws IOException {
    if (rate != null && (rate < 1 || rate > MAX_RATE)) {
      throw usage("--rate is " + rate + ", expected 1 to " + Figures.count(MAX_RATE));
    }
    if (warmup < 0 || warmup > Flow.MAX_COMMANDS) {
      throw usage("--warmup is " + warmup + ", expected 0 or more");
    }
    for (Path file : files) {
      if (!Files.exists(file)) {
        throw new BadInputException(file + ": no such file");
      }
    }
    List<Path> taken = new ArrayList<>(files);
    for (Path output : outputs()) {
      OutputFiles.check(output);
      for (Path other : taken) {
        if (output.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize())) {
          throw usage(output + " is named twice: an output must be a file of its own");
        }
      }
      taken.add(output);
    }
  }

  private List<Path> outputs() {
    List<Path> outputs = new ArrayList<>();
    for (Path output : new Path[] {trades, book, json}) {
      if (output != null) {
        outputs.add(output);
      }
    }
    return outputs;
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void writeOutputs(Flow flow, ReplayResult result, String figures) throws IOException {
    try (OutputFiles outputs = new OutputFiles(spec.commandLine().getOut())) {
      if (trades != null) {
        outputs.write(trades, out -> ReplayOutputs.writeTrades(flow, result.log(), out));
      }
      if (book != null) {
        outputs.write(book, out -> ReplayOutputs.writeBooks(flow, result::orders, out));
      }
      if (json != null) {
        outputs.write(json, out -> out.write(figures.getBytes(StandardCharsets.UTF_8)));
      }
      outputs.commit();
    }
  }

  /** A switch of the command line. */
  public enum OnOff {
    ON,
    OFF
  }

  /** Reads the name of a format. */
  static final class FormatChoice implements ITypeConverter<FormatChoice.Chosen> {

    /** A format; null is detected by the file. */
    record Chosen(FlowFormat format) {}

    @Override
    public Chosen convert(String text) {
      if (text.equals("auto")) {
        return new Chosen(null);
      }
      for (FlowFormat format : FlowFormat.values()) {
        if (format.label().equals(text)) {
          return new Chosen(format);
        }
      }
      throw new TypeConversionException("'" + text + "': expected auto, csv, sse or book-workload");
    }
  }
}
