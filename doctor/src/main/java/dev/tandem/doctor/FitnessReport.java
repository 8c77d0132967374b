package dev.tandem.doctor;

import java.util.List;

/**
 * What figures are worth that were taken under a {@link FitnessWatch}.
 *
 * <p>The verdict is the worst of all there was. A measurement with more threads than CPUs has the
 * worst one by itself, whatever the machine does; so {@link #outside} and {@link #own} judge the
 * two apart. Both are null in a report of a file that was written before they existed.
 *
 * @param verdict the worse of that of the whole time and those of its parts; each has at least
 *     {@link FitnessWatch#SHORTEST_PART_SECONDS}, the last at least half of that
 * @param reasons why it is not quiet, a sentence each, first those of the whole, then what only
 *     parts had; none if it is
 * @param changes where the verdict changed meanwhile, a sentence each; none if it did not
 * @param whole the whole time
 * @param outside what the machine, its host and others did: CPU time of others or taken by the
 *     host, a quota, heat, slower CPUs, CPUs that were moved; never {@link Verdict#OVERSUBSCRIBED}
 * @param own what happened to the measurement's own threads: that threads waited for CPUs. Others
 *     may be the cause, and the system does not report whose threads waited: it is the
 *     measurement's doing where {@code outside} is quiet
 */
public record FitnessReport(
    Verdict verdict,
    List<String> reasons,
    List<String> changes,
    Interval whole,
    Judgement outside,
    Judgement own) {

  /** A report that does not distinguish the causes: {@link #outside} and {@link #own} are null. */
  public FitnessReport(
      Verdict verdict, List<String> reasons, List<String> changes, Interval whole) {
    this(verdict, reasons, changes, whole, null, null);
  }

  static FitnessReport of(List<Interval.Reason> reasons, List<String> changes, Interval whole) {
    Judgement all = Judgement.of(reasons);
    return new FitnessReport(
        all.verdict(),
        all.reasons(),
        List.copyOf(changes),
        whole,
        Judgement.of(reasons.stream().filter(reason -> reason.kind().isOutside()).toList()),
        Judgement.of(reasons.stream().filter(reason -> !reason.kind().isOutside()).toList()));
  }

  /** The verdict, that from outside where it is known and may be another, and reasons in a line. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(verdict.toString());
    if (outside != null && verdict != Verdict.QUIET) {
      text.append(", outside: ").append(outside.verdict());
    }
    if (!reasons.isEmpty()) {
      text.append(" (").append(String.join("; ", reasons)).append(')');
    }
    changes.forEach(change -> text.append("; ").append(change));
    return text.toString();
  }
}
