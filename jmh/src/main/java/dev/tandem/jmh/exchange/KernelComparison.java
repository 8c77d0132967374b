package dev.tandem.jmh.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.harness.Children;
import dev.tandem.jmh.harness.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Whole exchanges on the same flows, in memory: how many commands a second each takes from one
 * producer, and how long an answer takes at a given rate. Each exchange has a process of its own;
 * they are asked by turns, and what a pass meets is stated and checked.
 */
@Command(
    name = "KernelComparison",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Compares Tandem's kernels with exchange-core on the same flows.")
public final class KernelComparison implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final double LAST_RATE = 32_000_000;

  @Spec private CommandSpec spec;

  @Option(names = "--flows", split = ",", description = "${COMPLETION-CANDIDATES}")
  private List<KernelFlows> flows = List.of(KernelFlows.STEADY, KernelFlows.SPOT);

  @Option(names = "--entrants", split = ",", description = "${COMPLETION-CANDIDATES}")
  private List<KernelEntrant> entrants = KernelEntrant.usual();

  @Option(names = "--rounds", description = "Each entrant is asked once a round.")
  private int rounds = 5;

  @Option(
      names = "--warm-up",
      description =
          "Passes of another seed before each measurement of the first round; a third of them in"
              + " later rounds and between the rates of a sweep, for the processes stay warm."
              + " Beyond three, none begins after a second.")
  private int warmUp = 8;

  @Option(names = "--passes", description = "Passes measured in a round; their median counts.")
  private int passes = 8;

  @Option(
      names = "--rates",
      split = ",",
      description = "Commands a second of the open loop. None: --rates=0.")
  private List<Double> rates = List.of(1e6);

  @Option(
      names = "--closed-only",
      split = ",",
      description =
          "Entrants that no open loop asks: one that cannot keep up takes many times its seconds.")
  private List<KernelEntrant> closedOnly = List.of();

  @Option(
      names = "--sweep",
      description =
          "Rates from --first-rate on, doubled until the median answer takes over 10 ms, at two rates"
              + " one after the other or at one that is not carried; no closed loop.")
  private boolean sweep;

  @Option(
      names = "--first-rate",
      description =
          "Commands a second that a sweep begins with. A rate is measured for a whole pass, which"
              + " has some 262,000 commands, or for --seconds if that is longer.")
  private double firstRate = 50_000;

  @Option(
      names = "--between",
      description =
          "Also one and a half times each rate of a sweep: twice the time, for an end that is known"
              + " better than to a factor of 2.")
  private boolean between;

  @Option(
      names = "--subject",
      description = "What the result is filed as: kernel or shapes. A sweep's is always sweep.")
  private String subject = "kernel";

  @Option(names = "--seconds", description = "Seconds of the open loop in a round.")
  private double seconds = 3;

  @Option(names = "--json", description = "Where all answers are written.")
  private Path json;

  @Option(
      names = "--histograms",
      description = "Where the open loop's distributions are kept, as .hlog and .hgrm files.")
  private Path histograms;

  private final KernelAnswers answers = new KernelAnswers();

  /** Exits with 0, or 1 if an entrant failed. */
  public static void main(String[] args) {
    System.exit(
        new CommandLine(new KernelComparison())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(args));
  }

  @Override
  public Integer call() throws IOException {
    if (!(firstRate > 0)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--first-rate must be above 0, not " + firstRate);
    }
    Path directory = Files.createTempDirectory("tandem-kernels");
    FitnessReport fitness;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      ask(directory);
      fitness = watch.report();
      if (histograms != null) {
        Distributions.collect(directory, histograms);
      }
    } finally {
      Folders.delete(directory);
    }
    flows.forEach(flow -> System.out.print(answers.table(flow, entrants)));
    System.out.println(fitness);
    if (json != null) {
      answers.toResult(sweep ? "sweep" : subject, flows, fitness).write(json);
    }
    return answers.hasFailed() ? 1 : 0;
  }

  private void ask(Path directory) throws IOException {
    if (entrants.stream().anyMatch(KernelEntrant::isPeer)) {
      FlowExport.write(flows, directory.resolve(ExchangeCoreProcess.FLOWS));
    }
    try (Children<KernelEntrant> children =
        new Children<>(entrants, KernelEntrant::launch, directory)) {
      for (int round = 0; round < rounds; round++) {
        for (KernelFlows flow : flows) {
          if (sweep) {
            sweep(children, round, flow);
          } else {
            closed(children, round, flow);
            for (double rate : rates) {
              if (rate > 0) {
                open(
                    children,
                    round,
                    flow,
                    rate,
                    warmUp(round, true),
                    entrant -> entrant.runs(flow) && !closedOnly.contains(entrant),
                    (entrant, answer) -> {});
              }
            }
          }
        }
      }
    }
  }

  private void sweep(Children<KernelEntrant> children, int round, KernelFlows flow)
      throws IOException {
    SweepEnds ends = new SweepEnds();
    Predicate<KernelEntrant> isAsked = entrant -> entrant.runs(flow) && !ends.hasEnded(entrant);
    SweepRates all = new SweepRates(firstRate, between);
    for (int i = 0; all.at(i) <= LAST_RATE && entrants.stream().anyMatch(isAsked); i++) {
      double rate = all.at(i);
      open(
          children,
          round,
          flow,
          rate,
          warmUp(round, i == 0),
          isAsked,
          (entrant, answer) -> ends.add(entrant, rate, answer));
    }
  }

  private int warmUp(int round, boolean first) {
    return round == 0 && first ? warmUp : Math.ceilDiv(warmUp, 3);
  }

  private void closed(Children<KernelEntrant> children, int round, KernelFlows flow)
      throws IOException {
    String request = "closed %s %d %d".formatted(flow, warmUp(round, true), passes);
    System.err.printf("round %d of %d: %s%n", round + 1, rounds, request);
    children.ask(
        round,
        request,
        entrant -> entrant.runs(flow),
        turn -> answers.add(KernelAnswers.Answer.of(turn, flow, round, 0, json(turn))));
  }

  private void open(
      Children<KernelEntrant> children,
      int round,
      KernelFlows flow,
      double rate,
      int warm,
      Predicate<KernelEntrant> which,
      BiConsumer<KernelEntrant, JsonNode> told)
      throws IOException {
    String request =
        String.format(Locale.ROOT, "open %s %d %f %f %d", flow, warm, rate, seconds, round + 1);
    System.err.printf("round %d of %d: %s%n", round + 1, rounds, request);
    children.ask(
        round,
        request,
        which,
        turn -> {
          JsonNode answer = json(turn);
          answers.add(KernelAnswers.Answer.of(turn, flow, round, rate, answer));
          told.accept(turn.system(), answer);
        });
  }

  private static JsonNode json(Children.Turn<KernelEntrant> turn) {
    try {
      return turn.answer() == null
          ? JSON.createObjectNode().put("error", turn.error())
          : JSON.readTree(turn.answer());
    } catch (IOException e) {
      return JSON.createObjectNode().put("error", e.toString());
    }
  }
}
