package dev.tandem.jmh.wal;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.util.Statistics;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs {@link WrittenAppendBenchmark} and prints nanoseconds a record: median and spread. */
@Command(
    name = "WrittenAppend",
    mixinStandardHelpOptions = true,
    description = "Writing batches by FileChannel, into a map, and by Chronicle-Bytes.")
public final class WrittenAppend implements Callable<Integer> {

  @Option(names = "--dir", description = "On the disk to be measured. Default: ${DEFAULT-VALUE}.")
  private Path directory = Path.of("/var/tmp");

  @Option(names = "--forks", description = "Processes for each row. Default: ${DEFAULT-VALUE}.")
  private int forks = 3;

  @Option(names = "--iterations", description = "Segments of each. Default: ${DEFAULT-VALUE}.")
  private int iterations = 15;

  @Option(names = "--warmup", description = "Segments before those. Default: ${DEFAULT-VALUE}.")
  private int warmup = 5;

  /** Exits with 0, or 1 if it could not be run. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new WrittenAppend()).execute(args));
  }

  @Override
  public Integer call() throws RunnerException {
    OptionsBuilder options = new OptionsBuilder();
    options
        .include("^" + WrittenAppendBenchmark.class.getName().replace(".", "\\.") + "\\.")
        .param("directory", directory.toString())
        .forks(forks)
        .warmupIterations(warmup)
        .measurementIterations(iterations)
        .shouldFailOnError(true);
    Collection<RunResult> results = new Runner(options.build()).run();
    System.out.printf(
        "%nns a record of 115 bytes, %d processes of %d segments%n", forks, iterations);
    System.out.println("batch  way          median     25 %     75 %      min      max");
    results.stream()
        .sorted((a, b) -> Integer.compare(batch(a), batch(b)))
        .forEach(WrittenAppend::print);
    return 0;
  }

  private static int batch(RunResult result) {
    return Integer.parseInt(result.getParams().getParam("batch"));
  }

  private static void print(RunResult result) {
    Statistics times = result.getPrimaryResult().getStatistics();
    double records = WrittenAppendBenchmark.recordsOf(batch(result));
    System.out.printf(
        Locale.ROOT,
        "%5d  %-9s %9.2f %8.2f %8.2f %8.2f %8.2f%n",
        batch(result),
        result.getParams().getParam("way"),
        times.getPercentile(50) / records,
        times.getPercentile(25) / records,
        times.getPercentile(75) / records,
        times.getMin() / records,
        times.getMax() / records);
  }
}
