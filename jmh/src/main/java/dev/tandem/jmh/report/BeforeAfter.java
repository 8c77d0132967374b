package dev.tandem.jmh.report;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.jmh.harness.Folders;
import dev.tandem.jmh.harness.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One comparison in two checkouts by turns, so that the machine's changes affect both. */
@Command(
    name = "BeforeAfter",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Runs a program of the benchmarks in two checkouts by turns, each built by mvn package, and"
          + " compares the medians. A turn is a process, and one figure of each entrant.",
      "Give JmhTurns its --rounds 1, and a comparison --rounds 1.",
      "The exit code is 1 if something is surely worse by 3 %%: see CompareRuns."
    })
public final class BeforeAfter implements Callable<Integer> {

  private static final String JMH = "dev.tandem.jmh.harness.JmhTurns";

  @Option(names = "--before", required = true, description = "The checkout of before.")
  private Path before;

  @Option(names = "--now", description = "The checkout of now.")
  private Path now = Path.of("");

  @Option(names = "--turns", description = "Of each; five suffice for twelve figures.")
  private int turns = 5;

  @Parameters(
      arity = "1..*",
      paramLabel = "PROGRAM",
      description = "Behind --: a class of dev.tandem.jmh and its arguments.")
  private List<String> program;

  /** Exits with 0; 1 if something is worse; 2 for wrong usage. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new BeforeAfter()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Map<Path, List<Result>> results = new LinkedHashMap<>();
    Path folder = Files.createTempDirectory("tandem-turns");
    try (FitnessWatch watch = FitnessWatch.begin()) {
      for (int turn = 0; turn < turns; turn++) {
        // The other one begins each time.
        for (Path checkout : turn % 2 == 0 ? List.of(before, now) : List.of(now, before)) {
          System.err.printf("turn %d of %d: %s%n", turn + 1, turns, checkout.toAbsolutePath());
          Path json = folder.resolve("turn.json");
          Files.deleteIfExists(json);
          FitnessReport fitness = watch.report();
          run(checkout, json);
          results.computeIfAbsent(checkout, c -> new ArrayList<>()).add(read(json, fitness));
        }
      }
      System.out.println(watch.report());
    } finally {
      Folders.delete(folder);
    }
    Map<String, Result> old = Map.of("by turns", pooled(results.get(before)));
    Map<String, Result> young = Map.of("by turns", pooled(results.get(now)));
    Change.common(old, young).forEach(c -> System.out.println(CompareRuns.line(c)));
    return CompareRuns.report(old, young);
  }

  private void run(Path checkout, Path json) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(ParityRun.JVM_FLAGS);
    command.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", "jmh/target/benchmarks.jar"));
    command.addAll(program);
    command.addAll(
        isJmh()
            ? List.of("-rf", "json", "-rff", json.toString())
            : List.of("--json", json.toString()));
    Process process =
        new ProcessBuilder(command)
            .directory(checkout.toAbsolutePath().toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(checkout + ": " + String.join(" ", program) + " failed");
    }
  }

  private boolean isJmh() {
    return program.get(0).equals(JMH);
  }

  private Result read(Path json, FitnessReport fitness) throws IOException {
    Result.About about = new Result.About("", "", Map.of(), List.of());
    return isJmh() ? JmhResult.read(json, about, ParityRun.OURS, fitness) : Result.read(json);
  }

  /** Of each figure the medians of all turns, as rounds of one. */
  static Result pooled(List<Result> turns) {
    Map<String, List<Row>> rows = new LinkedHashMap<>();
    turns.forEach(
        turn ->
            turn.rows().stream()
                .filter(Row::hasFigure)
                .forEach(
                    row ->
                        rows.computeIfAbsent(row.group() + row.entrant(), r -> new ArrayList<>())
                            .add(row)));
    return turns.get(0).with(rows.values().stream().map(BeforeAfter::pooledRow).toList());
  }

  private static Row pooledRow(List<Row> turns) {
    Row first = turns.get(0);
    Further further = new Further();
    for (String name : new TreeSet<>(first.others().keySet())) {
      further.put(name, turns, row -> row.others().getOrDefault(name, Double.NaN));
    }
    Row row =
        Row.of(
                first.group(),
                first.entrant(),
                first.kind(),
                first.unit(),
                first.lessIsBetter(),
                turns.size(),
                Spread.of(turns, Row::median),
                Map.of())
            .with(further);
    return turns.stream().anyMatch(r -> r.stepNanos() == null)
        ? row
        : row.withStep(Spread.of(turns, Row::stepNanos).median());
  }
}
