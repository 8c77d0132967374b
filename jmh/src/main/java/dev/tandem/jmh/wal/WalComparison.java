package dev.tandem.jmh.wal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Tandem's write-ahead log beside its peers, in one run. Each system has a process of its own that
 * lives through the run; a round gives one after the other the same workload, so that a change of
 * the machine's speed affects all of them. Several passes over all workloads come before the
 * measured rounds: one is not enough for the compiler, and what follows it measures the warm-up.
 */
@Command(
    name = "WalComparison",
    mixinStandardHelpOptions = true,
    description = "Compares Tandem's write-ahead log with its peers.")
public final class WalComparison implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Spec private CommandSpec spec;

  @Option(
      names = "--systems",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES}. Default: the logs, that in C++ with --cpp.")
  private List<LogSystem> systems;

  @Option(
      names = "--cpp",
      description =
          "The program of the log in C++: cmake --build BUILD --target tandem-wal-process.")
  private Path cpp;

  @Option(
      names = "--workloads",
      split = ",",
      description = "Default: all (${COMPLETION-CANDIDATES}).")
  private List<Workload> workloads = List.of(Workload.values());

  @Option(names = "--sizes", split = ",", description = "Record lengths. Default: 115,1152.")
  private List<Integer> sizes = List.of(115, 1_152);

  @Option(names = "--rounds", description = "Default: ${DEFAULT-VALUE}.")
  private int rounds = 5;

  @Option(names = "--millis", description = "Of one run. Default: ${DEFAULT-VALUE}.")
  private long millis = 1_500;

  @Option(
      names = "--warmups",
      description = "Passes over all workloads before the rounds. Default: ${DEFAULT-VALUE}.")
  private int warmups = 5;

  @Option(
      names = "--warmup-millis",
      description = "Of one run of such a pass. Default: ${DEFAULT-VALUE}.")
  private long warmupMillis = 1_000;

  @Option(
      names = "--dir",
      description = "On the disk to be measured; a new folder is made there. Default: /var/tmp.")
  private Path parent = Path.of("/var/tmp");

  @Option(names = "--json", description = "Where all samples and the environment are written.")
  private Path json;

  /** Exits with 0, or 1 if a system could not be run. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new WalComparison()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    choose();
    Path directory = Files.createTempDirectory(parent, "tandem-wal-comparison-");
    List<Sample> samples = new ArrayList<>();
    try (Children<LogSystem> children =
        new Children<>(systems, system -> system.launch(cpp), directory)) {
      for (int pass = 0; pass < warmups; pass++) {
        measure(children, warmupMillis, 0);
      }
      try (FitnessWatch watch = FitnessWatch.begin()) {
        for (int round = 1; round <= rounds; round++) {
          samples.addAll(measure(children, millis, round));
        }
        WalResult.of(watch.report(), samples).report(json);
      }
    } finally {
      // Only at the end: a disk that discards deleted blocks is slow for a while.
      Folders.delete(directory);
    }
    return samples.stream().anyMatch(s -> s.error() != null) ? 1 : 0;
  }

  private void choose() {
    if (systems == null) {
      systems = LogSystem.logs(cpp != null);
    }
    if (cpp == null ? systems.stream().anyMatch(LogSystem::isCpp) : !Files.isExecutable(cpp)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--cpp must name the program of the log in C++, not " + cpp);
    }
  }

  private List<Sample> measure(Children<LogSystem> children, long each, int round)
      throws IOException {
    List<Sample> samples = new ArrayList<>();
    for (Workload workload : workloads) {
      for (int size : sizes) {
        children.ask(
            round,
            LogProcess.request(workload, size, each),
            turn -> {
              samples.add(sample(turn).at(turn, workload, size, round));
              progress(samples.get(samples.size() - 1));
            });
      }
    }
    return samples;
  }

  private static Sample sample(Children.Turn<LogSystem> turn) {
    try {
      return turn.answer() == null
          ? Sample.failed(turn.error())
          : JSON.readValue(turn.answer(), Sample.class);
    } catch (JsonProcessingException e) {
      return Sample.failed(e.toString());
    }
  }

  private static void progress(Sample s) {
    System.err.printf(
        Locale.ROOT,
        "round %d %s %d B %s: %,.0f/s P50 %.0f P99 %.0f P99.9 %.0f us, %.1f ns, steal %.1f %%, others %.1f %% %s%n",
        s.round(),
        s.workload(),
        s.recordBytes(),
        s.system(),
        s.perSecond(),
        s.p50Us(),
        s.p99Us(),
        s.p999Us(),
        s.nanosPerRecord(),
        s.stealPercent(),
        s.foreignPercent(),
        s.error() == null ? "" : s.error());
  }
}
