package dev.tandem.jmh.simulation;

import dev.tandem.core.api.PublishInterval;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.jmh.exchange.FusedProbe;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Curve;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import dev.tandem.jmh.report.StudyOptions;
import dev.tandem.jmh.simulation.PipelineModel.Arrival;
import dev.tandem.jmh.simulation.PipelineModel.Outcome;
import dev.tandem.jmh.simulation.PipelineModel.Setting;
import dev.tandem.jmh.simulation.PipelineModel.Stage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The model's figures for a pipeline on eight cores, and for two processors on two cores beside
 * what those measure here.
 */
@Command(
    name = "ModelStudy",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "A model of the pipeline with a core for each thread, held against measurement.")
public final class ModelStudy implements Callable<Integer> {

  private static final List<Double> PERCENTS = List.of(50.0, 90.0, 95.0, 99.0, 99.9, 99.99);
  private static final int CORES = 8;
  private static final int SETTLE = 3;
  private static final long SEED = 1;
  private static final double CLOSED = Double.POSITIVE_INFINITY;
  private static final List<Double> PAIR_RATES = List.of(2e6, 4e6, 8e6);

  /** Steps of work of the two processors, about 50 and 65 ns. */
  private static final int FIRST_STEPS = 50;

  private static final int SECOND_STEPS = 65;

  private static final long ALONE_EVENTS = 1_000_000;

  private static final List<Double> FUSED_RATES = List.of(1e6, 2e6, 4e6);

  /** ns that a producer takes for a command. */
  private static final double PRODUCER = 27;

  @Mixin private final StudyOptions study = new StudyOptions();

  @Option(
      names = "--service",
      split = ",",
      description = "ns of work in grouping, hold, match, settle, journal, results.")
  private List<Double> service = List.of(50.0, 50.0, 65.0, 40.0, 40.0, 20.0);

  @Option(names = "--jitter", description = "Of the work, 0 to 1.")
  private double jitter = 0.3;

  @Option(names = "--hop", description = "ns until another core sees a publication.")
  private double hop = 70;

  @Option(names = "--publish", description = "ns that a publication takes its publisher.")
  private double publish = 0;

  @Option(names = "--events", description = "Events of each run of the model.")
  private int events = 200_000;

  @Option(names = "--rates", split = ",", description = "Events a second for the model.")
  private List<Double> rates = List.of(1e6, 2e6, 4e6, 6e6, 7e6, 8.4e6, 9.5e6, 10.5e6);

  @Option(names = "--millis", description = "About how long each of these takes.")
  private int millis = 300;

  private final List<Row> rows = new ArrayList<>();
  private final List<Curve> curves = new ArrayList<>();
  private final Map<String, PublishInterval> intervals = new LinkedHashMap<>();

  /** Exits with 0, or 2 for wrong usage. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new ModelStudy()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    intervals.put("end of batch", PublishInterval.every(1 << 30));
    intervals.put("every 64", PublishInterval.every(64));
    intervals.put("every 20", PublishInterval.every(20));
    intervals.put("every 1", PublishInterval.every(1));
    intervals.put("adaptive", PublishInterval.adaptive());
    Result result;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      intervals.forEach(this::kernel);
      settleFirst();
      held();
      fused();
      result = result(watch.report());
    }
    study.tell(result);
    return 0;
  }

  private Setting setting(double settleFirst, boolean strictTurns, int ring) {
    return new Setting(256, hop, publish, jitter, settleFirst, strictTurns, ring, CORES);
  }

  private List<Stage> kernelStages(PublishInterval every) {
    return PipelineModel.kernel(
        service.get(0),
        service.get(1),
        service.get(2),
        service.get(SETTLE),
        service.get(4),
        service.get(5),
        every);
  }

  private void kernel(String name, PublishInterval every) {
    PipelineModel open = new PipelineModel(kernelStages(every), setting(0, false, 0));
    for (Arrival arrival : Arrival.values()) {
      for (double rate : rates) {
        String group =
            "model, " + CORES + " cores, settled, " + arrival.name().toLowerCase(Locale.ROOT);
        curves.add(curve(group, name, rate, open.run(events, rate, arrival, SEED), SETTLE));
      }
    }
    Outcome closed =
        new PipelineModel(kernelStages(every), setting(0, false, 4096))
            .run(events, CLOSED, Arrival.EVEN, SEED);
    rows.add(carried("model, " + CORES + " cores, closed loop", name, closed));
    Outcome turns =
        new PipelineModel(kernelStages(every), setting(0, true, 4096))
            .run(events, CLOSED, Arrival.EVEN, SEED);
    rows.add(
        carried(
            "model, " + CORES + " cores, closed loop, risk's steps in strict turns", name, turns));
  }

  private void settleFirst() {
    for (double share : new double[] {0, 0.01, 0.1, 0.5, 1}) {
      Outcome closed =
          new PipelineModel(kernelStages(PublishInterval.every(1)), setting(share, false, 4096))
              .run(events, CLOSED, Arrival.EVEN, SEED);
      rows.add(
          carried(
              "model, " + CORES + " cores, every 1, by who settles first",
              Math.round(share * 100) + " %",
              closed));
    }
  }

  private static Row carried(String group, String name, Outcome outcome) {
    double carried = outcome.carried() / 1e6;
    Map<String, Double> others =
        outcome.batches().size() > SETTLE
            ? Map.of(
                "batch hold",
                outcome.batches().get(1),
                "batch settle",
                outcome.batches().get(SETTLE))
            : Map.of();
    return Row.of(
        group,
        name,
        Row.Kind.MODEL,
        "M events/s",
        false,
        1,
        new Spread(carried, carried, carried),
        others);
  }

  private static Curve curve(String group, String name, double rate, Outcome outcome, int stage) {
    List<Double> latency = new ArrayList<>();
    PERCENTS.forEach(percent -> latency.add(outcome.percentile(stage, percent)));
    latency.add(outcome.percentile(stage, 100));
    List<Double> late = latency.stream().map(x -> 0.0).toList();
    return new Curve(group, name, Row.Kind.MODEL, rate, outcome.carried(), PERCENTS, latency, late)
        .ofOneRound();
  }

  /** Two processors on two cores, measured, and the model with the work as it measures here. */
  private void held() {
    double first = TwoThreads.alone(FIRST_STEPS, ALONE_EVENTS);
    double second = TwoThreads.alone(SECOND_STEPS, ALONE_EVENTS);
    for (Map.Entry<String, PublishInterval> each : intervals.entrySet()) {
      List<Stage> pair =
          List.of(
              new Stage("first", first, each.getValue(), List.of(), 0),
              new Stage("second", second, each.getValue(), List.of(0), 1));
      pair("closed loop", each, pair, CLOSED);
      PAIR_RATES.forEach(
          rate ->
              pair(String.format(Locale.ROOT, "%.0f M/s, median", rate / 1e6), each, pair, rate));
    }
  }

  /** The whole exchange on one thread, and its producer: two cores. */
  private void fused() {
    List<FusedProbe.Measured> measured = new ArrayList<>();
    for (int round = 0; round < study.rounds(); round++) {
      measured.add(FusedProbe.measure(FUSED_RATES, millis / 1e3));
    }
    double work = 1e3 / measured.stream().mapToDouble(FusedProbe.Measured::closed).max().orElse(1);
    PublishInterval every = PublishInterval.every(1);
    PipelineModel model =
        new PipelineModel(
            List.of(
                new Stage("producer", PRODUCER, every, List.of(), 0),
                new Stage("all stages", work, every, List.of(0), 1)),
            new Setting(256, hop, publish, jitter, 0, false, 0, 2));
    for (int i = 0; i < FUSED_RATES.size(); i++) {
      int at = i;
      double rate = FUSED_RATES.get(i);
      String group =
          String.format(Locale.ROOT, "FUSED and its producer: %.0f M/s, median answer", rate / 1e6);
      double expected = model.run(events, rate, Arrival.EVEN, SEED).percentile(1, 50);
      rows.add(
          Row.of(
              group,
              "measured",
              Row.Kind.JAVA,
              "ns",
              true,
              study.rounds(),
              Spread.of(measured, m -> m.medians().get(at)),
              Map.of()));
      rows.add(
          Row.of(
              group,
              "model",
              Row.Kind.MODEL,
              "ns",
              true,
              1,
              new Spread(expected, expected, expected),
              Map.of("ns of work", work)));
    }
  }

  private void pair(
      String what, Map.Entry<String, PublishInterval> each, List<Stage> pair, double rate) {
    boolean closed = rate == CLOSED;
    long count = (long) (millis / 1e3 * (closed ? 8e6 : rate));
    List<Double> measured = new ArrayList<>();
    TwoThreads.run(FIRST_STEPS, SECOND_STEPS, each.getValue(), 256, count, rate);
    for (int round = 0; round < study.rounds(); round++) {
      TwoThreads.Outcome outcome =
          TwoThreads.run(FIRST_STEPS, SECOND_STEPS, each.getValue(), 256, count, rate);
      measured.add(
          closed ? outcome.carried() / 1e6 : (double) outcome.latency().getValueAtPercentile(50));
    }
    Outcome model =
        new PipelineModel(
                pair, new Setting(256, hop, publish, 0, 0, false, closed ? TwoThreads.RING : 0, 2))
            .run(events, rate, Arrival.EVEN, SEED);
    double expected = closed ? model.carried() / 1e6 : model.percentile(1, 50);
    String group = "two processors, two threads: " + what;
    String unit = closed ? "M events/s" : "ns";
    rows.add(
        Row.of(
            group,
            each.getKey() + ", measured",
            Row.Kind.JAVA,
            unit,
            !closed,
            study.rounds(),
            Spread.of(measured, x -> x),
            Map.of()));
    rows.add(
        Row.of(
            group,
            each.getKey() + ", model",
            Row.Kind.MODEL,
            unit,
            !closed,
            1,
            new Spread(expected, expected, expected),
            Map.of()));
  }

  private Result result(FitnessReport fitness) {
    List<String> notes = new ArrayList<>(PipelineModel.ASSUMPTIONS);
    notes.add(
        String.format(
            Locale.ROOT,
            "ns of work in grouping, hold, match, settle, journal and results: %s, jitter %.2f, a hop"
                + " %.0f, a publication %.0f; batches of at most 256; seed %d.",
            service,
            jitter,
            hop,
            publish,
            SEED));
    notes.add(
        "Modelled figures have the letter M: they are no measurement. The two processors have two"
            + " threads and no producer, for events arrive by the clock that the first one looks at;"
            + " the model takes their work as each of them measures alone, so their sharing of"
            + " lines and the clock's reads are what it leaves out.");
    int cpus = Runtime.getRuntime().availableProcessors();
    notes.add("This machine has " + cpus + " CPUs: what the model says of 8 cannot be held here.");
    return Result.now(
        new Result.About("model", "A model of the pipeline on more cores", Map.of(), notes),
        fitness,
        rows,
        curves,
        Map.of());
  }
}
