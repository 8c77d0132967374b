package dev.tandem.jmh.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * JMH by turns. A turn is a process for each benchmark, one after the other; then comes the next
 * turn. JMH by itself starts all processes of a benchmark in a row, so what the host does for half
 * a minute affects one benchmark alone, and all its processes. For one thread.
 */
public final class JmhTurns {

  private static final String TURNS = "--rounds";

  private final Map<String, List<RunResult>> results = new LinkedHashMap<>();
  private final Path once;

  /** Of processes that share nothing. */
  public JmhTurns() {
    this(null);
  }

  /**
   * @param once a folder for what one process finds out for all: see {@link Once}; null for none
   */
  private JmhTurns(Path once) {
    this.once = once;
  }

  /** Runs the benchmarks once more, each in a process of its own, whatever forks are configured. */
  public void next(Options benchmarks) throws RunnerException {
    ChainedOptionsBuilder turn = new OptionsBuilder().parent(benchmarks).forks(1);
    if (once != null) {
      turn.jvmArgsPrepend("-D" + Once.FOLDER_PROPERTY + "=" + once);
    }
    for (RunResult result : new Runner(turn.build()).run()) {
      results.computeIfAbsent(result.getParams().id(), id -> new ArrayList<>()).add(result);
    }
  }

  /** Of each benchmark all processes, as if JMH had started them in a row. */
  public Collection<RunResult> all() {
    return results.values().stream().map(JmhTurns::joined).toList();
  }

  private static RunResult joined(List<RunResult> turns) {
    List<BenchmarkResult> processes = new ArrayList<>();
    turns.forEach(turn -> processes.addAll(turn.getBenchmarkResults()));
    return new RunResult(turns.get(0).getParams(), processes);
  }

  /** Writes JMH's JSON. */
  public void write(String file) {
    ResultFormatFactory.getInstance(ResultFormatType.JSON, file).writeOut(all());
  }

  /**
   * Takes how many turns there are, and then what JMH takes; the JSON of all turns is written where
   * {@code -rff} says.
   */
  public static void main(String[] args)
      throws CommandLineOptionException, RunnerException, IOException {
    if (args.length < 2 || !args[0].equals(TURNS)) {
      System.err.println("Usage: JmhTurns --rounds N ARGUMENTS OF JMH, -rff FILE among them");
      System.exit(2);
    }
    CommandLineOptions benchmarks =
        new CommandLineOptions(Arrays.copyOfRange(args, 2, args.length));
    String file = benchmarks.getResult().orElse("jmh-result.json");
    Path once = Files.createTempDirectory("tandem-jmh");
    try {
      JmhTurns turns = new JmhTurns(once);
      for (int turn = 0; turn < Integer.parseInt(args[1]); turn++) {
        turns.next(benchmarks);
        // Each time, so that a run that is cut short is not lost; JMH itself wrote one turn there.
        turns.write(file);
      }
    } finally {
      Folders.delete(once);
    }
  }
}
