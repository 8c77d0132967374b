package dev.tandem.jmh.report;

import dev.tandem.jmh.harness.Spread;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Figures that stand beside a row's own, each with the spread of its rounds. */
public final class Further {

  private final Map<String, Double> medians = new LinkedHashMap<>();
  private final Map<String, Row.Range> ranges = new LinkedHashMap<>();

  /**
   * Adds one.
   *
   * @param name with its unit
   * @param samples the rounds
   */
  public <T> Further put(String name, Collection<T> samples, ToDoubleFunction<T> figure) {
    return put(name, Spread.of(samples, figure));
  }

  /** Adds a figure with its spread. */
  public Further put(String name, Spread spread) {
    medians.put(name, spread.median());
    ranges.put(name, Row.Range.of(spread));
    return this;
  }

  /** Adds one that is no median, but a count of all rounds: it has no range. */
  public Further count(String name, double value) {
    medians.put(name, value);
    return this;
  }

  Map<String, Double> medians() {
    return medians;
  }

  Map<String, Row.Range> ranges() {
    return ranges;
  }
}
