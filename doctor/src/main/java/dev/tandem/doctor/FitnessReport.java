package dev.tandem.doctor;

import java.util.List;

/**
 * What figures are worth that were taken under a {@link FitnessWatch}.
 *
 * @param verdict the worse of that of the whole time and those of its parts; each has at least
 *     {@link FitnessWatch#SHORTEST_PART_SECONDS}, the last at least half of that
 * @param reasons why it is not quiet, a sentence each, first those of the whole, then what only
 *     parts had; none if it is
 * @param changes where the verdict changed on the way, a sentence each; none if it did not
 * @param whole the whole time
 */
public record FitnessReport(
    Verdict verdict, List<String> reasons, List<String> changes, Interval whole) {

  /** The verdict and its reasons in one line. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(verdict.toString());
    if (!reasons.isEmpty()) {
      text.append(" (").append(String.join("; ", reasons)).append(')');
    }
    changes.forEach(change -> text.append("; ").append(change));
    return text.toString();
  }
}
