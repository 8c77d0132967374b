package dev.tandem.jmh.exchange;

import dev.tandem.core.pipeline.StageOptions;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.exchange.StageSamples.Stage;
import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.Lateness;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Further;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import dev.tandem.jmh.report.StudyOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * How the publish interval and the limit of a batch change a pipeline, by rate, and what batches
 * each stage sees: {@code PIPELINED(1,1)}, put together as {@link StudyKernel} does, all cases by
 * turns in one process.
 */
@Command(
    name = "PublishStudy",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Publish interval, batch limit and rate of a pipelined kernel.")
public final class PublishStudy implements Callable<Integer> {

  private static final KernelFlows FLOW = KernelFlows.STEADY;

  @Mixin private final StudyOptions study = new StudyOptions();

  @Mixin
  private final LoopOptions loop = new LoopOptions(List.of(0.0, 0.25e6, 0.5e6, 1e6, 2e6, 4e6), 8);

  @Option(names = "--publishing", split = ",", description = "${COMPLETION-CANDIDATES}")
  private List<Publishing> publishing = List.of(Publishing.values());

  @Option(names = "--limits", split = ",", description = "Most commands of a batch.")
  private List<Integer> limits = List.of(32, 64, 256);

  /** One measured case; rate 0 has only {@code carried}. Times in ns. */
  private record Case(
      double rate, double carried, long p50, long p99, double late, Map<Stage, Double> batches) {}

  /** The same, with what was measured and whether the CPUs were far apart. */
  record Sample(
      Publishing publishing,
      int limit,
      double rate,
      int round,
      boolean far,
      double carried,
      long p50,
      long p99,
      double late,
      Map<Stage, Double> batches) {}

  private final List<Sample> samples = new ArrayList<>();

  /** Exits with 0, or 2 for wrong usage. */
  public static void main(String[] args) {
    System.exit(
        new CommandLine(new PublishStudy())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(args));
  }

  @Override
  public Integer call() throws IOException {
    KernelFlow flow = FLOW.make(KernelSession.SEED);
    Result result;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      for (int i = 0; i < loop.warmUp(); i++) {
        try (StudyKernel kernel = kernel(publishing.get(i % publishing.size()), limits.get(0))) {
          kernel.load(flow);
          Passes.closed(kernel, flow);
        }
      }
      for (int round = 0; round < study.rounds(); round++) {
        for (int limit : limits) {
          for (int i = 0; i < publishing.size(); i++) {
            measure(publishing.get((i + round) % publishing.size()), limit, round, flow);
          }
        }
      }
      result = result(flow, watch.report());
    }
    study.tell(result);
    return 0;
  }

  private static StudyKernel kernel(Publishing publishing, int limit) {
    StageOptions base = StageOptions.of(StudyKernel.waiting(false)).withLimit(limit);
    return new StudyKernel(
        false, stage -> base.withPublishing(publishing.of(stage)), StageSamples.NONE);
  }

  private void measure(Publishing how, int limit, int round, KernelFlow flow) {
    Distance.Round<Case> cases = Distance.measure(all -> measure(how, limit, flow, all));
    for (Case c : cases.samples()) {
      samples.add(
          new Sample(
              how, limit, c.rate, round, cases.far(), c.carried, c.p50, c.p99, c.late, c.batches));
    }
  }

  private void measure(Publishing how, int limit, KernelFlow flow, List<Case> cases) {
    try (StudyKernel kernel = kernel(how, limit)) {
      kernel.load(flow);
      Passes.closed(kernel, flow);
      for (double rate : loop.rates()) {
        kernel.reset();
        if (rate == 0) {
          double carried = Passes.closed(kernel, flow);
          cases.add(new Case(rate, carried, 0, 0, 0, batches(kernel)));
        } else {
          RunningKernel.Paced paced = Passes.open(kernel, flow, rate, loop.seconds());
          Histogram latency = paced.latency();
          cases.add(
              new Case(
                  rate,
                  paced.rate() / 1e6,
                  latency.getValueAtPercentile(50),
                  latency.getValueAtPercentile(99),
                  paced.late(),
                  batches(kernel)));
        }
      }
    }
  }

  private static Map<Stage, Double> batches(StudyKernel kernel) {
    Map<Stage, Double> all = new LinkedHashMap<>();
    for (Stage stage : Stage.IN_MEMORY) {
      all.put(stage, kernel.batch(stage));
    }
    return all;
  }

  private Result result(KernelFlow flow, FitnessReport fitness) {
    List<Row> rows = new ArrayList<>();
    for (double rate : loop.rates()) {
      for (int limit : limits) {
        publishing.forEach(how -> rows(how, limit, rate, rows));
      }
    }
    Map<String, String> entrants = new LinkedHashMap<>();
    publishing.forEach(how -> entrants.put(how.name(), about(how)));
    int cpus = Runtime.getRuntime().availableProcessors();
    List<String> notes =
        List.of(
            FLOW + ": " + flow.population() + ".",
            "PIPELINED(1,1) has four threads and a producer, this machine "
                + cpus
                + " CPUs"
                + (cpus < 5
                    ? ": they share them, so these figures tell of turns as much as of intervals. The"
                        + " model's subject has two threads alone."
                    : "."),
            "Latency runs from the time at which a command was to be submitted. \"late %\" is the"
                + " share of commands that the producer itself submitted over 1 us late; \"batch\""
                + " is the mean number of commands that a stage took up at once.",
            Distance.NOTE);
    return Result.now(
        new Result.About(
            "publish",
            "How often a stage tells its progress, and in what batches",
            entrants,
            notes),
        fitness,
        rows,
        List.of(),
        samples);
  }

  private static String about(Publishing how) {
    return switch (how) {
      case END_OF_BATCH -> "each stage at the end of a batch";
      case ORIGINAL -> "grouping, hold, match and results every 20, settle every 25";
      case ADAPTIVE -> "our default: every command of small batches, a sixteenth of large ones";
      default -> "each stage " + how.of(Stage.HOLD);
    };
  }

  private void rows(Publishing how, int limit, double rate, List<Row> rows) {
    Distance.split(
        samples.stream()
            .filter(s -> s.publishing == how && s.limit == limit && s.rate == rate)
            .toList(),
        Sample::far,
        (end, of) -> rows.add(row(how, limit, rate, of, end)));
  }

  private static Row row(Publishing how, int limit, double rate, List<Sample> of, String end) {
    boolean closed = rate == 0;
    Further further = new Further();
    for (Stage stage : Stage.IN_MEMORY) {
      further.put("batch " + stage.name().toLowerCase(Locale.ROOT), of, s -> s.batches.get(stage));
    }
    if (!closed) {
      further.put("P99 us", of, s -> s.p99 / 1e3);
      further.put("M/s submitted", of, Sample::carried);
      further.put(Lateness.NAME, of, s -> s.late * 100);
    }
    String group =
        closed
            ? "closed loop, batches of at most " + limit
            : String.format(
                Locale.ROOT, "%.2f M/s, batches of at most %d: median answer", rate / 1e6, limit);
    return Row.of(
            group + end,
            how.name(),
            Row.Kind.JAVA,
            closed ? "M commands/s" : "us",
            !closed,
            of.size(),
            closed ? Spread.of(of, Sample::carried) : Spread.of(of, s -> s.p50 / 1e3),
            Map.of())
        .with(further);
  }
}
