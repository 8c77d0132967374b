package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a run has no figure of though the one before had, and curves that moved. Rounds near and far
 * are taken together here, for a host moves the CPUs as it likes.
 */
final class Lost {

  /** Curves whose medians differ by less say nothing: only that of their rounds is known. */
  private static final double WORTH_A_LOOK = 2;

  private static final double MEDIAN = 50;

  private Lost() {}

  /**
   * Subjects of which this run has nothing, as one that failed leaves nothing; each as a line.
   *
   * @param full whether those that a short run leaves out are meant, or the others
   */
  static List<String> subjects(Map<String, Result> before, Map<String, Result> now, boolean full) {
    return Step.all().stream()
        .filter(step -> step.isForFullRuns() == full)
        .map(Step::subject)
        .filter(subject -> before.containsKey(subject) && !now.containsKey(subject))
        .map(subject -> subject + ": the whole subject is gone")
        .toList();
  }

  /** Figures and curves of the subjects that both runs have; each as a line, with why. */
  static List<String> between(Map<String, Result> before, Map<String, Result> now) {
    List<String> lost = new ArrayList<>();
    now.forEach(
        (subject, result) -> {
          if (before.containsKey(subject)) {
            for (Row row : before.get(subject).rows()) {
              row(row, result).map(why -> subject + ": " + name(row) + why).ifPresent(lost::add);
            }
            for (Curve curve : before.get(subject).curves()) {
              if (result.curves().stream().noneMatch(c -> isSame(c, curve))) {
                lost.add(subject + ": " + name(curve) + " is gone");
              }
            }
          }
        });
    return lost.stream().distinct().toList();
  }

  /** Why there is no figure of a row any more; empty if there is one, or was none. */
  private static Optional<String> row(Row old, Result now) {
    List<Row> same =
        now.rows().stream()
            .filter(r -> r.entrant().equals(old.entrant()))
            .filter(r -> Groups.withoutFar(r.group()).equals(Groups.withoutFar(old.group())))
            .toList();
    if (!old.hasFigure() || same.stream().anyMatch(Row::hasFigure)) {
      return Optional.empty();
    }
    return Optional.of(same.isEmpty() ? " is gone" : " failed: " + same.get(0).error());
  }

  /** Curves whose medians are far apart, each as a line. */
  static List<String> curves(Map<String, Result> before, Map<String, Result> now) {
    List<String> moved = new ArrayList<>();
    now.forEach(
        (subject, result) -> {
          if (before.containsKey(subject)) {
            for (Curve curve : result.curves()) {
              before.get(subject).curves().stream()
                  .filter(old -> isSame(old, curve) && old.group().equals(curve.group()))
                  .filter(old -> isFarApart(median(old), median(curve)))
                  .map(
                      old ->
                          "%s: %s, P50 %s -> %s"
                              .formatted(
                                  subject,
                                  name(curve),
                                  Figure.nanos(median(old)),
                                  Figure.nanos(median(curve))))
                  .forEach(moved::add);
            }
          }
        });
    return moved;
  }

  private static boolean isFarApart(double a, double b) {
    return Math.max(a, b) >= WORTH_A_LOOK * Math.min(a, b);
  }

  private static double median(Curve curve) {
    return curve.latency().get(curve.percents().indexOf(MEDIAN));
  }

  private static boolean isSame(Curve a, Curve b) {
    return Groups.withoutFar(a.group()).equals(Groups.withoutFar(b.group()))
        && a.entrant().equals(b.entrant())
        && a.asked() == b.asked();
  }

  private static String name(Row row) {
    return Groups.withoutFar(row.group()) + ", " + row.entrant();
  }

  private static String name(Curve curve) {
    return String.format(
        Locale.ROOT,
        "%s, %s at %s",
        Groups.withoutFar(curve.group()),
        curve.entrant(),
        Figure.rate(curve.asked()));
  }
}
