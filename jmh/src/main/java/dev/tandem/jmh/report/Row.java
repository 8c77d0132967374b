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
 * @param entrant who
 * @param kind what the entrant is to us
 * @param unit of the three figures
 * @param lessIsBetter whether a smaller figure is the better one
 * @param rounds figures that the median is of; each is independent of the others, so of JMH's there
 *     is one for each process
 * @param lowest of them
 * @param median of them
 * @param highest of them
 * @param figures all of them, ascending; null if they are not told, as in older results
 * @param others further figures by name and unit, medians of the same rounds
 * @param ranges of the others that have one, by name; null if none is told, as in older results
 * @param error why there is none; null if there is one
 * @param parts what the median is made of, in order; null if it is not told
 * @param stepNanos how fast the CPU ran meanwhile, the median of the rounds: ns of a step of {@link
 *     dev.tandem.doctor.SpinMeter}; null if that is not known, or a CPU's speed is not what bounds
 *     the figure
 * @param remark what a reader of the figure must know; null if there is nothing
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
    List<Part> parts,
    Double stepNanos,
    String remark) {

  /** What an entrant is to us. */
  public enum Kind {
    /** Tandem in Java. */
    JAVA,
    /** Tandem in C++. */
    CPP,
    /** Somebody else's, or a plain loop. */
    PEER,
    /** Nobody's: what a model gives, and no measurement. */
    MODEL
  }

  /**
   * A part of a figure.
   *
   * @param strong whether it is drawn in full colour
   * @param value in the figure's unit
   * @param range of its rounds; null if that is not told, as in older results
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Part(String name, boolean strong, double value, Range range) {

    /** Of whose rounds no more is known. */
    public Part(String name, boolean strong, double value) {
      this(name, strong, value, null);
    }

    /** The median of some rounds. */
    public static Part of(String name, boolean strong, Spread spread) {
      return new Part(name, strong, spread.median(), Range.of(spread));
    }
  }

  /** From the least round to the greatest. */
  public record Range(double lowest, double highest) {

    /** Of some rounds. */
    public static Range of(Spread spread) {
      return new Range(spread.lowest(), spread.highest());
    }
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
        parts,
        stepNanos,
        remark);
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
        null,
        null,
        null);
  }

  /** The same, with what a reader must know of it. */
  public Row withRemark(String text) {
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
        others,
        ranges,
        error,
        parts,
        stepNanos,
        text);
  }

  /** The same, made of these parts. */
  public Row withParts(List<Part> of) {
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
        others,
        ranges,
        error,
        of,
        stepNanos,
        remark);
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
        parts,
        step,
        remark);
  }

  /** No figure. */
  public static Row failed(String group, String entrant, Kind kind, String error) {
    return new Row(
        group, entrant, kind, "", false, 0, 0, 0, 0, null, Map.of(), null, error, null, null, null);
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
        parts,
        stepNanos,
        remark);
  }

  /**
   * The figures beside its own, then its parts, each with its range where there are several rounds
   * of it, and then its remark.
   */
  List<String> further() {
    List<String> texts = new ArrayList<>();
    new TreeMap<>(others)
        .forEach((name, value) -> texts.add(name + ' ' + Figure.ranged(value, rangeOf(name))));
    for (Part part : parts == null ? List.<Part>of() : parts) {
      texts.add(part.name() + ' ' + Figure.ranged(part.value(), rounds > 1 ? part.range() : null));
    }
    if (remark != null) {
      texts.add(remark);
    }
    return texts;
  }

  /** The range of one of the others; null if there is none. */
  Range rangeOf(String other) {
    return rounds > 1 && ranges != null ? ranges.get(other) : null;
  }

  /** Whether there is a figure. */
  boolean hasFigure() {
    return error == null;
  }
}
