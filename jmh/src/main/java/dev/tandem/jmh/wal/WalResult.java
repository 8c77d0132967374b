package dev.tandem.jmh.wal;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.JvmFlags;
import dev.tandem.jmh.harness.Lateness;
import dev.tandem.jmh.harness.Peers;
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
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** A comparison of logs as the report takes it. */
final class WalResult {

  private static final int FEWEST_QUIET = 2;

  private WalResult() {}

  static Result of(FitnessReport fitness, List<Sample> samples) {
    List<Row> rows = new ArrayList<>();
    Map<String, String> entrants = new LinkedHashMap<>();
    Map<String, List<String>> flags = new LinkedHashMap<>();
    for (Workload workload : Workload.values()) {
      Set<Integer> sizes = new LinkedHashSet<>();
      samples.stream()
          .filter(s -> s.workload() == workload)
          .forEach(s -> sizes.add(s.recordBytes()));
      for (int size : sizes) {
        for (LogSystem system : LogSystem.values()) {
          List<Sample> of =
              samples.stream()
                  .filter(s -> s.workload() == workload)
                  .filter(s -> s.recordBytes() == size && s.system() == system)
                  .toList();
          if (!of.isEmpty()) {
            entrants.put(system.name(), about(system));
            if (!system.isCpp()) {
              flags.put(system.name(), system.jvmFlags());
            }
            rows.addAll(rows(workload, size, system, of));
          }
        }
      }
    }
    List<String> notes =
        new ArrayList<>(
            List.of(
                "A record counts when it is durable: forced to the disk, or written where the"
                    + " entrant says so.",
                "PLAIN is group commit on a file channel and nothing else: what the disk gives.",
                Lateness.LATENCY_NOTE,
                Lateness.NOTE,
                "All write to the disk of --dir, one after the other in each round.",
                Distance.NOTE));
    notes.addAll(JvmFlags.notes(flags));
    return Result.now(
        new Result.About(
            "wal",
            "Durable logs: Tandem in Java and in C++ beside a plain loop and peers, on one disk",
            entrants,
            notes),
        fitness,
        rows,
        List.of());
  }

  /** A system's rows, near and far; a row that says why there is none if any round failed. */
  static List<Row> rows(Workload workload, int size, LogSystem system, List<Sample> all) {
    String group = String.format(Locale.ROOT, "%s, %,d bytes", workload, size);
    List<String> errors = all.stream().map(Sample::error).filter(Objects::nonNull).toList();
    if (!errors.isEmpty()) {
      String error = "%d of %d rounds: %s".formatted(errors.size(), all.size(), errors.get(0));
      return List.of(Row.failed(group, system.name(), kind(system), error));
    }
    List<Row> rows = new ArrayList<>();
    Distance.split(
        all, Sample::far, (end, band) -> rows.add(row(workload, system, band, group + end)));
    return rows;
  }

  private static Row row(Workload workload, LogSystem system, List<Sample> all, String group) {
    List<Sample> rows = quietOf(all);
    boolean replay = workload == Workload.REPLAY;
    boolean open = workload.rate() > 0;
    ToDoubleFunction<Sample> figure =
        replay ? Sample::nanosPerRecord : open ? Sample::p50Us : Sample::perSecond;
    Further further = new Further();
    if (rows.get(0).p50Us() > 0) {
      further.put("P50 us", rows, Sample::p50Us);
      further.put("P99 us", rows, Sample::p99Us);
      further.put("P99.9 us", rows, Sample::p999Us);
    }
    if (open) {
      further.put("records/s", rows, Sample::perSecond);
      further.put(Lateness.NAME, rows, Sample::latePercent);
    }
    long disturbed = all.stream().filter(sample -> !sample.isQuiet()).count();
    if (disturbed > 0) {
      further.count(
          rows.size() < all.size() ? "disturbed rounds left out" : "disturbed rounds among these",
          (double) disturbed);
    }
    return Row.of(
            group,
            system.name(),
            kind(system),
            replay ? "ns a record" : open ? "us until durable, P50" : "records/s",
            replay || open,
            rows.size(),
            Spread.of(rows, figure),
            Map.of())
        .with(further);
  }

  /** Those that did not fail, without disturbed ones unless too few would be left. */
  static List<Sample> quietOf(List<Sample> samples) {
    List<Sample> rows = samples.stream().filter(s -> s.error() == null).toList();
    List<Sample> quiet = rows.stream().filter(Sample::isQuiet).toList();
    return quiet.size() < FEWEST_QUIET ? rows : quiet;
  }

  private static Row.Kind kind(LogSystem system) {
    return switch (system) {
      case PLAIN -> Row.Kind.BOUND;
      case AERON_ARCHIVE -> Row.Kind.PEER;
      case TANDEM_CPP, TANDEM_CPP_WRITTEN -> Row.Kind.CPP;
      default -> Row.Kind.JAVA;
    };
  }

  /** How it is configured, and why so. */
  static String about(LogSystem system) {
    String settings =
        switch (system) {
          case AERON_ARCHIVE ->
              Peers.version("aeron")
                  + ", file sync level 1: data is forced, as by all others; level 2 would force"
                  + " metadata, too; CRC-32C; driver and archive have one thread each, for two CPUs;"
                  + " Agrona checks no bounds, as it is run where speed counts; its --add-opens are"
                  + " those that Aeron and Agrona ask for; ";
          default -> "";
        };
    return settings + system.segments();
  }
}
