package dev.tandem.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.jmh.harness.CpuProfiler;
import dev.tandem.jmh.harness.Once;
import dev.tandem.jmh.harness.PopulationProfiler;
import dev.tandem.jmh.harness.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What JMH wrote as JSON, in the form of the other comparisons. A round is a process: iterations of
 * one share what its compiler made and where its memory lies, so they are no samples of their own,
 * and the median of them is the round's figure.
 */
public final class JmhResult {

  /** Parameters that name who is measured. */
  private static final List<String> ENTRANTS = List.of("entrant", "engine");

  private JmhResult() {}

  /**
   * Reads what JMH wrote.
   *
   * @param ours entrants that are Tandem in Java; all others are peers but those in C++
   */
  public static Result read(Path file, Result.About about, List<String> ours, FitnessReport fitness)
      throws IOException {
    JsonNode tree = Result.JSON.readTree(file.toFile());
    List<Row> rows = new ArrayList<>();
    for (JsonNode benchmark : tree) {
      rows.add(row(benchmark, ours));
    }
    return Result.now(withJvms(about, tree), fitness, rows, List.of());
  }

  /** The same, and on which JVM, with which flags and in how many processes it was measured. */
  private static Result.About withJvms(Result.About about, JsonNode tree) {
    List<String> notes = new ArrayList<>(about.notes());
    for (JsonNode benchmark : tree) {
      List<String> flags = new ArrayList<>();
      benchmark.path("jvmArgs").forEach(flag -> flags.add(flag.asText()));
      // A folder of that run alone, which changes nothing that is measured.
      flags.removeIf(flag -> flag.startsWith("-D" + Once.FOLDER_PROPERTY + "="));
      String name = benchmark.path("benchmark").asText();
      String note =
          "%s: JMH %s, processes: %d, JDK %s with %s."
              .formatted(
                  name.replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1"),
                  benchmark.path("jmhVersion").asText(),
                  benchmark.path("primaryMetric").path("rawData").size(),
                  benchmark.path("jdkVersion").asText(),
                  flags.isEmpty() ? "no flags" : String.join(" ", flags));
      if (!notes.contains(note)) {
        notes.add(note);
      }
    }
    return new Result.About(about.subject(), about.title(), about.entrants(), notes);
  }

  /**
   * What an iteration measured, and the CPUs beside it; NaN where nobody measured them.
   *
   * @param fork the number of its process
   */
  private record Iteration(int fork, double score, double step) {}

  private static List<Iteration> iterations(JsonNode benchmark) {
    JsonNode scores = benchmark.path("primaryMetric").path("rawData");
    JsonNode secondary = benchmark.path("secondaryMetrics");
    JsonNode steps = secondary.path(CpuProfiler.STEP).path("rawData");
    List<Iteration> all = new ArrayList<>();
    for (int fork = 0; fork < scores.size(); fork++) {
      for (int i = 0; i < scores.get(fork).size(); i++) {
        all.add(
            new Iteration(
                fork,
                scores.get(fork).get(i).asDouble(),
                steps.path(fork).path(i).asDouble(Double.NaN)));
      }
    }
    return all;
  }

  /** The median of a figure in each process. */
  private static List<Double> byProcess(
      List<Iteration> iterations, ToDoubleFunction<Iteration> figure) {
    Map<Integer, List<Iteration>> processes = new TreeMap<>();
    iterations.forEach(i -> processes.computeIfAbsent(i.fork, f -> new ArrayList<>()).add(i));
    return processes.values().stream().map(of -> Spread.of(of, figure).median()).toList();
  }

  private static Row row(JsonNode benchmark, List<String> ours) {
    String name = benchmark.path("benchmark").asText();
    String method = name.substring(name.lastIndexOf('.') + 1);
    JsonNode metric = benchmark.path("primaryMetric");
    String mode = benchmark.path("mode").asText();
    Further further = new Further();
    further(further, benchmark, "gc.alloc.rate.norm", "B an operation");
    PopulationProfiler.NAMES.forEach((key, reported) -> further(further, benchmark, key, reported));
    LinkedHashMap<String, String> parameters = new LinkedHashMap<>();
    benchmark
        .path("params")
        .properties()
        .forEach(parameter -> parameters.put(parameter.getKey(), parameter.getValue().asText()));
    String entrant = method;
    for (String named : ENTRANTS) {
      if (parameters.containsKey(named)) {
        entrant = parameters.remove(named);
      }
    }
    if (entrant.equals(method)) {
      // Methods are the entrants: what they have in common is their class.
      parameters.putFirst("benchmark", name.replaceFirst(".*\\.(\\w+)\\.\\w+$", "$1"));
    }
    String group = parameters.isEmpty() ? method : String.join(", ", parameters.values());
    List<Double> rounds = byProcess(iterations(benchmark), Iteration::score);
    Row row =
        Row.of(
                group,
                entrant,
                kind(entrant, ours),
                metric.path("scoreUnit").asText(),
                !mode.equals("thrpt"),
                rounds.size(),
                Spread.of(rounds, Double::doubleValue),
                Map.of())
            .with(further);
    double step =
        Spread.of(byProcess(iterations(benchmark), Iteration::step), Double::doubleValue).median();
    return Double.isNaN(step) ? row : row.withStep(step);
  }

  /** What JMH counted beside: its own mean, from the least to the greatest process's. */
  private static void further(Further further, JsonNode benchmark, String key, String name) {
    JsonNode counted = benchmark.path("secondaryMetrics").path(key);
    if (counted.isMissingNode()) {
      return;
    }
    double mean = counted.path("score").asDouble();
    List<Double> processes = new ArrayList<>();
    for (JsonNode process : counted.path("rawData")) {
      double sum = 0;
      for (JsonNode iteration : process) {
        sum += iteration.asDouble();
      }
      processes.add(sum / process.size());
    }
    if (processes.isEmpty()) {
      further.count(name, mean);
    } else {
      Spread spread = Spread.of(processes, Double::doubleValue);
      further.put(name, new Spread(spread.lowest(), mean, spread.highest()));
    }
  }

  private static Row.Kind kind(String who, List<String> ours) {
    if (who.equals("CPP")) {
      return Row.Kind.CPP;
    }
    return ours.contains(who) ? Row.Kind.JAVA : Row.Kind.PEER;
  }
}
