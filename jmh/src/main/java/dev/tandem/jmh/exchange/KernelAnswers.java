package dev.tandem.jmh.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.harness.Children;
import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.JvmFlags;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Curve;
import dev.tandem.jmh.report.Further;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** What the entrants of a {@link KernelComparison} answered. */
final class KernelAnswers {

  /**
   * One answer.
   *
   * @param rate 0 for as fast as it goes
   * @param far whether the CPUs were far apart
   * @param stepNanos how fast they ran
   */
  record Answer(
      KernelEntrant entrant,
      KernelFlows flow,
      int round,
      double rate,
      boolean far,
      double stepNanos,
      JsonNode json) {

    static Answer of(
        Children.Turn<KernelEntrant> turn,
        KernelFlows flow,
        int round,
        double rate,
        JsonNode json) {
      return new Answer(turn.system(), flow, round, rate, turn.isFar(), turn.stepNanos(), json);
    }

    boolean hasFailed() {
      return json.has("error");
    }
  }

  private final List<Answer> answers = new ArrayList<>();

  void add(Answer answer) {
    answers.add(answer);
  }

  boolean hasFailed() {
    return answers.stream().anyMatch(Answer::hasFailed);
  }

  private List<Answer> of(KernelEntrant entrant, KernelFlows flow) {
    return answers.stream().filter(a -> a.entrant == entrant && a.flow == flow).toList();
  }

  /** What a flow holds, as the entrants found it. */
  String population(KernelFlows flow) {
    return answers.stream()
        .filter(a -> a.flow == flow && a.json.has("population"))
        .map(a -> a.json.get("population").asText())
        .findFirst()
        .orElse("no answer");
  }

  /** M commands a second of an entrant, near and far; none if it ran no closed loop. */
  private List<Row> rows(KernelEntrant entrant, KernelFlows flow) {
    List<Answer> all = of(entrant, flow);
    for (Answer a : all) {
      if (a.hasFailed()) {
        return List.of(
            Row.failed(flow.name(), entrant.name(), entrant.kind(), a.json.get("error").asText()));
      }
    }
    List<Row> rows = new ArrayList<>();
    Distance.split(
        all.stream().filter(a -> a.json.has("rates")).toList(),
        Answer::far,
        (end, closed) -> {
          Spread spread = Spread.of(closed, a -> median(a.json.get("rates")));
          rows.add(
              Row.of(
                      flow.name() + end,
                      entrant.name(),
                      entrant.kind(),
                      "M commands/s",
                      false,
                      closed.size(),
                      spread,
                      Map.of())
                  .with(
                      cpu(closed)
                          .put(
                              "ns a command",
                              new Spread(
                                  1e3 / spread.highest(),
                                  1e3 / spread.median(),
                                  1e3 / spread.lowest())))
                  .withStep(Spread.of(closed, Answer::stepNanos).median()));
        });
    return rows;
  }

  /** CPU time a command at each rate; of a producer that spins it would be the producer's. */
  private List<Row> costs(KernelEntrant entrant, KernelFlows flow) {
    List<Answer> open =
        of(entrant, flow).stream().filter(a -> a.rate > 0 && a.json.has("cpuNanos")).toList();
    List<Row> rows = new ArrayList<>();
    for (double rate : new TreeSet<>(open.stream().map(Answer::rate).toList())) {
      List<Answer> at = open.stream().filter(a -> a.rate == rate).toList();
      rows.add(
          Row.of(
              "%s at %.0f/s".formatted(flow, rate),
              entrant.name(),
              entrant.kind(),
              Row.CPU,
              true,
              at.size(),
              Spread.of(at, a -> a.json.get("cpuNanos").asDouble()),
              Map.of()));
    }
    return rows;
  }

  /** CPU time a command, where it is known. */
  private static Further cpu(List<Answer> closed) {
    boolean isReported = closed.stream().allMatch(a -> a.json.has("cpuNanos"));
    return isReported
        ? new Further().put(Row.CPU, closed, a -> a.json.get("cpuNanos").asDouble())
        : new Further();
  }

  private static double median(JsonNode numbers) {
    return Spread.of(
            StreamSupport.stream(numbers.spliterator(), false).toList(), JsonNode::asDouble)
        .median();
  }

  /** What the rounds have in common, near and far. */
  private List<Curve> curves(KernelEntrant entrant, KernelFlows flow) {
    List<Answer> open = of(entrant, flow).stream().filter(a -> a.json.has("latency")).toList();
    List<Curve> curves = new ArrayList<>();
    Distance.split(
        open,
        Answer::far,
        (end, band) -> {
          for (double rate : new TreeSet<>(band.stream().map(Answer::rate).toList())) {
            List<Answer> at = band.stream().filter(a -> a.rate == rate).toList();
            curves.add(
                new Curve(
                    flow.name() + end,
                    entrant.name(),
                    entrant.kind(),
                    rate,
                    Spread.of(at, a -> a.json.get("rate").asDouble()).median(),
                    KernelSession.PERCENTILES,
                    ofRounds(at, "latency"),
                    ofRounds(at, "lateness"),
                    Spread.of(at, KernelAnswers::late).median(),
                    spread(at),
                    early(at)));
          }
        });
    return curves;
  }

  private static double late(Answer answer) {
    return answer.json.path("late").asDouble(Double.NaN);
  }

  /** Of the worst round; null if some round lacks it. */
  private static Curve.Early early(List<Answer> at) {
    if (at.stream().anyMatch(a -> !a.json.has("early"))) {
      return null;
    }
    return new Curve.Early(
        Spread.of(at, a -> a.json.get("early").asDouble()).highest(),
        Spread.of(at, a -> a.json.get("earliestNanos").asDouble()).highest());
  }

  private static Curve.Rounds spread(List<Answer> at) {
    return new Curve.Rounds(
        at.size(),
        Row.Range.of(Spread.of(at, a -> a.json.get("rate").asDouble())),
        IntStream.rangeClosed(0, KernelSession.PERCENTILES.size())
            .mapToObj(i -> Spread.of(at, a -> a.json.get("latency").get(i).asDouble()))
            .map(Row.Range::of)
            .toList());
  }

  /** Of each percentile the median of the rounds, of the largest the largest. */
  static List<Double> ofRounds(List<Answer> at, String field) {
    int largest = KernelSession.PERCENTILES.size();
    return IntStream.rangeClosed(0, largest)
        .mapToObj(
            i -> {
              Spread spread = Spread.of(at, a -> a.json.get(field).get(i).asDouble());
              return i == largest ? spread.highest() : spread.median();
            })
        .toList();
  }

  /** The rows of the report. */
  Result toResult(String subject, List<KernelFlows> flows, boolean sleeps, FitnessReport fitness) {
    List<Row> rows = new ArrayList<>();
    List<Curve> curves = new ArrayList<>();
    Map<KernelFlows, String> populations = new EnumMap<>(KernelFlows.class);
    Map<String, String> entrants = new LinkedHashMap<>();
    Map<String, List<String>> flags = new LinkedHashMap<>();
    for (KernelFlows flow : flows) {
      populations.put(flow, flow + ": " + population(flow) + ".");
      for (KernelEntrant entrant : KernelEntrant.values()) {
        if (!of(entrant, flow).isEmpty()) {
          entrants.put(entrant.name(), entrant.about());
          flags.put(entrant.name(), entrant.jvmFlags());
          rows.addAll(rows(entrant, flow));
          rows.addAll(sleeps ? costs(entrant, flow) : List.of());
          curves.addAll(curves(entrant, flow));
        }
      }
    }
    List<String> notes = new ArrayList<>(populations.values());
    notes.add(
        "After each pass, trades and refusals are counted and compared with what the flow states."
            + " Of one pass more a hash is compared over each trade in order: taker, maker, price"
            + " and quantity, as a book alone trades the flow.");
    long rounds =
        answers.stream().filter(a -> a.json.has("latency")).map(Answer::round).distinct().count();
    if (rounds == 1) {
      notes.add("Percentiles are of one round, so their spread is not known.");
    } else if (rounds > 1) {
      notes.add(
          "Percentiles are medians of those of "
              + rounds
              + " rounds, or fewer where some had CPUs far apart; the largest is that of all.");
    }
    if (rounds > 0) {
      notes.add(
          "Answers stamped before their command was to be submitted cannot be. They are counted in"
              + " each round, and a row in which they are over one in 10,000 says so.");
    }
    String shared = SharedCpus.note(entrantsOfSeveralThreads(entrants.keySet()), rounds > 0);
    if (!shared.isEmpty()) {
      notes.add(shared);
    }
    notes.add(Distance.NOTE);
    notes.add(
        "Each exchange has a process of its own and one producer. In C++ a pass is one call with"
            + " all commands as records, decoded there; a paced run is timed there.");
    notes.addAll(JvmFlags.notes(flags));
    return Result.now(
        new Result.About(subject, title(subject), entrants, notes), fitness, rows, curves);
  }

  private static List<String> entrantsOfSeveralThreads(Set<String> all) {
    return all.stream().filter(name -> KernelEntrant.valueOf(name).hasThreads()).toList();
  }

  private static String title(String subject) {
    return switch (subject) {
      case "shapes" -> "Whole exchanges on deep, thin, swinging and wide books";
      default -> "Whole exchanges on the same flows";
    };
  }
}
