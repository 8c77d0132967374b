package dev.tandem.jmh.logger;

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
 * Tandem's logger beside its peers, in one run, to disk. Each system has a process of its own that
 * lives through the run; a round has one after the other do the same. After each run the records in
 * the files are counted. A round at saturation alone comes before as a warm-up.
 */
@Command(
    name = "LoggerComparison",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compares Tandem's logger with its peers: messages of 114 bytes, to disk.",
      "Saturation: as fast as the callers can, until the last record is in the file and all is"
          + " closed. Paced: calls on a fixed schedule. After each run the records in the files are"
          + " counted, and the files deleted.",
      "A process for each system, all asked in turn; medians over the rounds, with their range."
    },
    exitCodeOnExecutionException = 3)
public final class LoggerComparison implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Spec private CommandSpec spec;

  @Option(
      names = "--systems",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES}. Default: all, those in C++ with --cpp.")
  private List<LoggerSystem> systems;

  @Option(names = "--without", split = ",", description = "Systems that are left out.")
  private List<LoggerSystem> without = List.of();

  @Option(
      names = "--cpp",
      description =
          "The program of the logger in C++: cmake --build BUILD --target tandem-logger-process.")
  private Path cpp;

  @Option(names = "--threads", split = ",", description = "Default: 1,2,4,10.")
  private List<Integer> threads = List.of(1, 2, 4, 10);

  @Option(
      names = "--rates",
      split = ",",
      description =
          "Records per second of all threads together; 0 is saturation. Default: 0,100000,1000000.")
  private List<Integer> rates = List.of(0, 100_000, 1_000_000);

  @Option(
      names = "--records",
      description = "Of a run at saturation, at most 5000000. Default: ${DEFAULT-VALUE}.")
  private long records = 2_000_000;

  @Option(names = "--millis", description = "Of a paced run. Default: ${DEFAULT-VALUE}.")
  private long millis = 1_000;

  @Option(
      names = "--rest-millis",
      description =
          "Between the opening and the first call. After 30 s Linux has written pages back that"
              + " were made ready, and the first write to each is a fault again. Default:"
              + " ${DEFAULT-VALUE}.")
  private long restMillis = 0;

  @Option(names = "--rounds", description = "Beside the warm-up. Default: ${DEFAULT-VALUE}.")
  private int rounds = 5;

  @Option(
      names = "--quick",
      description = "One round of a tenth of the records and the time: to see that all works.")
  private boolean quick;

  @Option(
      names = "--dir",
      description =
          "On the disk to be measured; a new folder is made there, and deleted. Default: /var/tmp.")
  private Path parent = Path.of("/var/tmp");

  @Option(names = "--json", description = "Where all samples and the environment are written.")
  private Path json;

  /** Exits with 0; 1 if a system failed or lost a record; 2 for a wrong option; 3 if it failed. */
  public static void main(String[] args) {
    System.exit(
        new CommandLine(new LoggerComparison())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(args));
  }

  @Override
  public Integer call() throws IOException {
    if (quick) {
      records /= 10;
      millis /= 10;
      rounds = 1;
    }
    choose();
    List<Job> jobs = jobs();
    List<LoggerSample> samples = new ArrayList<>();
    Path directory = Files.createTempDirectory(parent, "tandem-logger-comparison-");
    try (Children<LoggerSystem> children =
        new Children<>(systems, system -> system.launch(cpp), directory)) {
      // What has logged as fast as it can is warm for a schedule, too.
      measure(children, jobs.stream().filter(job -> !job.paced()).toList(), 0);
      try (FitnessWatch watch = FitnessWatch.begin()) {
        for (int round = 1; round <= rounds; round++) {
          samples.addAll(measure(children, jobs, round));
        }
        LoggerResult.of(systems, watch.report(), samples).report(json);
      }
    } finally {
      Folders.delete(directory);
    }
    return samples.stream().anyMatch(s -> s.error() != null || s.lost() != 0) ? 1 : 0;
  }

  private void choose() {
    if (systems == null) {
      systems = LoggerSystem.usual(cpp != null);
    }
    systems = systems.stream().filter(system -> !without.contains(system)).toList();
    if (cpp == null ? systems.stream().anyMatch(LoggerSystem::isCpp) : !Files.isExecutable(cpp)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--cpp must name the program of the logger in C++, not " + cpp);
    }
  }

  private List<Job> jobs() {
    List<Job> jobs = new ArrayList<>();
    for (int rate : rates) {
      for (int callers : threads) {
        try {
          jobs.add(new Job(callers, rate, many(rate), restMillis));
        } catch (IllegalArgumentException e) {
          throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage());
        }
      }
    }
    return jobs;
  }

  private long many(int rate) {
    return rate == 0 ? records : rate * millis / 1_000;
  }

  private List<LoggerSample> measure(Children<LoggerSystem> children, List<Job> jobs, int round)
      throws IOException {
    List<LoggerSample> samples = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      Job job = jobs.get(i);
      String where = "round " + round + "/" + rounds + ", job " + (i + 1) + "/" + jobs.size();
      children.ask(
          round,
          job.words(),
          turn -> {
            LoggerSample sample = sample(turn).at(turn, job, round);
            samples.add(sample);
            progress(where, sample);
          });
    }
    return samples;
  }

  private static LoggerSample sample(Children.Turn<LoggerSystem> turn) {
    try {
      return turn.answer() == null
          ? LoggerSample.failed(turn.error())
          : JSON.readValue(turn.answer(), LoggerSample.class);
    } catch (JsonProcessingException e) {
      return LoggerSample.failed(e.toString());
    }
  }

  private static void progress(String where, LoggerSample s) {
    String what =
        s.error() != null
            ? s.error()
            : s.rate() == 0
                ? String.format(
                    Locale.ROOT,
                    "%.2f M/s, callers %.2f M/s",
                    s.perSecond() / 1e6,
                    s.callerPerSecond() / 1e6)
                : String.format(
                    Locale.ROOT,
                    "P50 %d P99 %d P99.9 %d ns",
                    s.call().p50(),
                    s.call().p99(),
                    s.call().p999());
    System.err.printf(
        Locale.ROOT,
        "%s: %s, %d threads, %s: %s%s, steal %.1f %%, others %.1f %%%n",
        where,
        s.system(),
        s.threads(),
        s.rate() == 0 ? "saturation" : String.format(Locale.ROOT, "%,d/s", s.rate()),
        what,
        s.lost() == 0 ? "" : String.format(Locale.ROOT, ", LOST %,d of %,d", s.lost(), s.sent()),
        s.stealPercent(),
        s.foreignPercent());
  }
}
