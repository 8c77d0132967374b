package dev.tandem.jmh.ingress;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.jmh.harness.Children;
import dev.tandem.jmh.harness.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The lanes beside rings and queues of others, in one run: a burst of orders from some senders to
 * some receivers, and orders at a given rate to one receiver. Each system has a process of its own
 * and runs in turn; every order is counted, and its place behind the one before.
 */
@Command(
    name = "IngressComparison",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    description = {
      "Compares the kernel's lanes with rings and queues of others, and prints Markdown.",
      "Burst: as fast as the senders can, from the stamp to the receiver. Paced: an open loop, from"
          + " the intended time. A burst's percentile is the depth of the queue times what one order"
          + " takes: read it with the total time."
    },
    exitCodeOnExecutionException = 3)
public final class IngressComparison implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The kind of a run at a given rate. */
  static final String PACED = "rate";

  @Spec private CommandSpec spec;

  @Option(
      names = "--entrants",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES}. Default: all, those in C++ with --cpp.")
  private List<IngressEntrant> entrants;

  @Option(names = "--senders", split = ",")
  private List<Integer> senders = List.of(1, 5, 10, 20);

  @Option(names = "--receivers", split = ",")
  private List<Integer> receivers = List.of(1, 5, 10, 20);

  @Option(names = "--orders", description = "Of a burst.")
  private int orders = 100_000;

  @Option(names = "--capacity", description = "Slots in all, a power of two.")
  private int capacity = 1 << 20;

  @Option(
      names = "--memory",
      split = ",",
      description = "cold: queues made for the burst; touched: filled all round before.")
  private List<String> memory = List.of("cold", "touched");

  @Option(names = "--rounds", description = "Each system is asked once a round for each case.")
  private int rounds = 3;

  @Option(names = "--warm-up", description = "Bursts before those that are measured, in each.")
  private int warmUp = 10;

  @Option(names = "--paced-only", description = "No bursts.")
  private boolean pacedOnly;

  @Option(names = "--bursts", description = "Bursts measured in each; all of them count.")
  private int bursts = 10;

  @Option(names = "--rate", description = "Orders a second of the paced runs; 0 for none.")
  private double rate = 1_000_000;

  @Option(names = "--seconds", description = "Of a paced run.")
  private double seconds = 2;

  @Option(
      names = "--cpp",
      description =
          "The program of the intake in C++: cmake --build BUILD --target tandem-ingress-process.")
  private Path cpp;

  @Option(names = "--json", description = "Where all answers are written.")
  private Path json;

  private final List<Answer> results = new ArrayList<>();

  /**
   * What a system answered in one round.
   *
   * @param load of a paced run: the rate set; 0 in a burst
   * @param far whether the CPUs were far apart
   */
  record Answer(
      IngressEntrant entrant,
      int senders,
      int receivers,
      String kind,
      double load,
      int round,
      boolean far,
      String request,
      JsonNode answer) {

    boolean failed() {
      return answer.has("error");
    }

    List<JsonNode> samples() {
      return StreamSupport.stream(answer.path("samples").spliterator(), false).toList();
    }
  }

  /** Exits with 0, or 1 if a system failed or lost an order. */
  public static void main(String[] args) {
    System.exit(
        new CommandLine(new IngressComparison())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(args));
  }

  @Override
  public Integer call() throws IOException {
    choose();
    Path directory = Files.createTempDirectory("tandem-ingress");
    FitnessReport fitness;
    try (FitnessWatch watch = FitnessWatch.begin();
        Children<IngressEntrant> children =
            new Children<>(entrants, entrant -> entrant.launch(cpp), directory)) {
      for (int round = 0; round < rounds; round++) {
        if (!pacedOnly) {
          askForBursts(children, round);
        }
        if (rate > 0) {
          askForPaced(children, round);
        }
      }
      fitness = watch.report();
    } finally {
      Folders.delete(directory);
    }
    new IngressTable(entrants, results).toResult(fitness).report(json);
    return results.stream().anyMatch(Answer::failed) ? 1 : 0;
  }

  private void choose() {
    if (entrants == null) {
      entrants = IngressEntrant.usual(cpp != null);
    }
    if (cpp == null
        ? entrants.stream().anyMatch(IngressEntrant::isCpp)
        : !Files.isExecutable(cpp)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--cpp must name the program of the intake in C++, not " + cpp);
    }
  }

  private void askForBursts(Children<IngressEntrant> children, int round) throws IOException {
    for (String kind : memory) {
      for (int s : senders) {
        for (int r : receivers) {
          String request =
              "burst %d %d %d %d %s %d %d".formatted(s, r, capacity, orders, kind, warmUp, bursts);
          System.err.printf("round %d of %d: %s%n", round + 1, rounds, request);
          children.ask(round, request, turn -> keep(turn, s, r, kind, 0, round, request));
        }
      }
    }
  }

  private void askForPaced(Children<IngressEntrant> children, int round) throws IOException {
    for (int s : senders) {
      String request =
          String.format(Locale.ROOT, "paced %d %d %.0f %f touched", s, capacity, rate, seconds);
      System.err.printf("round %d of %d: %s%n", round + 1, rounds, request);
      children.ask(round, request, turn -> keep(turn, s, 1, PACED, rate, round, request));
    }
  }

  private void keep(
      Children.Turn<IngressEntrant> turn,
      int senders,
      int receivers,
      String kind,
      double load,
      int round,
      String request) {
    results.add(
        new Answer(
            turn.system(),
            senders,
            receivers,
            kind,
            load,
            round,
            turn.isFar(),
            request,
            json(turn.answer(), turn.error())));
  }

  private static JsonNode json(String answer, String error) {
    try {
      return answer == null ? JSON.createObjectNode().put("error", error) : JSON.readTree(answer);
    } catch (IOException e) {
      return JSON.createObjectNode().put("error", e.toString());
    }
  }
}
