package dev.tandem.jmh.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tandem.jmh.harness.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One figure of one entrant.
 *
 * @param group what is measured: rows of one group are compared
 * @param entrant the name of what is measured
 * @param kind what the entrant is to us
 * @param unit of the three figures
 * @param lessIsBetter whether a smaller figure is the better one
 * @param rounds figures that the median is of; each is independent of the others, so of JMH's there
 *     is one for each process
 * @param lowest of them
 * @param median of them
 * @param highest of them
 * @param figures all of them, ascending; null if they are not kept
 * @param others further figures by name and unit, medians of the same rounds
 * @param ranges of the others that have one, by name; null if there is none
 * @param error why there is no figure; null if there is one
 * @param stepNanos how fast the CPU ran meanwhile, the median of the rounds: ns of a step of {@link
 *     dev.tandem.doctor.SpinMeter}; null if that is not known, or a CPU's speed is not what bounds
 *     the figure
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Row(
    String group,
    String entrant,
    Kind kind,
    String unit,
    boolean lessIsBetter,
    int rounds,
    double lowest,
    double median,
    double highest,
    List<Double> figures,
    Map<String, Double> others,
    Map<String, Range> ranges,
    String error,
    Double stepNanos) {

  /** Names the further figure of CPU time. */
  public static final String CPU = "ns of CPU a command";

  /** What an entrant is to us. */
  public enum Kind {
    /** Tandem in Java. */
    JAVA,
    /** Tandem in C++. */
    CPP,
    /** Somebody else's. */
    PEER,
    /** Less work, or other work: a bound for orientation, no rival. */
    BOUND
  }

  /** From the least round to the greatest. */
  public record Range(double lowest, double highest) {

    /** The lowest and the highest of the rounds. */
    public static Range of(Spread spread) {
      return new Range(spread.lowest(), spread.highest());
    }
  }

  /** A figure. */
  public static Row of(
      String group,
      String entrant,
      Kind kind,
      String unit,
      boolean lessIsBetter,
      int rounds,
      Spread spread,
      Map<String, Double> others) {
    return new Row(
        group,
        entrant,
        kind,
        unit,
        lessIsBetter,
        rounds,
        spread.lowest(),
        spread.median(),
        spread.highest(),
        spread.figures().size() == rounds ? spread.figures() : null,
        others,
        null,
        null,
        null);
  }

  /** A row of an entrant that failed, with the reason. */
  public static Row failed(String group, String entrant, Kind kind, String error) {
    return new Row(group, entrant, kind, "", false, 0, 0, 0, 0, null, Map.of(), null, error, null);
  }

  /** The same with further figures, each of the same rounds. */
  public Row with(Further further) {
    return new Row(
        group,
        entrant,
        kind,
        unit,
        lessIsBetter,
        rounds,
        lowest,
        median,
        highest,
        figures,
        further.medians(),
        further.ranges(),
        error,
        stepNanos);
  }

  /** The same figure in another group. */
  public Row in(String other) {
    return new Row(
        other,
        entrant,
        kind,
        unit,
        lessIsBetter,
        rounds,
        lowest,
        median,
        highest,
        figures,
        others,
        ranges,
        error,
        stepNanos);
  }

  /** The same of another kind. */
  public Row as(Kind other) {
    return new Row(
        group,
        entrant,
        other,
        unit,
        lessIsBetter,
        rounds,
        lowest,
        median,
        highest,
        figures,
        others,
        ranges,
        error,
        stepNanos);
  }

  /** The same, taken while the CPU ran so fast. */
  public Row withStep(double nanos) {
    return scaled(1, nanos);
  }

  /**
   * What it would be if the CPU had run as fast as at another one; itself where that is unknown.
   */
  Row atSpeedOf(Row other) {
    if (stepNanos == null || other.stepNanos == null) {
      return this;
    }
    double slower = other.stepNanos / stepNanos;
    return scaled(lessIsBetter ? slower : 1 / slower, other.stepNanos);
  }

  private Row scaled(double factor, double step) {
    return new Row(
        group,
        entrant,
        kind,
        unit,
        lessIsBetter,
        rounds,
        lowest * factor,
        median * factor,
        highest * factor,
        figures == null ? null : figures.stream().map(figure -> figure * factor).toList(),
        others,
        ranges,
        error,
        step);
  }

  /** The figures beside its own, each with its range where there are several rounds of it. */
  List<String> further() {
    List<String> texts = new ArrayList<>();
    new TreeMap<>(others)
        .forEach(
            (name, value) -> {
              Range range = rounds > 1 && ranges != null ? ranges.get(name) : null;
              texts.add(name + ' ' + Figure.ranged(value, range));
            });
    return texts;
  }

  /** Whether there is a figure. */
  boolean hasFigure() {
    return error == null;
  }
}
