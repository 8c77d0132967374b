package dev.tandem.jmh.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.tandem.flow.load.KernelFlows;
import dev.tandem.jmh.compare.Children;
import dev.tandem.jmh.compare.Folders;
import dev.tandem.jmh.compare.Machine;
import dev.tandem.jmh.compare.Spread;
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
import picocli.CommandLine.Option;

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

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  @Option(names = "--flows", split = ",", description = "${COMPLETION-CANDIDATES}")
  private List<KernelFlows> flows = List.of(KernelFlows.STEADY, KernelFlows.SPOT);

  @Option(names = "--entrants", split = ",", description = "${COMPLETION-CANDIDATES}")
  private List<KernelEntrant> entrants = List.of(KernelEntrant.values());

  @Option(names = "--rounds", description = "Each entrant is asked once a round.")
  private int rounds = 5;

  @Option(names = "--warm-up", description = "Passes before each measurement, of another seed.")
  private int warmUp = 8;

  @Option(names = "--passes", description = "Passes measured in a round; their median counts.")
  private int passes = 8;

  @Option(names = "--rate", description = "Commands a second of the open loop; 0 for none.")
  private double rate = 1_000_000;

  @Option(names = "--seconds", description = "Seconds of the open loop in a round.")
  private double seconds = 3;

  @Option(names = "--json", description = "Where all answers are written.")
  private Path json;

  private final List<Result> results = new ArrayList<>();

  /** What an entrant answered in one round. */
  private record Result(
      KernelEntrant entrant, KernelFlows flow, int round, String request, JsonNode answer) {}

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
    Machine before = Machine.now();
    long own;
    try {
      own = ask(directory);
    } finally {
      Folders.delete(directory);
    }
    Machine.Environment environment = before.environmentUntil(Machine.now(), own);
    flows.forEach(this::print);
    System.out.println(environment);
    if (json != null) {
      JSON.writeValue(json.toFile(), new Report(environment, results));
    }
    return results.stream().anyMatch(r -> r.answer.has("error")) ? 1 : 0;
  }

  /** What is written. */
  private record Report(Machine.Environment environment, List<Result> results) {}

  /** Answers the CPU time of all, in ms. */
  private long ask(Path directory) throws IOException {
    try (Children<KernelEntrant> children =
        new Children<>(entrants, KernelEntrant::launch, directory)) {
      for (int round = 0; round < rounds; round++) {
        for (KernelFlows flow : flows) {
          ask(children, round, flow, "closed %s %d %d".formatted(flow, warmUp, passes));
          if (rate > 0) {
            ask(
                children,
                round,
                flow,
                String.format(Locale.ROOT, "open %s %d %f %f", flow, warmUp, rate, seconds));
          }
        }
      }
      return children.cpuMillis();
    }
  }

  private void ask(Children<KernelEntrant> children, int round, KernelFlows flow, String request)
      throws IOException {
    System.err.printf("round %d of %d: %s%n", round + 1, rounds, request);
    children.ask(
        round,
        request,
        entrant -> entrant.runs(flow),
        turn ->
            results.add(
                new Result(
                    turn.system(), flow, round, request, answer(turn.answer(), turn.error()))));
  }

  private static JsonNode answer(String answer, String error) {
    try {
      return answer == null ? JSON.createObjectNode().put("error", error) : JSON.readTree(answer);
    } catch (IOException e) {
      return JSON.createObjectNode().put("error", e.toString());
    }
  }

  private void print(KernelFlows flow) {
    String population =
        results.stream()
            .filter(r -> r.flow == flow && r.answer.has("population"))
            .map(r -> r.answer.get("population").asText())
            .findFirst()
            .orElse("no answer");
    System.out.printf("%n%s: %s%n", flow, population);
    System.out.printf(
        "%-24s %-22s %s%n",
        "",
        "M commands/s",
        rate > 0
            ? "at %.0f/s: answered in us 50/90/99/99.9/max %% (submitted late: 50/99/max)"
                .formatted(rate)
            : "");
    for (KernelEntrant entrant : entrants) {
      System.out.printf("%-24s %s%n", entrant, figures(entrant, flow));
    }
  }

  private String figures(KernelEntrant entrant, KernelFlows flow) {
    if (!entrant.runs(flow)) {
      return "cannot: a move of it names no quantity";
    }
    List<Result> all =
        results.stream().filter(r -> r.entrant == entrant && r.flow == flow).toList();
    for (Result r : all) {
      if (r.answer.has("error")) {
        return "FAILED: " + r.answer.get("error").asText();
      }
    }
    Spread closed =
        Spread.of(
            all.stream().filter(r -> r.answer.has("rates")).toList(),
            r ->
                Spread.of(
                        StreamSupport.stream(r.answer.get("rates").spliterator(), false).toList(),
                        JsonNode::asDouble)
                    .median());
    List<Result> open = all.stream().filter(r -> r.answer.has("latency")).toList();
    String text =
        "%6.2f (%.2f to %.2f)".formatted(closed.median(), closed.lowest(), closed.highest());
    return open.isEmpty()
        ? text
        : "%-22s %s (%s)".formatted(text, micros(open, "latency"), micros(open, "lateness"));
  }

  /** The median of the rounds, of each percentile. */
  private static String micros(List<Result> open, String field) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < open.get(0).answer.get(field).size(); i++) {
      int at = i;
      boolean shown = field.equals("latency") || (i != 1 && i != 3);
      if (shown) {
        double ns = Spread.of(open, r -> r.answer.get(field).get(at).asDouble()).median();
        texts.add(String.format(Locale.ROOT, "%.2f", ns / 1e3));
      }
    }
    return String.join("/", texts);
  }
}
