package dev.tandem.jmh.wal;

import dev.tandem.jmh.harness.Spread;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The samples of a comparison as text: medians over the rounds, and how far they spread. Samples
 * that others disturbed are left out, unless fewer than two would be left; then the row says so.
 */
final class ComparisonTable {

  private static final int FEWEST_QUIET = 2;

  private final List<Sample> samples;

  ComparisonTable(List<Sample> samples) {
    this.samples = samples;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Workload workload : Workload.values()) {
      Set<Integer> sizes = new LinkedHashSet<>();
      samples.stream()
          .filter(s -> s.workload() == workload)
          .forEach(s -> sizes.add(s.recordBytes()));
      sizes.forEach(size -> append(text, workload, size));
    }
    text.append("\n* disturbed rounds included\n");
    text.append("Each system writes into\n");
    for (LogSystem system : LogSystem.values()) {
      if (samples.stream().anyMatch(s -> s.system() == system)) {
        text.append(String.format(Locale.ROOT, "  %-16s %s%n", system, system.segments()));
      }
    }
    return text.toString();
  }

  private void append(StringBuilder text, Workload workload, int size) {
    List<Sample> block =
        samples.stream().filter(s -> s.workload() == workload && s.recordBytes() == size).toList();
    ToDoubleFunction<Sample> figure =
        workload == Workload.REPLAY ? Sample::nanosPerRecord : Sample::perSecond;
    double plain = median(of(block, LogSystem.PLAIN), figure);
    double plainP50 = median(of(block, LogSystem.PLAIN), Sample::p50Us);
    boolean latencies = block.stream().anyMatch(s -> s.p50Us() > 0);
    text.append(String.format(Locale.ROOT, "%n%s, %d bytes%n", workload, size));
    text.append(
        String.format(
            Locale.ROOT,
            "  %-16s %6s %12s %19s %7s%s%n",
            "system",
            "rounds",
            workload == Workload.REPLAY ? "ns/record" : "records/s",
            "from .. to",
            "x plain",
            latencies ? "     P50 µs (from .. to)  x plain     P99    P99.9" : ""));
    for (LogSystem system : LogSystem.values()) {
      List<Sample> rows = of(block, system);
      if (!rows.isEmpty()) {
        text.append(row(system, figure, rows, plain, plainP50, latencies));
      }
      block.stream()
          .filter(s -> s.system() == system && s.error() != null)
          .map(Sample::error)
          .distinct()
          .forEach(
              error -> text.append("  ").append(system).append(": ").append(error).append('\n'));
    }
    appendOvertaking(text, block, workload == Workload.REPLAY, figure, plain);
  }

  /** A loop that another system outruns bounds nothing. */
  private static void appendOvertaking(
      StringBuilder text,
      List<Sample> block,
      boolean lessIsBetter,
      ToDoubleFunction<Sample> figure,
      double plain) {
    List<String> ahead = new ArrayList<>();
    for (LogSystem system : LogSystem.values()) {
      double median = median(of(block, system), figure);
      if (lessIsBetter ? median < plain : median > plain) {
        ahead.add(system.name());
      }
    }
    if (!ahead.isEmpty()) {
      text.append("  the plain loop is overtaken by ")
          .append(String.join(", ", ahead))
          .append(": it is no limit here\n");
    }
  }

  private static String row(
      LogSystem system,
      ToDoubleFunction<Sample> figure,
      List<Sample> rows,
      double plain,
      double plainP50,
      boolean latencies) {
    String first =
        String.format(
            Locale.ROOT,
            "  %-16s %6s %,12.1f %19s %7s",
            system,
            rows.size() + (rows.stream().allMatch(Sample::isQuiet) ? "" : "*"),
            median(rows, figure),
            range(rows, figure),
            ratio(median(rows, figure), plain));
    if (!latencies) {
      return first + System.lineSeparator();
    }
    double p50 = median(rows, Sample::p50Us);
    return first
        + String.format(
            Locale.ROOT,
            " %,9.0f %13s %8s %,7.0f %8s%n",
            p50,
            range(rows, Sample::p50Us),
            ratio(p50, plainP50),
            median(rows, Sample::p99Us),
            String.format(Locale.ROOT, "%,.0f", median(rows, Sample::p999Us)));
  }

  private static String ratio(double figure, double plain) {
    return Double.isNaN(plain) ? "-" : String.format(Locale.ROOT, "%.2f", figure / plain);
  }

  private static List<Sample> of(List<Sample> block, LogSystem system) {
    return quietOf(block.stream().filter(s -> s.system() == system).toList());
  }

  /** Those that did not fail, without disturbed ones unless too few would be left. */
  static List<Sample> quietOf(List<Sample> samples) {
    List<Sample> rows = samples.stream().filter(s -> s.error() == null).toList();
    List<Sample> quiet = rows.stream().filter(Sample::isQuiet).toList();
    return quiet.size() < FEWEST_QUIET ? rows : quiet;
  }

  private static double median(List<Sample> rows, ToDoubleFunction<Sample> figure) {
    return Spread.of(rows, figure).median();
  }

  private static String range(List<Sample> rows, ToDoubleFunction<Sample> figure) {
    Spread spread = Spread.of(rows, figure);
    return String.format(Locale.ROOT, "%,.0f..%,.0f", spread.lowest(), spread.highest());
  }

  /** Joins the samples of several files. */
  static List<Sample> join(List<Comparison> parts) {
    List<Sample> all = new ArrayList<>();
    parts.forEach(part -> all.addAll(part.samples()));
    return all;
  }
}
