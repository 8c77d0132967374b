package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
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

  private static final String GONE = " is gone";

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
            boolean alike = isAsked(before.get(subject), result);
            for (Row row : before.get(subject).rows()) {
              row(row, result)
                  .filter(why -> alike || !why.equals(GONE))
                  .map(why -> subject + ": " + name(row) + why)
                  .ifPresent(lost::add);
            }
            if (alike) {
              gone(before.get(subject), result).forEach(c -> lost.add(subject + ": " + c + GONE));
            }
          }
        });
    return lost.stream().distinct().toList();
  }

  /**
   * Subjects that were called with other cases than before, as a short run after a full one is:
   * what this run has not then was not measured, and is no loss; each as a line with how much that
   * is.
   */
  static List<String> unasked(Map<String, Result> before, Map<String, Result> now) {
    List<String> lines = new ArrayList<>();
    now.forEach(
        (subject, result) -> {
          Result old = before.get(subject);
          if (old != null && !isAsked(old, result)) {
            long rows =
                old.rows().stream()
                    .filter(row -> row(row, result).filter(GONE::equals).isPresent())
                    .map(Lost::name)
                    .distinct()
                    .count();
            long curves = gone(old, result).size();
            if (rows + curves > 0) {
              lines.add(
                  "%s: %d figures and %d curves of the run before, which was called with other cases"
                      .formatted(subject, rows, curves));
            }
          }
        });
    return lines;
  }

  /** Whether two results were called with the same cases. */
  private static boolean isAsked(Result before, Result now) {
    return Calls.cases(before.command()).equals(Calls.cases(now.command()));
  }

  /** The names of curves that a result has not any more. */
  private static List<String> gone(Result before, Result now) {
    return before.curves().stream()
        .filter(curve -> now.curves().stream().noneMatch(c -> isSame(c, curve)))
        .filter(curve -> !isBeyond(curve, now.curves()))
        .map(Lost::name)
        .distinct()
        .toList();
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
    return Optional.of(same.isEmpty() ? GONE : " failed: " + same.get(0).error());
  }

  /**
   * Whether a sweep had no reason to ask for a rate: it begins above it, as that of a short run
   * does, or the entrant's answers took too long at a lower one. An entrant that failed there has a
   * row that says so.
   */
  private static boolean isBeyond(Curve old, List<Curve> now) {
    List<Curve> flow = now.stream().filter(c -> isOneFlow(c, old)).toList();
    boolean isBelow = !flow.isEmpty() && flow.stream().allMatch(c -> c.asked() > old.asked());
    return isBelow
        || flow.stream()
            .anyMatch(c -> c.entrant().equals(old.entrant()) && c.asked() < old.asked());
  }

  /** Sweeps that ended at another rate, each as a line. */
  private static List<String> ends(String subject, List<Curve> before, List<Curve> now) {
    List<String> lines = new ArrayList<>();
    for (Curve curve : highest(now)) {
      highest(before).stream()
          .filter(old -> isOneFlow(old, curve) && old.entrant().equals(curve.entrant()))
          .filter(old -> old.asked() != curve.asked())
          .map(
              old ->
                  "%s: %s, %s: the last rate %s -> %s"
                      .formatted(
                          subject,
                          Groups.withoutFar(curve.group()),
                          curve.entrant(),
                          Figure.rate(old.asked()),
                          Figure.rate(curve.asked())))
          .forEach(lines::add);
    }
    return lines;
  }

  /** Of each entrant and flow the curve of the highest rate. */
  private static List<Curve> highest(List<Curve> curves) {
    Map<String, Curve> highest = new LinkedHashMap<>();
    for (Curve curve : curves) {
      highest.merge(
          Groups.withoutFar(curve.group()) + '\n' + curve.entrant(),
          curve,
          (a, b) -> a.asked() >= b.asked() ? a : b);
    }
    return List.copyOf(highest.values());
  }

  /** Curves whose medians are far apart, and sweeps that ended elsewhere; each as a line. */
  static List<String> curves(Map<String, Result> before, Map<String, Result> now) {
    List<String> moved = new ArrayList<>();
    now.forEach(
        (subject, result) -> {
          if (before.containsKey(subject)) {
            moved.addAll(ends(subject, before.get(subject).curves(), result.curves()));
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
    return isOneFlow(a, b) && a.entrant().equals(b.entrant()) && a.asked() == b.asked();
  }

  private static boolean isOneFlow(Curve a, Curve b) {
    return Groups.withoutFar(a.group()).equals(Groups.withoutFar(b.group()));
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
