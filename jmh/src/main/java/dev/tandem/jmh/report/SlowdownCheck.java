package dev.tandem.jmh.report;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.jmh.harness.CpuProfiler;
import dev.tandem.jmh.harness.Slowdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs a real benchmark twice, the second time slowed by a known share, and compares the two as
 * {@code -Pjmh-compare} does.
 */
@Command(
    name = "SlowdownCheck",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Whether the comparison of two runs flags a slowdown of a real benchmark, that of the book.",
      "Measures for about a minute, on an idle machine."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:a slowdown was flagged, or none was asked for and none was flagged",
      "1:the comparison was wrong",
      "2:wrong usage"
    })
public final class SlowdownCheck implements Callable<Integer> {

  private static final String SUBJECT = "book";

  @Option(names = "--percent", description = "By how much the second run is slowed; 0: not at all.")
  private int percent = 10;

  @Option(names = "--processes", description = "Of each run: the rounds that are compared.")
  private int processes = 5;

  @Option(names = "--millis", description = "Of an iteration; two warm up, one is measured.")
  private int millis = 600;

  @Option(names = "--out", description = "The folder of both runs.")
  private Path out = Path.of("target", "slowdown");

  /** Exits with the codes that its help names. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new SlowdownCheck()).execute(args));
  }

  @Override
  public Integer call() throws IOException, RunnerException {
    Path before = measured("before", 0);
    Path now = measured("now", percent);
    boolean flagged =
        new CommandLine(new CompareRuns()).execute(before.toString(), now.toString()) == 1;
    System.out.printf("a slowdown of %d %% was %s%n", percent, flagged ? "flagged" : "not flagged");
    return flagged == percent > 0 ? 0 : 1;
  }

  /** A run in a folder of its own, as the report leaves one. */
  private Path measured(String name, int slower) throws IOException, RunnerException {
    Path folder = Files.createDirectories(out.resolve(name));
    Path raw = folder.resolve(SUBJECT + ".raw.json");
    FitnessReport fitness;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      new Runner(
              new OptionsBuilder()
                  .include("OrderBookBenchmark")
                  .param("engine", "BOOK")
                  .param("ids", "SHUFFLED")
                  .jvmArgsAppend("-D" + Slowdown.PROPERTY + "=" + slower)
                  .forks(processes)
                  .warmupIterations(2)
                  .warmupTime(TimeValue.milliseconds(millis))
                  .measurementIterations(1)
                  .measurementTime(TimeValue.milliseconds(millis))
                  .addProfiler(CpuProfiler.class)
                  .shouldFailOnError(true)
                  .resultFormat(ResultFormatType.JSON)
                  .result(raw.toString())
                  .build())
          .run();
      fitness = watch.report();
    }
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
