package dev.tandem.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;

/**
 * Whether two runs agree within the intervals that they print, figure by figure: the intervals go
 * from the least to the greatest round, are compared as they are printed, and agree if they have a
 * place in common. Hashes and counts of the parity must be equal.
 *
 * @param figures that both runs print, in the order of the second
 * @param alone how many figures one of them prints alone
 */
record Agreement(List<Compared> figures, int alone) {

  /** What is said of a figure. */
  enum State {
    AGREES("agrees"),
    DIFFERS("differs"),
    /** Of a figure without an interval nothing is told: it does not agree silently. */
    NO_INTERVAL("no interval");

    private final String text;

    State(String text) {
      this.text = text;
    }
  }

  /**
   * A figure as a run prints it.
   *
   * @param text it, with its interval if it has one
   * @param rounds it is of; 0 if it is exact
   * @param range as it is printed; null if it has none
   */
  private record Printed(String subject, String text, int rounds, Row.Range range) {}

  /**
   * A figure that both runs print.
   *
   * @param byChance how often it would differ, were the runs equal
   */
  record Compared(
      String subject,
      String name,
      String before,
      String now,
      State state,
      boolean isExact,
      double byChance) {

    /** For a reader. */
    String line() {
      return String.format(
          Locale.ROOT, "%-11s  %s: %s: %s -> %s", state.text, subject, name, before, now);
    }
  }

  /** Compares all figures that two runs print. */
  static Agreement between(Map<String, Result> before, Map<String, Result> now) {
    Map<String, Printed> old = printed(before);
    Map<String, Printed> young = printed(now);
    List<Compared> figures = new ArrayList<>();
    young.forEach(
        (name, printed) -> {
          Printed was = old.get(name);
          if (was != null) {
            figures.add(compare(name, was, printed));
          }
        });
    return new Agreement(figures, old.size() + young.size() - 2 * figures.size());
  }

  private static Compared compare(String name, Printed was, Printed is) {
    boolean isExact = was.rounds == 0 && is.rounds == 0;
    State state;
    if (isExact) {
      state = was.text.equals(is.text) ? State.AGREES : State.DIFFERS;
    } else if (was.range == null || is.range == null) {
      state = State.NO_INTERVAL;
    } else {
      state =
          was.range.lowest() <= is.range.highest() && is.range.lowest() <= was.range.highest()
              ? State.AGREES
              : State.DIFFERS;
    }
    double byChance =
        isExact || state == State.NO_INTERVAL ? 0 : Change.chance(was.rounds, is.rounds);
    String own = name.substring(is.subject.length() + 2);
    return new Compared(is.subject, own, was.text, is.text, state, isExact, byChance);
  }

  /** How many agree of a subject, of those and of all, and what is not told. */
  List<String> bySubject() {
    return figures.stream()
        .map(Compared::subject)
        .distinct()
        .map(
            subject -> {
              List<Compared> of = figures.stream().filter(f -> f.subject.equals(subject)).toList();
              long agree = count(of, f -> f.state == State.AGREES);
              long differ = count(of, f -> f.state == State.DIFFERS);
              return String.format(
                  "%s: %d of %d figures agree, %d differ, %d more print no interval",
                  subject, agree, agree + differ, differ, of.size() - agree - differ);
            })
        .toList();
  }

  /** How many figures agree, as a sentence. */
  String sentence() {
    List<Compared> measured = figures.stream().filter(f -> !f.isExact).toList();
    long agree = count(measured, f -> f.state == State.AGREES);
    long differ = count(measured, f -> f.state == State.DIFFERS);
    List<Compared> exact = figures.stream().filter(Compared::isExact).toList();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%d of %d figures agree within their printed intervals, the least to the greatest round:"
                + " %d differ%s, where %.1f would by chance were the runs equal.",
            agree,
            agree + differ,
            differ,
            differ == 1 ? "s" : "",
            measured.stream().mapToDouble(Compared::byChance).sum()));
    long silent = measured.size() - agree - differ;
    if (silent > 0) {
      text.append(
          String.format(
              " Of %d more a run prints no interval, as of one round, so nothing is told of them.",
              silent));
    }
    if (alone > 0) {
      text.append(String.format(" %d stand in one run alone.", alone));
    }
    if (!exact.isEmpty()) {
      text.append(
          String.format(
              " %d of %d hashes and counts are equal.",
              count(exact, f -> f.state == State.AGREES), exact.size()));
    }
    return text.toString();
  }

  private static long count(List<Compared> of, Predicate<Compared> such) {
    return of.stream().filter(such).count();
  }

  /** All figures of a run by subject and name. */
  private static Map<String, Printed> printed(Map<String, Result> results) {
    Map<String, Printed> all = new LinkedHashMap<>();
    results.forEach(
        (subject, result) -> {
          result.rows().stream().filter(Row::hasFigure).forEach(row -> row(all, subject, row));
          result.curves().forEach(curve -> curve(all, subject, curve));
          for (JsonNode input : result.raw().path("inputs")) {
            parity(all, subject, input);
          }
        });
    return all;
  }

  private static void row(Map<String, Printed> all, String subject, Row row) {
    String name = row.group() + ", " + row.entrant();
    add(
        all,
        subject,
        name + ", " + row.unit(),
        row.median(),
        row.rounds(),
        row.rounds() > 1 ? new Row.Range(row.lowest(), row.highest()) : null,
        Figure::text);
    row.others()
        .forEach(
            (other, value) ->
                add(
                    all,
                    subject,
                    name + ", " + other,
                    value,
                    row.rounds(),
                    row.rangeOf(other),
                    Figure::text));
    for (Row.Part part : row.parts() == null ? List.<Row.Part>of() : row.parts()) {
      Row.Range range = row.rounds() > 1 ? part.range() : null;
      add(all, subject, name + ", " + part.name(), part.value(), row.rounds(), range, Figure::text);
    }
  }

  private static void curve(Map<String, Printed> all, String subject, Curve curve) {
    String name = curve.group() + ", " + curve.entrant() + " at " + Figure.rate(curve.asked());
    Curve.Rounds spread = curve.hasRanges() ? curve.spread() : null;
    int rounds = curve.spread() == null ? 1 : curve.spread().rounds();
    add(
        all,
        subject,
        name + ", submitted",
        curve.achieved(),
        rounds,
        spread == null ? null : spread.achieved(),
        Figure::rate);
    for (int i = 0; i < curve.latency().size(); i++) {
      String which =
          i < curve.percents().size() ? "P" + number(curve.percents().get(i)) : "largest";
      add(
          all,
          subject,
          name + ", " + which,
          curve.latency().get(i),
          rounds,
          spread == null ? null : spread.latency().get(i),
          Figure::nanos);
    }
    int p99 = curve.percents().indexOf(99.0);
    add(
        all,
        subject,
        name + ", producer late P99",
        curve.lateness().get(p99),
        rounds,
        spread == null ? null : spread.lateness().get(p99),
        Figure::nanos);
    if (curve.late() != null) {
      add(
          all,
          subject,
          name + ", share late over 1 us",
          curve.late(),
          rounds,
          spread == null ? null : spread.late(),
          Figure::text);
    }
  }

  private static String number(double percent) {
    return percent == Math.rint(percent) ? Long.toString(Math.round(percent)) : "" + percent;
  }

  private static void add(
      Map<String, Printed> all,
      String subject,
      String name,
      double value,
      int rounds,
      Row.Range range,
      DoubleFunction<String> text) {
    // A range of what is not a number is none.
    boolean hasRange =
        range != null && Double.isFinite(range.lowest()) && Double.isFinite(range.highest());
    String shown =
        text.apply(value)
            + (hasRange
                ? " (" + Figure.range(range, text) + ")"
                : rounds == 1 ? " (one round)" : " (no interval)");
    Row.Range printed =
        hasRange
            ? new Row.Range(asPrinted(range.lowest(), text), asPrinted(range.highest(), text))
            : null;
    all.put(subject + ": " + name, new Printed(subject, shown, rounds, printed));
  }

  /** The value that a reader sees: with three digits, where a unit shortens it. */
  private static double asPrinted(double value, DoubleFunction<String> text) {
    String plain = Figure.text(value);
    return text.apply(value).startsWith(plain)
        ? Double.parseDouble(plain.replace(",", ""))
        : new BigDecimal(value).round(new MathContext(3)).doubleValue();
  }

  /** Counts and hashes of an input. */
  private static void parity(Map<String, Printed> all, String subject, JsonNode input) {
    String name = input.path("input").asText();
    for (String count : List.of("commands", "trades", "refusals")) {
      exact(all, subject, name + ", " + count, input.path(count));
    }
    for (JsonNode kernel : input.path("kernels")) {
      for (String hash : List.of("eventHash", "stateHash", "logHash")) {
        if (kernel.hasNonNull(hash)) {
          exact(
              all,
              subject,
              name + ", " + kernel.path("kernel").asText() + ", " + hash,
              kernel.path(hash));
        }
      }
    }
  }

  private static void exact(Map<String, Printed> all, String subject, String name, JsonNode value) {
    all.put(subject + ": " + name, new Printed(subject, value.asText(), 0, null));
  }
}
