package dev.tandem.jmh.exchange;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.pipeline.StageOptions;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.hash.algorithm.Unavailable;
import dev.tandem.hash.ffi.NativeLibrary;
import dev.tandem.jmh.exchange.StageSamples.Stage;
import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.Folders;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import dev.tandem.jmh.report.StudyOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * How long a command waits for each stage and how long that works on it, by sampled timings, and
 * what timing itself costs. Of exchange-core, what its threads wait and work, by {@link
 * PeerStages}.
 */
@Command(
    name = "StageStudy",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description =
        "Waiting and working in each stage of the kernels in Java and C++, and of exchange-core.")
public final class StageStudy implements Callable<Integer> {

  private static final KernelFlows FLOW = KernelFlows.STEADY;

  @Spec private CommandSpec spec;

  @Mixin private final StudyOptions study = new StudyOptions();

  @Mixin private final LoopOptions loop = new LoopOptions(List.of(0.0, 0.25e6, 1e6, 2e6, 4e6), 5);

  @Option(names = "--every", description = "One command of so many is timed, a power of two.")
  private int every = 64;

  @Option(names = "--log-in", description = "Where the kernels with a log keep it meanwhile.")
  private Path logs = Path.of("/var/tmp");

  /** Whose stages are timed. */
  enum Subject {
    FUSED,
    PIPELINED,
    /** With a log, synced before an answer leaves. */
    FUSED_WITH_LOG,
    PIPELINED_WITH_LOG,
    CPP_FUSED,
    CPP_PIPELINED;

    boolean isFused() {
      return this == FUSED || this == FUSED_WITH_LOG || this == CPP_FUSED;
    }

    boolean hasLog() {
      return this == FUSED_WITH_LOG || this == PIPELINED_WITH_LOG;
    }

    Row.Kind kind() {
      return this == CPP_FUSED || this == CPP_PIPELINED ? Row.Kind.CPP : Row.Kind.JAVA;
    }

    private String title() {
      return (kind() == Row.Kind.CPP ? "C++ " : "")
          + (isFused() ? "FUSED" : "PIPELINED(1,1)")
          + (hasLog() ? " with a log" : "");
    }
  }

  /** A rate, and the medians of each stage in ns. */
  record Times(double rate, Map<Stage, Double> waiting, Map<Stage, Double> working) {}

  /** The same of a subject, and whether the CPUs were far apart. */
  record Sample(Subject subject, boolean far, Times times) {}

  /** Throughput with and without timing. */
  record Cost(Subject subject, String timing, boolean far, double carried) {}

  /** All that was measured. */
  record Raw(List<Sample> samples, List<Cost> costs, List<PeerStages.Sample> peer) {}

  private final Raw raw = new Raw(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

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
    try (PeerStages peer = new PeerStages(FLOW, loop);
        FitnessWatch watch = FitnessWatch.begin()) {
      for (int round = 0; round < study.rounds(); round++) {
        for (Subject s : subjects()) {
          measure(s, flow);
        }
        peer.round(round);
      }
      raw.peer.addAll(peer.samples());
      result = result(flow, peer.rows(), watch.report());
    }
    study.tell(result);
    return 0;
  }

  private void measure(Subject s, KernelFlow flow) {
    if (s.kind() == Row.Kind.CPP) {
      cost(s, "the kernel, nothing timed", () -> twin(s, StageSamples.NONE), flow);
      cost(s, "the kernel, one in " + every + " timed", () -> twin(s, every), flow);
      cost(s, "the kernel, each timed", () -> twin(s, 1), flow);
      stages(s, all -> twinTimes(s, flow, all));
    } else if (s.hasLog()) {
      stages(s, all -> logged(s, flow, all));
    } else {
      cost(s, "the kernel, nothing timed", () -> whole(s), flow);
      cost(s, "the study, nothing timed", () -> kernel(s, StageSamples.NONE, null), flow);
      cost(s, "the study, one in " + every + " timed", () -> kernel(s, every, null), flow);
      cost(s, "the study, each timed", () -> kernel(s, 1, null), flow);
      stages(
          s,
          all -> {
            try (StudyKernel kernel = kernel(s, every, null)) {
              times(s, kernel, flow, all);
            }
          });
    }
  }

  /** C++ only where its library is. */
  private static List<Subject> subjects() {
    return Arrays.stream(Subject.values())
        .filter(s -> s.kind() == Row.Kind.JAVA || hasCpp())
        .toList();
  }

  private static boolean hasCpp() {
    try {
      NativeLibrary.lookup();
      return true;
    } catch (Unavailable e) {
      return false;
    }
  }

  private static TandemKernel whole(Subject s) {
    return new TandemKernel(s.isFused() ? Topology.fused() : Topology.pipelined(1, 1), true);
  }

  private static StudyKernel kernel(Subject s, int every, JournalOptions log) {
    StageOptions options = StageOptions.of(StudyKernel.waiting(s.isFused()));
    return new StudyKernel(s.isFused(), stage -> options, every, log);
  }

  private static TwinKernel twin(Subject s, int every) {
    return new TwinKernel(true, !s.isFused(), false, every);
  }

  /** A round with a log of its own: one that is done again must not find the first one's. */
  void logged(Subject s, KernelFlow flow, List<Times> all) {
    try {
      Path directory = Files.createTempDirectory(logs, "tandem-stages-");
      try (StudyKernel kernel = kernel(s, every, JournalOptions.in(directory))) {
        times(s, kernel, flow, all);
      } finally {
        Folders.delete(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void cost(
      Subject subject,
      String timing,
      Supplier<? extends RunningKernel<KernelFlow>> start,
      KernelFlow flow) {
    Distance.Round<Double> carried =
        Distance.measure(
            all -> {
              try (RunningKernel<KernelFlow> kernel = start.get()) {
                warmUp(kernel, flow);
                for (int i = 0; i < 3; i++) {
                  all.add(Passes.closed(kernel, flow));
                }
              }
            });
    double median = Spread.of(carried.samples(), d -> d).median();
    raw.costs.add(new Cost(subject, timing, carried.far(), median));
  }

  private void stages(Subject s, Consumer<List<Times>> measured) {
    Distance.Round<Times> round = Distance.measure(measured);
    round.samples().forEach(times -> raw.samples.add(new Sample(s, round.far(), times)));
  }

  private void times(Subject s, StudyKernel kernel, KernelFlow flow, List<Times> all) {
    warmUp(kernel, flow);
    for (double rate : loop.rates()) {
      kernel.reset();
      run(kernel, flow, rate);
      Map<Stage, Double> waiting = new LinkedHashMap<>();
      Map<Stage, Double> working = new LinkedHashMap<>();
      for (Stage stage : stagesOf(s)) {
        waiting.put(stage, (double) kernel.samples().waiting(stage).getValueAtPercentile(50));
        working.put(stage, (double) kernel.samples().working(stage).getValueAtPercentile(50));
      }
      all.add(new Times(rate, waiting, working));
    }
  }

  private void twinTimes(Subject s, KernelFlow flow, List<Times> all) {
    try (TwinKernel kernel = twin(s, every)) {
      warmUp(kernel, flow);
      for (double rate : loop.rates()) {
        Stage.IN_MEMORY.forEach(kernel::stageTimes);
        run(kernel, flow, rate);
        Map<Stage, Double> waiting = new LinkedHashMap<>();
        Map<Stage, Double> working = new LinkedHashMap<>();
        for (Stage stage : Stage.IN_MEMORY) {
          TwinKernel.StageTimes times = kernel.stageTimes(stage);
          waiting.put(stage, (double) times.waiting().getValueAtPercentile(50));
          working.put(stage, (double) times.working().getValueAtPercentile(50));
        }
        all.add(new Times(rate, waiting, working));
      }
    }
  }

  private static List<Stage> stagesOf(Subject s) {
    return s.hasLog() ? List.of(Stage.values()) : Stage.IN_MEMORY;
  }

  private void warmUp(RunningKernel<KernelFlow> kernel, KernelFlow flow) {
    kernel.load(flow);
    for (int i = 0; i < loop.warmUp(); i++) {
      Passes.closed(kernel, flow);
    }
  }

  private void run(RunningKernel<KernelFlow> kernel, KernelFlow flow, double rate) {
    if (rate == 0) {
      Passes.closed(kernel, flow);
    } else {
      Passes.open(kernel, flow, rate, loop.seconds());
    }
  }

  private Result result(KernelFlow flow, List<Row> peer, FitnessReport fitness) {
    List<Row> rows = new ArrayList<>();
    for (Subject s : subjects()) {
      for (double rate : loop.rates()) {
        rows(s, rate, Stage.IN_MEMORY, "sum of the medians of all parts", rows);
        if (s.hasLog()) {
          rows(s, rate, Stage.OF_LOG, "the log alone, sum of the medians of its parts", rows);
        }
      }
    }
    rows.addAll(peer);
    for (Subject s : subjects()) {
      raw.costs.stream()
          .filter(c -> c.subject == s)
          .map(Cost::timing)
          .distinct()
          .forEach(timing -> costs(s, timing, rows));
    }
    long start = System.nanoTime();
    int reads = 1 << 16;
    for (int i = 0; i < reads; i++) {
      System.nanoTime();
    }
    double clock = (double) (System.nanoTime() - start) / reads;
    List<String> notes =
        new ArrayList<>(
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
                "In C++ the kernel itself times its stages, where that is asked for; FUSED has no ring"
                    + " there, so its waits are a look at the clock each.",
                "With a log, an answer waits until its record is synced: that is in what results wait."
                    + " The log alone is what the journal waits, its append, and the time from its end"
                    + " until results begin; in the pipeline it runs beside hold, match and settle, so"
                    + " the two sums overlap."));
    notes.addAll(PeerStages.notes());
    notes.add(Distance.NOTE);
    return Result.now(
        new Result.About("stages", "Waiting and working in each stage", PeerStages.about(), notes),
        fitness,
        rows,
        List.of(),
        raw);
  }

  private void rows(Subject subject, double rate, List<Stage> stages, String what, List<Row> rows) {
    Distance.split(
        raw.samples.stream().filter(s -> s.subject == subject && s.times.rate == rate).toList(),
        Sample::far,
        (end, of) ->
            rows.add(
                row(subject, rate, stages, what + end, of.stream().map(Sample::times).toList())));
  }

  private static Row row(
      Subject subject, double rate, List<Stage> stages, String what, List<Times> of) {
    List<Row.Part> parts = new ArrayList<>();
    for (Stage stage : stages) {
      String name = stage.name().toLowerCase(Locale.ROOT);
      parts.add(Row.Part.of(name + " waits", false, Spread.of(of, s -> s.waiting.get(stage))));
      if (stage != Stage.SYNC) {
        parts.add(Row.Part.of(name + " works", true, Spread.of(of, s -> s.working.get(stage))));
      }
    }
    Spread sum =
        Spread.of(
            of,
            s ->
                stages.stream()
                    .mapToDouble(stage -> s.waiting.get(stage) + s.working.get(stage))
                    .sum());
    return Row.of(
            subject.title() + ", " + what,
            rate == 0 ? "closed loop" : String.format(Locale.ROOT, "%.2f M/s", rate / 1e6),
            subject.kind(),
            "ns",
            true,
            of.size(),
            sum,
            Map.of())
        .withParts(parts);
  }

  private void costs(Subject subject, String timing, List<Row> rows) {
    Distance.split(
        raw.costs.stream().filter(c -> c.subject == subject && c.timing.equals(timing)).toList(),
        Cost::far,
        (end, of) ->
            rows.add(
                Row.of(
                    subject.title() + ", what timing costs" + end,
                    timing,
                    subject.kind(),
                    "M commands/s",
                    false,
                    of.size(),
                    Spread.of(of, Cost::carried),
                    Map.of())));
  }
}
