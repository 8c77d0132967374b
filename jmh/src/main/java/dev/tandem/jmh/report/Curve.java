package dev.tandem.jmh.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;

/**
 * How long answers took at one rate: medians over the rounds, in ns from the time at which a
 * command was to be submitted.
 *
 * @param group what is measured
 * @param entrant who
 * @param kind what the entrant is to us
 * @param asked commands a second that were to be submitted
 * @param achieved that were
 * @param percents the percentiles; the figures have one more, the largest
 * @param latency until a command was answered
 * @param lateness until it was submitted: how late the producer itself was
 * @param late share of the commands that were submitted over 1 us late; null if it is not told
 * @param spread of the rounds; null if it is not told, as in older results
 * @param early times that cannot be; null if it is not told, as in older results
 */
public record Curve(
    String group,
    String entrant,
    Row.Kind kind,
    double asked,
    double achieved,
    List<Double> percents,
    List<Double> latency,
    List<Double> lateness,
    Double late,
    @JsonInclude(JsonInclude.Include.NON_NULL) Rounds spread,
    @JsonInclude(JsonInclude.Include.NON_NULL) Early early) {

  /** A share up to here is beside the point: no percentile is finer. */
  private static final double NEGLIGIBLE_SHARE = 1e-4;

  private static final double PERCENT = 100;

  /**
   * Answers that were stamped before the time at which their command was to be submitted, and count
   * as answered at once. Two clocks differ, or a stamp is another command's.
   *
   * @param share of the answers, 0 to 1, in the round that has most of them
   * @param nanos by how much the earliest of all rounds
   */
  public record Early(double share, double nanos) {}

  /**
   * From the least to the greatest round.
   *
   * @param rounds how many there were; of one there is no range
   * @param achieved of the commands a second
   * @param latency of each of the times, in their order
   * @param lateness the same of the producer
   * @param late of the share of late commands; null if that is not told
   */
  public record Rounds(
      int rounds,
      Row.Range achieved,
      List<Row.Range> latency,
      List<Row.Range> lateness,
      Row.Range late) {}

  /** Of whose rounds no more is known. */
  public Curve(
      String group,
      String entrant,
      Row.Kind kind,
      double asked,
      double achieved,
      List<Double> percents,
      List<Double> latency,
      List<Double> lateness,
      Double late) {
    this(group, entrant, kind, asked, achieved, percents, latency, lateness, late, null, null);
  }

  /** Of which it is not told how often the producer was late. */
  public Curve(
      String group,
      String entrant,
      Row.Kind kind,
      double asked,
      double achieved,
      List<Double> percents,
      List<Double> latency,
      List<Double> lateness) {
    this(group, entrant, kind, asked, achieved, percents, latency, lateness, null);
  }

  /** The same, of so many rounds. */
  public Curve with(Rounds of) {
    return new Curve(
        group, entrant, kind, asked, achieved, percents, latency, lateness, late, of, early);
  }

  /** The same, with times that cannot be. */
  public Curve with(Early of) {
    return new Curve(
        group, entrant, kind, asked, achieved, percents, latency, lateness, late, spread, of);
  }

  /** What a reader must know of its times; empty if there is nothing. */
  public String caution() {
    if (early == null) {
      return hasTimesOfNothing()
          ? "NOT TO BE TRUSTED: in some round it answers in 0 ns, and an older result does not count"
              + " answers before their time"
          : "";
    }
    return early.share <= NEGLIGIBLE_SHARE
        ? ""
        : String.format(
            Locale.ROOT,
            "NOT TO BE TRUSTED: up to %s %% of a round answered before its time, by up to %s",
            Figure.text(early.share * PERCENT),
            Figure.nanos(early.nanos));
  }

  /** The same, of one round, which has no range. */
  public Curve ofOneRound() {
    return with(
        new Rounds(
            1,
            range(achieved),
            ranges(latency),
            ranges(lateness),
            late == null ? null : range(late)));
  }

  private static Row.Range range(double figure) {
    return new Row.Range(figure, figure);
  }

  private static List<Row.Range> ranges(List<Double> figures) {
    return figures.stream().map(Curve::range).toList();
  }

  private boolean hasTimesOfNothing() {
    return latency.stream().anyMatch(ns -> ns <= 0)
        || (spread != null && spread.latency.stream().anyMatch(range -> range.lowest() <= 0));
  }

  /** Whether it is of several rounds, whose ranges are told. */
  boolean hasRanges() {
    return spread != null && spread.rounds > 1;
  }

  /** How many rounds it is of, for a reader. */
  String rounds() {
    return spread == null
        ? "-"
        : spread.rounds == 1 ? "one round" : Integer.toString(spread.rounds);
  }
}
