package dev.tandem.jmh.hash;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.jmh.harness.CpuProfiler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * XXH64 and XXH3 of arrays: each implementation, the Java peers, CRC-32C and the xxHash library in
 * C, at every size, as one table.
 *
 * <p>Every figure has a process of its own, in several rounds: each goes through all of them, so
 * that a change of the machine's mood meets all. The C library is called in a loop in C, and so
 * costs what it costs a native caller; a call from Java through a critical downcall would cost it
 * about 2 ns more, as it costs ours.
 */
@Command(
    name = "HashComparison",
    mixinStandardHelpOptions = true,
    description = "Compares Tandem's hash functions with their peers.")
public final class HashComparison implements Callable<Integer> {

  @Option(
      names = "--sizes",
      split = ",",
      description = "Bytes of the inputs. Default: ${DEFAULT-VALUE}.",
      defaultValue = "8,16,32,64,114,256,512,1152,4096,8192,65536,1048576")
  private List<Integer> sizes = List.of();

  @Option(
      names = "--minutes",
      description = "A round after the first is begun only if it should end by then (default: 20).")
  private double minutes = 20;

  @Option(names = "--rounds", description = "Default: 2, with --quick 1.")
  private Integer rounds;

  @Option(names = "--quick", description = "One shorter round, in less than half the time.")
  private boolean quick;

  @Option(names = "--json", description = "Where all iterations and the environment are written.")
  private Path json;

  /** Exits with 0, or 1 if a benchmark failed. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new HashComparison()).execute(args));
  }

  @Override
  public Integer call() throws IOException, RunnerException {
    int all = rounds != null ? rounds : quick ? 1 : 2;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      return call(all, watch);
    }
  }

  private int call(int all, FitnessWatch watch) throws IOException, RunnerException {
    long start = System.nanoTime();
    List<HashSample> samples = new ArrayList<>();
    List<HashEntrant> entrants = entrants();
    int tried = 0;
    for (int round = 1; round <= all; round++) {
      double spent = minutesSince(start);
      if (round > 1 && spent * round / (round - 1) > minutes) {
        System.err.printf(
            "round %d is left out: it would not end in %.0f minutes%n", round, minutes);
        break;
      }
      for (int size : sizes) {
        for (HashEntrant entrant : entrants) {
          samples.addAll(measure(entrant, size));
          tried++;
        }
        System.err.printf(
            "round %d of %d: %,d bytes, %.1f minutes so far%n",
            round, all, size, minutesSince(start));
      }
    }
    FitnessReport fitness = watch.report();
    new HashTable(fitness, samples).toResult().tell(json);
    return samples.size() == tried ? 0 : 1;
  }

  /** All columns; without that of the C library where it is not there. */
  static List<HashEntrant> entrants() {
    List<HashEntrant> all = List.of(HashEntrant.values());
    if (ReferenceLoop.isBuilt()) {
      return all;
    }
    System.err.println("the column of the C library is left out: " + ReferenceLoop.whyNot());
    return all.stream().filter(entrant -> entrant.kind != HashEntrant.Kind.REFERENCE).toList();
  }

  private static double minutesSince(long start) {
    return (System.nanoTime() - start) / 60e9;
  }

  private List<HashSample> measure(HashEntrant entrant, int size) throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(entrant.pattern())
            .param("size", Integer.toString(size))
            .warmupIterations(5)
            .warmupTime(TimeValue.milliseconds(quick ? 80 : 150))
            .measurementIterations(quick ? 3 : 8)
            .measurementTime(TimeValue.milliseconds(quick ? 50 : 80))
            .forks(1)
            .addProfiler(CpuProfiler.class)
            .verbosity(VerboseMode.SILENT);
    // Each process warns of the incubating module; what it says is told only if it failed.
    PrintStream out = System.out;
    PrintStream errors = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Collection<RunResult> results;
    try (PrintStream quiet = new PrintStream(said, true, UTF_8)) {
      System.setOut(quiet);
      System.setErr(quiet);
      results = new Runner(options.build()).run();
    } finally {
      System.setOut(out);
      System.setErr(errors);
    }
    if (results.isEmpty()) {
      errors.printf("%s failed, %,d bytes: %s%n", entrant, size, said.toString(UTF_8));
    }
    return results.stream().map(result -> HashSample.of(entrant, size, result)).toList();
  }
}
