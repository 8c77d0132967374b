package dev.tandem.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.jmh.harness.CpuProfiler;
import dev.tandem.jmh.harness.PopulationProfiler;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures everything in one run, one process after the other, and writes one page. Run from the
 * project's folder.
 */
@Command(
    name = "ParityRun",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    description = {
      "Measures Java, C++ and the field's best, and writes figures.md and a JSON file"
          + " for each subject.",
      "A subject that fails is left out, and the exit code is 1."
    })
public final class ParityRun implements Callable<Integer> {

  static final List<String> JVM_FLAGS =
      List.of(
          "-XX:+UseParallelGC",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Ddev.tandem.hash.library=hash/target/cmake/libtandem.so");

  /** Entrants of JMH that are Tandem in Java. */
  static final List<String> OURS = List.of("BOOK");

  @Option(names = "--out", description = "The folder of the page.")
  private Path out = Path.of("target", "parity");

  @Option(
      names = "--rounds",
      description =
          "quick: a quarter of an hour; full: more rounds and cases, some two hours; trial: the"
              + " least of everything, to try the report out: its figures say nothing.")
  private Rounds rounds = Rounds.QUICK;

  @Option(names = "--only", split = ",", description = "Subjects; the others keep their last run.")
  private List<String> only = List.of();

  @Option(names = "--inputs", split = ",", description = "Files for the parity of Java and C++.")
  private List<Path> inputs = List.of();

  /** How much is measured. */
  private enum Rounds {
    TRIAL,
    QUICK,
    FULL
  }

  private static CommandLine commandLine() {
    return new CommandLine(new ParityRun()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** Exits with 0, 1 if a subject failed, 2 for wrong usage. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Files.createDirectories(out);
    System.setProperty(Result.COMMIT_PROPERTY, commit());
    boolean failed = false;
    long start = System.nanoTime();
    for (Step step : Step.all()) {
      if (isAsked(step)) {
        System.err.printf("%s: %s%n", elapsed(start), step.subject());
        failed |= !(hasAll(step) && run(step));
      }
    }
    Map<String, Result> results = read(out);
    Files.writeString(out.resolve("figures.md"), Markdown.of(results));
    System.out.printf("%s: %s%n", elapsed(start), out.resolve("figures.md").toAbsolutePath());
    return failed ? 1 : 0;
  }

  private boolean isAsked(Step step) {
    return only.isEmpty()
        ? rounds == Rounds.FULL || !step.isForFullRuns()
        : only.contains(step.subject());
  }

  /** Whether the programs that a subject needs are there; says what is missing. */
  private static boolean hasAll(Step step) {
    List<String> missing =
        step.missing(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1));
    if (!missing.isEmpty()) {
      System.err.printf(
          "%s is not measured: it needs %s, which no folder of PATH has%n",
          step.subject(), String.join(" and ", missing));
    }
    return missing.isEmpty();
  }

  private static String elapsed(long start) {
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return String.format("%d:%02d", took.toMinutes(), took.toSecondsPart());
  }

  /** All results of a folder, in the order of the steps. */
  static Map<String, Result> read(Path folder) throws IOException {
    Map<String, Result> results = new LinkedHashMap<>();
    for (Step step : Step.all()) {
      Path file = folder.resolve(step.subject() + ".json");
      if (Files.isRegularFile(file)) {
        results.put(step.subject(), Result.read(file));
      }
    }
    return results;
  }

  private boolean run(Step step) throws IOException, InterruptedException {
    Path json = out.resolve(step.subject() + ".json");
    Path raw = out.resolve(step.subject() + ".raw.json");
    Path log = out.resolve(step.subject() + ".log");
    Files.deleteIfExists(json);
    List<String> arguments = arguments(step, json, raw);
    List<String> call = new ArrayList<>(JVM_FLAGS);
    call.add("-D" + Result.COMMIT_PROPERTY + "=" + System.getProperty(Result.COMMIT_PROPERTY));
    call.addAll(List.of("-cp", System.getProperty("java.class.path"), step.main()));
    call.addAll(arguments);
    List<String> command = new ArrayList<>(call);
    command.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
    builder.redirectOutput(
        step.form() == Step.Form.PARITY
            ? ProcessBuilder.Redirect.to(raw.toFile())
            : ProcessBuilder.Redirect.appendTo(log.toFile()));
    int code;
    FitnessReport fitness;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      code = builder.start().waitFor();
      fitness = watch.report();
    }
    String said = Calls.of(call);
    switch (step.form()) {
      case JMH -> {
        if (Files.isRegularFile(raw)) {
          JmhResult.read(raw, about(step), OURS, fitness).by(said).write(json);
        }
      }
      case PARITY -> parity(step, raw, fitness).by(said).write(json);
      case RESULT -> {}
    }
    if (code != 0) {
      System.err.printf("%s failed with %d, see %s%n", step.subject(), code, log);
    }
    return code == 0;
  }

  /** The commit of the folder's sources, with a plus if they were changed; empty if not known. */
  private static String commit() {
    try {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--dirty=" + Result.CHANGED)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0 ? text.strip() : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private List<String> arguments(Step step, Path json, Path raw) {
    List<String> arguments =
        new ArrayList<>(
            switch (rounds) {
              case TRIAL -> step.trial();
              case QUICK -> step.quick();
              case FULL -> step.full();
            });
    switch (step.form()) {
      case RESULT -> {
        arguments.addAll(List.of("--json", json.toString()));
        Path cpp = Path.of("hash", "target", "cmake", "tandem-" + step.subject() + "-process");
        if (Files.isExecutable(cpp)) {
          arguments.addAll(List.of("--cpp", cpp.toString()));
        }
      }
      case JMH -> {
        arguments.addAll(
            List.of("-prof", CpuProfiler.class.getName(), "-rf", "json", "-rff", raw.toString()));
        if (step.hasPopulation()) {
          arguments.addAll(List.of("-prof", PopulationProfiler.class.getName()));
        }
      }
      case PARITY -> inputs.forEach(input -> arguments.add(input.toString()));
    }
    return arguments;
  }

  private static Result parity(Step step, Path raw, FitnessReport fitness) throws IOException {
    JsonNode answer = Result.JSON.readTree(Files.readString(raw, StandardCharsets.UTF_8));
    return Result.now(about(step), fitness, List.of(), List.of()).with(answer);
  }

  private static Result.About about(Step step) {
    return switch (step.subject()) {
      case "book" ->
          new Result.About(
              step.subject(),
              "Order books alone on the spot stream",
              JmhEntrants.of(step.subject()),
              List.of(
                  "All engines get the same stream; their trades are compared before they are"
                      + " timed.",
                  "BOOK is the book in Java, CPP the one in C++,"
                      + " which gets the whole stream in one call."));
      case "workload" ->
          new Result.About(
              step.subject(),
              "The order book in Java and C++ on the public workload and on other standing books",
              JmhEntrants.of(step.subject()),
              List.of(
                  "Nanoseconds a message, of which each leaves a report of 64 bytes or more; the"
                      + " book in C++ gets the whole stream in one call.",
                  "Before they are timed, the reports of PUBLISHED are compared with the published"
                      + " digest, the trades of the others with a naive book's."));
      default ->
          new Result.About(
              step.subject(),
              "Java and C++, fused and pipelined, on the same input",
              Map.of(),
              List.of());
    };
  }
}
