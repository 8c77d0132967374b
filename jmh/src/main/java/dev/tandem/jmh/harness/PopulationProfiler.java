package dev.tandem.jmh.harness;

import dev.tandem.flow.generator.Population;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/** For JMH's {@code -prof}: what the measured commands meet, as further figures of an iteration. */
public final class PopulationProfiler implements InternalProfiler {

  /** A figure's name in JMH's JSON, and what a reader calls it. */
  public static final Map<String, String> NAMES = names();

  private static final String LIVE = "flow.live";
  private static final String LEVELS = "flow.levels";
  private static final String TRADES = "flow.trades";
  private static final String REFUSALS = "flow.refusals";

  /** JMH makes profilers by itself, in the process that measures. */
  private static volatile Population met;

  private static Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put(LIVE, "live orders");
    names.put(LEVELS, "levels");
    names.put(TRADES, "trades a command");
    names.put(REFUSALS, "refusals a command");
    return names;
  }

  /** Sets the population from now on, and prints it. */
  public static void meets(Population population) {
    met = population;
    System.out.println(population);
  }

  @Override
  public String getDescription() {
    return "What the measured commands meet";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {}

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    Population of = met;
    return of == null
        ? List.of()
        : List.of(
            figure(LIVE, of.live()),
            figure(LEVELS, of.levels()),
            figure(TRADES, of.tradesPerCommand()),
            figure(REFUSALS, of.refusalsPerCommand()));
  }

  private static ScalarResult figure(String name, double value) {
    return new ScalarResult(name, value, "#", AggregationPolicy.AVG);
  }
}
