package dev.tandem.jmh.report;

import java.util.Set;

/** Which figures come from one process: what it has by chance, all of them have. */
final class Processes {

  /** Figures that another measured, told beside ours. */
  static final String CLAIMED = "CLAIMED";

  /** Studies of our own kernels: one process measures all by turns, or computes it from them. */
  private static final Set<String> IN_ONE = Set.of("stages", "publish", "model");

  /** Figure by figure, though JMH's own form is not what it writes. */
  private static final String HASH = "hash";

  private Processes() {}

  /** Whether one process, or one for us and one for the rest, measured a whole subject. */
  static boolean isInOne(String subject) {
    return IN_ONE.contains(subject);
  }

  /** Whether this machine measured a figure now. */
  static boolean isMeasured(Row row) {
    return !row.entrant().startsWith(CLAIMED);
  }

  /**
   * A name that rows of one process share. JMH and the hashes have processes for each figure; the
   * others have one for each entrant, which is asked for all its figures and all rounds. Rounds
   * near and far come from the same ones.
   */
  static String of(String subject, Row row) {
    if (isInOne(subject)) {
      return subject;
    }
    return isByFigure(subject)
        ? Groups.withoutFar(row.group()) + '\n' + row.entrant()
        : row.entrant();
  }

  /** Whether each figure of a subject has processes of its own, and each round one. */
  static boolean isByFigure(String subject) {
    return subject.equals(HASH)
        || Step.all().stream()
            .anyMatch(step -> step.subject().equals(subject) && step.form() == Step.Form.JMH);
  }
}
