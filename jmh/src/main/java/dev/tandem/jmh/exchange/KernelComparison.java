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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Whole exchanges on the same flows, in memory and with their logs: how many commands a second each
 * takes from one producer, and how long an answer takes at a given rate. Each exchange has a
 * process of its own; they run by turns, and the population of a pass is stated and checked.
 */
@Command(
    name = "KernelComparison",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Compares Tandem's kernels with exchange-core on the same flows.")
public final class KernelComparison implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

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
              + " later rounds, for the processes stay warm."
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
      names = "--sleeps",
      description =
          "The producer of the open loop sleeps until a command is due; else it spins, and has a"
              + " CPU for itself. Not in C++.")
  private boolean sleeps;

  @Option(
      names = "--closed-only",
      split = ",",
      description =
          "Entrants that no open loop asks: one that cannot keep up takes many times its seconds.")
  private List<KernelEntrant> closedOnly = List.of();

  @Option(names = "--subject", description = "What the result is filed as: kernel or shapes.")
  private String subject = "kernel";

  @Option(names = "--seconds", description = "Seconds of the open loop in a round.")
  private double seconds = 3;

  @Option(names = "--json", description = "Where all answers are written.")
  private Path json;

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
    Path directory = Files.createTempDirectory("tandem-kernels");
    FitnessReport fitness;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      ask(directory);
      fitness = watch.report();
    } finally {
      Folders.delete(directory);
    }
    answers.toResult(subject, flows, sleeps, fitness).report(json);
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
          closed(children, round, flow);
          for (double rate : rates) {
            if (rate > 0) {
              open(children, round, flow, rate);
            }
          }
        }
      }
    }
  }

  private int warmUp(int round) {
    return round == 0 ? warmUp : Math.ceilDiv(warmUp, 3);
  }

  private void closed(Children<KernelEntrant> children, int round, KernelFlows flow)
      throws IOException {
    String request = "closed %s %d %d".formatted(flow, warmUp(round), passes);
    System.err.printf("round %d of %d: %s%n", round + 1, rounds, request);
    children.ask(
        round,
        request,
        entrant -> entrant.runs(flow),
        turn -> answers.add(KernelAnswers.Answer.of(turn, flow, round, 0, json(turn))));
  }

  private void open(Children<KernelEntrant> children, int round, KernelFlows flow, double rate)
      throws IOException {
    String request =
        String.format(
            Locale.ROOT, "open %s %d %f %f %b", flow, warmUp(round), rate, seconds, sleeps);
    System.err.printf("round %d of %d: %s%n", round + 1, rounds, request);
    children.ask(
        round,
        request,
        entrant ->
            entrant.runs(flow)
                && !closedOnly.contains(entrant)
                && !(sleeps && entrant.name().startsWith("CPP")),
        turn -> answers.add(KernelAnswers.Answer.of(turn, flow, round, rate, json(turn))));
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
