package dev.tandem.doctor;

import java.util.ArrayList;
import java.util.List;

/**
 * A verdict and its reasons; never changes.
 *
 * @param verdict the worst of what the reasons say
 * @param reasons a sentence each; none if it is {@link Verdict#QUIET}
 */
public record Judgement(Verdict verdict, List<String> reasons) {

  static Judgement of(List<Interval.Reason> reasons) {
    Verdict verdict = Verdict.QUIET;
    for (Interval.Reason reason : reasons) {
      verdict = verdict.or(reason.verdict());
    }
    return new Judgement(verdict, reasons.stream().map(Interval.Reason::text).toList());
  }

  /** The same with one reason more. */
  Judgement with(Interval.Reason reason) {
    List<String> all = new ArrayList<>(reasons);
    all.add(reason.text());
    return new Judgement(verdict.or(reason.verdict()), List.copyOf(all));
  }
}
