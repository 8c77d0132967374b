package dev.tandem.jmh.report;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which figures come from one process: what it has by chance, all of them have. */
final class Processes {

  /** Studies of our own kernels: one process measures all by turns, or computes it from them. */
  private static final Set<String> IN_ONE = Set.of("stages", "publish", "model");

  /** Figure by figure, though JMH's own form is not what it writes. */
  private static final String HASH = "hash";

  /** Asked for each row of each made pair of runs: the table of steps is not made each time. */
  private static final Set<String> BY_FIGURE =
      Stream.concat(
              Stream.of(HASH),
              Step.all().stream().filter(step -> step.form() == Step.Form.JMH).map(Step::subject))
          .collect(Collectors.toUnmodifiableSet());

  private Processes() {}

  /** Whether one process, or one for us and one for the rest, measured a whole subject. */
  static boolean isInOne(String subject) {
    return IN_ONE.contains(subject);
  }

  /** Whether this machine measured a figure now. */
  static boolean isMeasured(Row row) {
    return !row.entrant().startsWith(Claims.CLAIMED);
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
    return BY_FIGURE.contains(subject);
  }
}
