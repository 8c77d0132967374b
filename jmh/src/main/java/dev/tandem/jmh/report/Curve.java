package dev.tandem.jmh.report;

import java.util.List;

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
    Double late) {

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
}
