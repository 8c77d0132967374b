package dev.tandem.jmh.report;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.jmh.harness.CpuProfiler;
import dev.tandem.jmh.harness.JmhTurns;
import dev.tandem.jmh.harness.Slowdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures a real benchmark as it is and slowed by a known share, in processes by turns, and
 * compares the two as {@code -Pjmh-compare} does.
 */
@Command(
    name = "SlowdownCheck",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Whether the comparison of two runs flags a slowdown of a real benchmark, that of the book.",
      "Measures for about a minute and a half, on an idle machine: a process as it is, one slowed,"
          + " and so on, each time the other one first."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:a slowdown was flagged, or none was asked for and none was flagged",
      "1:the comparison was wrong",
      "2:wrong usage"
    })
public final class SlowdownCheck implements Callable<Integer> {

  private static final String SUBJECT = "book";
  private static final int WARM_UPS = 2;
  private static final int ITERATIONS = 5;

  @Option(names = "--percent", description = "By how much one of the two is slowed; 0: not at all.")
  private int percent = 10;

  @Option(names = "--processes", description = "Of each of the two: the rounds that are compared.")
  private int processes = 12;

  @Option(
      names = "--millis",
      description = "Of a measured iteration. Five are measured; two of twice that time warm up.")
  private int millis = 200;

  @Option(names = "--out", description = "The folder of both runs.")
  private Path out = Path.of("target", "slowdown");

  /** Exits with the codes that its help names. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new SlowdownCheck()).execute(args));
  }

  @Override
  public Integer call() throws IOException, RunnerException {
    JmhTurns before = new JmhTurns();
    JmhTurns now = new JmhTurns();
    FitnessReport fitness;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      for (int i = 0; i < processes; i++) {
        // Each time the other one first: what the machine does meanwhile meets both alike.
        boolean inOrder = i % 2 == 0;
        (inOrder ? before : now).next(benchmark(inOrder ? 0 : percent));
        (inOrder ? now : before).next(benchmark(inOrder ? percent : 0));
      }
      fitness = watch.report();
    }
    Path kept = written("before", before, 0, fitness);
    Path compared = written("now", now, percent, fitness);
    System.out.println(fitness);
    boolean flagged =
        new CommandLine(new CompareRuns()).execute(kept.toString(), compared.toString()) == 1;
    System.out.printf("a slowdown of %d %% was %s%n", percent, flagged ? "flagged" : "not flagged");
    return flagged == percent > 0 ? 0 : 1;
  }

  /** One process of the benchmark, which spins for a share of each pass after it. */
  private Options benchmark(int slower) {
    return new OptionsBuilder()
        .include("OrderBookBenchmark")
        .param("engine", "BOOK")
        .param("ids", "SHUFFLED")
        .jvmArgsAppend("-D" + Slowdown.PROPERTY + "=" + slower)
        .warmupIterations(WARM_UPS)
        .warmupTime(TimeValue.milliseconds(2L * millis))
        .measurementIterations(ITERATIONS)
        .measurementTime(TimeValue.milliseconds(millis))
        .addProfiler(CpuProfiler.class)
        .shouldFailOnError(true)
        .build();
  }

  /** A run in a folder of its own, as the report leaves one. */
  private Path written(String name, JmhTurns turns, int slower, FitnessReport fitness)
      throws IOException {
    Path folder = Files.createDirectories(out.resolve(name));
    Path raw = folder.resolve(SUBJECT + ".raw.json");
    turns.write(raw.toString());
    String title = "The order book, slowed by " + slower + " %";
    JmhResult.read(
            raw,
            new Result.About(SUBJECT, title, Map.of(), List.of()),
            List.of("BOOK"),
            false,
            fitness)
        .write(folder.resolve(SUBJECT + ".json"));
    return folder;
  }
}
