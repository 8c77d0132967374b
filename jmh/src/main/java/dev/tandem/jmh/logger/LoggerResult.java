package dev.tandem.jmh.logger;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.JvmFlags;
import dev.tandem.jmh.harness.Lateness;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Further;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** A comparison of loggers as the report takes it. */
final class LoggerResult {

  private static final int FEWEST_QUIET = 2;

  private record Case(int rate, int threads) {}

  private LoggerResult() {}

  /** Of the samples of all measured rounds. */
  static Result of(List<LoggerSystem> systems, FitnessReport fitness, List<LoggerSample> samples) {
    Map<String, String> entrants = new LinkedHashMap<>();
    Map<String, List<String>> flags = new LinkedHashMap<>();
    for (LoggerSystem system : systems) {
      entrants.put(system.name(), system.description());
      if (!system.isCpp()) {
        flags.put(system.name(), system.jvmFlags());
      }
    }
    Set<Case> cases = new LinkedHashSet<>();
    samples.forEach(s -> cases.add(new Case(s.rate(), s.threads())));
    List<Row> rows = new ArrayList<>();
    for (Case at : cases) {
      for (LoggerSystem system : systems) {
        List<LoggerSample> of =
            samples.stream()
                .filter(s -> s.rate() == at.rate && s.threads() == at.threads)
                .filter(s -> s.system() == system)
                .toList();
        Distance.split(of, LoggerSample::far, (end, band) -> rows.add(row(at, system, band, end)));
      }
    }
    List<String> notes =
        new ArrayList<>(
            List.of(
                "Messages of "
                    + Message.BYTES
                    + " bytes. After each run the records in the files"
                    + " are counted; a lost one fails the entrant.",
                "Saturation: records a second until the last is in the file and all is closed."
                    + " Paced: how long one call takes.",
                Lateness.NOTE,
                Distance.NOTE));
    notes.addAll(JvmFlags.notes(flags));
    return Result.now(
        new Result.About(
            "logger", "Loggers: Tandem beside bare loops and its peers, to disk", entrants, notes),
        fitness,
        rows,
        List.of());
  }

  private static Row row(Case at, LoggerSystem system, List<LoggerSample> all, String end) {
    boolean paced = at.rate > 0;
    String threads = at.threads == 1 ? "1 thread" : at.threads + " threads";
    String group =
        paced
            ? String.format(Locale.ROOT, "a call, %s, %,d records/s in all", threads, at.rate)
            : "saturation, " + threads;
    String where = group + end;
    List<LoggerSample> rows = quietOf(all);
    long lost = rows.stream().mapToLong(LoggerSample::lost).sum();
    if (rows.isEmpty() || lost != 0) {
      String error = rows.isEmpty() ? all.get(0).error() : lost + " records lost";
      return Row.failed(where, system.name(), kind(system), error);
    }
    ToDoubleFunction<LoggerSample> figure = paced ? s -> s.call().p50() : s -> s.perSecond() / 1e6;
    Further further = new Further();
    if (paced) {
      further.put("P99 ns", rows, s -> s.call().p99());
      further.put("P99.9 ns", rows, s -> s.call().p999());
      further.put(Lateness.NAME, rows, LoggerSample::latePercent);
      further.put("P50 ns of no call", rows, s -> s.timer().p50());
    } else {
      further.put("callers M/s", rows, s -> s.callerPerSecond() / 1e6);
    }
    further.put("B a record", rows, LoggerSample::callerBytes);
    return Row.of(
            where,
            system.name(),
            kind(system),
            paced ? "ns a call, P50" : "M records/s",
            paced,
            rows.size(),
            Spread.of(rows, figure),
            Map.of())
        .with(further);
  }

  /** Those that did not fail, without disturbed ones unless too few would be left. */
  static List<LoggerSample> quietOf(List<LoggerSample> all) {
    List<LoggerSample> rows = all.stream().filter(s -> s.error() == null).toList();
    List<LoggerSample> quiet = rows.stream().filter(LoggerSample::isQuiet).toList();
    return quiet.size() < FEWEST_QUIET ? rows : quiet;
  }

  private static Row.Kind kind(LoggerSystem system) {
    if (system.isCpp()) {
      return Row.Kind.CPP;
    }
    if (system.name().startsWith("BARE")) {
      return Row.Kind.BOUND;
    }
    return system.name().startsWith("TANDEM") ? Row.Kind.JAVA : Row.Kind.PEER;
  }
}
