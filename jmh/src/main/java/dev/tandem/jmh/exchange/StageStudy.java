package dev.tandem.jmh.exchange;

import dev.tandem.core.api.Topology;
import dev.tandem.core.pipeline.StageOptions;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.exchange.StageSamples.Stage;
import dev.tandem.jmh.harness.Spread;
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
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * How long a command waits for each stage and how long that works on it, by sampled timings, and
 * what timing itself costs.
 */
@Command(
    name = "StageStudy",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Waiting and working in each stage of the kernel in Java.")
public final class StageStudy implements Callable<Integer> {

  private static final KernelFlows FLOW = KernelFlows.STEADY;

  @Spec private CommandSpec spec;

  @Mixin private final StudyOptions study = new StudyOptions();

  @Mixin private final LoopOptions loop = new LoopOptions(List.of(0.0, 0.25e6, 1e6, 2e6, 4e6), 5);

  @Option(names = "--every", description = "One command of so many is timed, a power of two.")
  private int every = 64;

  /** A rate, and the medians of each stage in ns. */
  record Sample(
      boolean fused, double rate, Map<Stage, Double> waiting, Map<Stage, Double> working) {}

  /** Throughput with and without timing. */
  record Cost(boolean fused, String timing, double carried) {}

  /** All that was measured. */
  record Raw(List<Sample> samples, List<Cost> costs) {}

  private final Raw raw = new Raw(new ArrayList<>(), new ArrayList<>());

  /** Exits with 0, or 2 for wrong usage. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new StageStudy()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    if (Integer.bitCount(every) != 1 || every > StudyKernel.RING) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--every: a power of two up to " + StudyKernel.RING);
    }
    KernelFlow flow = FLOW.make(KernelSession.SEED);
    Result result;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      for (int round = 0; round < study.rounds(); round++) {
        for (boolean fused : new boolean[] {true, false}) {
          cost(fused, "the kernel, nothing timed", () -> whole(fused), flow);
          cost(fused, "the study, nothing timed", () -> kernel(fused, StageSamples.NONE), flow);
          cost(fused, "the study, one in " + every + " timed", () -> kernel(fused, every), flow);
          cost(fused, "the study, each timed", () -> kernel(fused, 1), flow);
          stages(fused, flow);
        }
      }
      result = result(flow, watch.report());
    }
    study.tell(result);
    return 0;
  }

  private static TandemKernel whole(boolean fused) {
    return new TandemKernel(fused ? Topology.fused() : Topology.pipelined(1, 1), true);
  }

  private static StudyKernel kernel(boolean fused, int every) {
    StageOptions options = StageOptions.of(StudyKernel.waiting(fused));
    return new StudyKernel(fused, stage -> options, every);
  }

  private void cost(
      boolean fused,
      String timing,
      Supplier<? extends RunningKernel<KernelFlow>> start,
      KernelFlow flow) {
    try (RunningKernel<KernelFlow> kernel = start.get()) {
      kernel.load(flow);
      for (int i = 0; i < loop.warmUp(); i++) {
        Passes.closed(kernel, flow);
      }
      List<Double> carried = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        carried.add(Passes.closed(kernel, flow));
      }
      raw.costs.add(new Cost(fused, timing, Spread.of(carried, d -> d).median()));
    }
  }

  private void stages(boolean fused, KernelFlow flow) {
    try (StudyKernel kernel = kernel(fused, every)) {
      kernel.load(flow);
      for (int i = 0; i < loop.warmUp(); i++) {
        Passes.closed(kernel, flow);
      }
      for (double rate : loop.rates()) {
        kernel.reset();
        if (rate == 0) {
          Passes.closed(kernel, flow);
        } else {
          Passes.open(kernel, flow, rate, loop.seconds());
        }
        Map<Stage, Double> waiting = new LinkedHashMap<>();
        Map<Stage, Double> working = new LinkedHashMap<>();
        for (Stage stage : Stage.values()) {
          waiting.put(stage, (double) kernel.samples().waiting(stage).getValueAtPercentile(50));
          working.put(stage, (double) kernel.samples().working(stage).getValueAtPercentile(50));
        }
        raw.samples.add(new Sample(fused, rate, waiting, working));
      }
    }
  }

  private Result result(KernelFlow flow, FitnessReport fitness) {
    List<Row> rows = new ArrayList<>();
    for (boolean fused : new boolean[] {true, false}) {
      loop.rates().forEach(rate -> rows.add(row(fused, rate)));
    }
    for (boolean fused : new boolean[] {true, false}) {
      raw.costs.stream()
          .filter(c -> c.fused == fused)
          .map(Cost::timing)
          .distinct()
          .forEach(timing -> rows.add(cost(fused, timing)));
    }
    long start = System.nanoTime();
    int reads = 1 << 16;
    for (int i = 0; i < reads; i++) {
      System.nanoTime();
    }
    double clock = (double) (System.nanoTime() - start) / reads;
    List<String> notes =
        List.of(
            FLOW + ": " + flow.population() + ".",
            String.format(
                Locale.ROOT,
                "One command in %d is timed, by two clock reads a stage; one read takes %.0f ns"
                    + " here, which each figure of work and of waiting includes once.",
                every,
                clock),
            "A part is the median of its commands, then of the rounds; so the sum of parts is not"
                + " the median of the whole. Waiting is from the end of the stage before, for"
                + " grouping from the publication. It is not from the intended time.",
            "FUSED times its stages one by one, where otherwise they are one loop; so their work is"
                + " an upper bound.",
            "The journal is not in these kernels. C++ has no such timings: its interface has none.");
    return Result.now(
        new Result.About("stages", "Waiting and working in each stage", Map.of(), notes),
        fitness,
        rows,
        List.of(),
        raw);
  }

  private Row row(boolean fused, double rate) {
    List<Sample> of = raw.samples.stream().filter(s -> s.fused == fused && s.rate == rate).toList();
    List<Row.Part> parts = new ArrayList<>();
    for (Stage stage : Stage.values()) {
      String name = stage.name().toLowerCase(Locale.ROOT);
      parts.add(
          new Row.Part(name + " waits", false, Spread.of(of, s -> s.waiting.get(stage)).median()));
      parts.add(
          new Row.Part(name + " works", true, Spread.of(of, s -> s.working.get(stage)).median()));
    }
    Spread sum =
        Spread.of(
            of,
            s ->
                s.waiting.values().stream().mapToDouble(d -> d).sum()
                    + s.working.values().stream().mapToDouble(d -> d).sum());
    return Row.of(
            (fused ? "FUSED" : "PIPELINED(1,1)") + ", sum of the medians of all parts",
            rate == 0 ? "closed loop" : String.format(Locale.ROOT, "%.2f M/s", rate / 1e6),
            Row.Kind.JAVA,
            "ns",
            true,
            of.size(),
            sum,
            Map.of())
        .withParts(parts);
  }

  private Row cost(boolean fused, String timing) {
    List<Cost> of =
        raw.costs.stream().filter(c -> c.fused == fused && c.timing.equals(timing)).toList();
    return Row.of(
        (fused ? "FUSED" : "PIPELINED(1,1)") + ", what timing costs",
        timing,
        Row.Kind.JAVA,
        "M commands/s",
        false,
        of.size(),
        Spread.of(of, Cost::carried),
        Map.of());
  }
}
