package dev.tandem.jmh.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;

/**
 * How long answers took at one rate: medians over the rounds, in ns from the time at which a
 * command was to be submitted.
 *
 * @param group what is measured
 * @param entrant the name of what is measured
 * @param kind what the entrant is to us
 * @param asked commands a second that were to be submitted
 * @param achieved that were
 * @param percents the percentiles; the figures have one more, the largest
 * @param latency until a command was answered
 * @param lateness until it was submitted: how late the producer itself was
 * @param late share of the commands that were submitted over 1 us late
 * @param spread of the rounds
 * @param early times that cannot be; null if a round did not count them
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
    double late,
    Rounds spread,
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
   */
  public record Rounds(int rounds, Row.Range achieved, List<Row.Range> latency) {}

  /** The latency at a percentile, in ns. */
  public double at(double percent) {
    return latency.get(percents.indexOf(percent));
  }

  /** The range of {@link #at}. */
  public Row.Range rangeAt(double percent) {
    return spread.latency.get(percents.indexOf(percent));
  }

  /** A caution for readers of its times; empty if there is none. */
  public String caution() {
    if (early == null) {
      return spread.latency.stream().anyMatch(range -> range.lowest() <= 0)
          ? "NOT TO BE TRUSTED: some round answers in 0 ns"
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
}
