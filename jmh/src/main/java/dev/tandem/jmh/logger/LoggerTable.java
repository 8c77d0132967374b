package dev.tandem.jmh.logger;

import dev.tandem.jmh.harness.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The samples of a comparison as text: medians over the rounds, and their range. Disturbed rounds
 * are left out, unless fewer than two would be left; then the row says so.
 */
final class LoggerTable {
  private static final int FEWEST_QUIET = 2;

  /** Of the rate; below it a system did not keep the schedule. */
  private static final double KEPT = 0.95;

  private final List<LoggerSample> samples;

  LoggerTable(List<LoggerSample> samples) {
    this.samples = samples;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int rate : distinct(LoggerSample::rate)) {
      for (int threads : distinct(LoggerSample::threads)) {
        List<LoggerSample> block =
            samples.stream().filter(s -> s.rate() == rate && s.threads() == threads).toList();
        if (!block.isEmpty()) {
          text.append(rate == 0 ? saturationHead(threads) : pacedHead(threads, rate));
          for (LoggerSystem system : LoggerSystem.values()) {
            append(text, system, rate, block.stream().filter(s -> s.system() == system).toList());
          }
        }
      }
    }
    text.append(
        String.format(
            Locale.ROOT, "%n* disturbed rounds included; ! records lost; - schedule not kept%n%n"));
    Set<LoggerSystem> present =
        samples.stream().map(LoggerSample::system).collect(Collectors.toCollection(TreeSet::new));
    present.forEach(s -> text.append(String.format(Locale.ROOT, "%-17s %s%n", s, s.description())));
    return text.toString();
  }

  private Set<Integer> distinct(Function<LoggerSample, Integer> figure) {
    return samples.stream().map(figure).collect(Collectors.toCollection(TreeSet::new));
  }

  private static String saturationHead(int threads) {
    return String.format(
        Locale.ROOT,
        "%n%d threads, saturation: M records/s until all is in the file and closed, and until the last call returned%n"
            + "  %-17s %6s %8s %15s %8s %15s %10s %11s %10s%n",
        threads,
        "system",
        "rounds",
        "in file",
        "(from..to)",
        "callers",
        "(from..to)",
        "B/rec call",
        "B/rec total",
        "lost");
  }

  private static String pacedHead(int threads, int rate) {
    return String.format(
        Locale.ROOT,
        "%n%d threads, %,d records/s in all: ns of a call, and from its intended time%n"
            + "  %-17s %6s %6s %13s %7s %8s %10s | %8s %10s | %15s %6s | %5s %10s%n",
        threads,
        rate,
        "system",
        "rounds",
        "P50",
        "(from..to)",
        "P99",
        "P99.9",
        "max",
        "P50",
        "P99.9",
        "no call P50/P99",
        "2 nano",
        "B/rec",
        "lost");
  }

  private static void append(
      StringBuilder text, LoggerSystem system, int rate, List<LoggerSample> all) {
    List<LoggerSample> rows = quietOf(all);
    if (!rows.isEmpty()) {
      text.append(rate == 0 ? saturationRow(system, rows) : pacedRow(system, rate, rows));
    }
    all.stream()
        .map(LoggerSample::error)
        .filter(error -> error != null)
        .distinct()
        .forEach(error -> text.append(String.format(Locale.ROOT, "  %s: %s%n", system, error)));
  }

  /** Those that did not fail, without disturbed ones unless too few would be left. */
  static List<LoggerSample> quietOf(List<LoggerSample> all) {
    List<LoggerSample> rows = all.stream().filter(s -> s.error() == null).toList();
    List<LoggerSample> quiet = rows.stream().filter(LoggerSample::isQuiet).toList();
    return quiet.size() < FEWEST_QUIET ? rows : quiet;
  }

  private static String saturationRow(LoggerSystem system, List<LoggerSample> rows) {
    Spread file = Spread.of(rows, s -> s.perSecond() / 1e6);
    Spread callers = Spread.of(rows, s -> s.callerPerSecond() / 1e6);
    return String.format(
        Locale.ROOT,
        "  %-17s %6s %8.2f %15s %8.2f %15s %10.1f %11.1f %10s%n",
        system,
        rounds(rows),
        file.median(),
        String.format(Locale.ROOT, "(%.2f..%.2f)", file.lowest(), file.highest()),
        callers.median(),
        String.format(Locale.ROOT, "(%.2f..%.2f)", callers.lowest(), callers.highest()),
        median(rows, LoggerSample::callerBytes),
        median(rows, LoggerSample::processBytes),
        lost(rows));
  }

  private static String pacedRow(LoggerSystem system, int rate, List<LoggerSample> rows) {
    Spread p50 = Spread.of(rows, s -> s.call().p50());
    boolean kept = median(rows, LoggerSample::callerPerSecond) >= KEPT * rate;
    return String.format(
        Locale.ROOT,
        "  %-17s %6s %6.0f %13s %7.0f %8.0f %10.0f | %8.0f %10.0f | %15s %6.1f | %5.1f %10s%n",
        system,
        rounds(rows) + (kept ? "" : "-"),
        p50.median(),
        String.format(Locale.ROOT, "(%.0f..%.0f)", p50.lowest(), p50.highest()),
        median(rows, s -> s.call().p99()),
        median(rows, s -> s.call().p999()),
        median(rows, s -> s.call().max()),
        median(rows, s -> s.response().p50()),
        median(rows, s -> s.response().p999()),
        String.format(
            Locale.ROOT,
            "%.0f/%.0f",
            median(rows, s -> s.timer().p50()),
            median(rows, s -> s.timer().p99())),
        median(rows, LoggerSample::timerPairNanos),
        median(rows, LoggerSample::callerBytes),
        lost(rows));
  }

  private static String rounds(List<LoggerSample> rows) {
    return rows.size() + (rows.stream().allMatch(LoggerSample::isQuiet) ? "" : "*");
  }

  private static String lost(List<LoggerSample> rows) {
    long lost = rows.stream().mapToLong(s -> Math.abs(s.lost())).sum();
    return lost == 0 ? "0" : String.format(Locale.ROOT, "%,d!", lost);
  }

  private static double median(List<LoggerSample> rows, ToDoubleFunction<LoggerSample> figure) {
    return Spread.of(rows, figure).median();
  }
}
