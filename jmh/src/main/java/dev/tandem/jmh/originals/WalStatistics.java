package dev.tandem.jmh.originals;

import dev.tandem.jmh.report.Claims;
import dev.tandem.jmh.report.Curve;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The write-ahead log's statistics, at both levels of what an answer promises. */
final class WalStatistics {

  static final double RATE = 35_800;

  private static final double P50_US = 15.7;
  private static final double P99_US = 133;
  private static final double OF_THE_RATE = 0.99;

  private WalStatistics() {}

  /** Of a comparison of exchanges with logs. */
  static Outcome of(Result kernels) {
    List<Row> rows = new ArrayList<>();
    kernels.curves().forEach(curve -> rows.add(OpenLoop.answers("WAL", curve)));
    Curve curve = atClaimedRate(kernels, "FUSED_WRITTEN");
    Row written = OpenLoop.answers("WAL", curve);
    Row synced = OpenLoop.answers("WAL", atClaimedRate(kernels, "FUSED_SYNCED"));
    rows.add(
        Claims.claimed(
            written.group(), "", written.unit(), P50_US, P50_US, Map.of(OpenLoop.P99, P99_US)));
    double rate = curve.achieved();
    return new Outcome(
        rows,
        List.of(
            Claims.finding(
                rate >= OF_THE_RATE * RATE,
                "35,800 orders/s, answered when they are written",
                String.format(Locale.ROOT, "%,.0f orders/s of 35,800 offered", rate),
                "The exchange fell behind the schedule."),
            Claims.finding(
                written.median() <= P50_US && written.others().get(OpenLoop.P99) <= P99_US,
                "P50 15.7 us and P99 133 us, answered when they are written",
                times(written),
                "The P50 is the hand-over to the log's thread and back; the P99 is a thread that"
                    + " waits for a CPU, where the machine's verdict says so."),
            Claims.finding(
                synced.median() <= P50_US && synced.others().get(OpenLoop.P99) <= P99_US,
                "\"zero loss\" at that latency. What is answered after the write survives the"
                    + " process, not the machine; zero loss on a power cut is answered after the"
                    + " sync",
                "answered after the sync, " + times(synced),
                "A sync of this disk takes longer than the claim, so the claim was of the"
                    + " weaker level.")));
  }

  /** Near rounds or far ones: those of which there are more. */
  private static Curve atClaimedRate(Result kernels, String entrant) {
    return kernels.curves().stream()
        .filter(curve -> curve.entrant().equals(entrant) && curve.asked() == RATE)
        .max(Comparator.comparingInt(curve -> curve.spread().rounds()))
        .orElseThrow();
  }

  private static String times(Row row) {
    return String.format(
        Locale.ROOT, "P50 %.1f us, P99 %.1f us", row.median(), row.others().get(OpenLoop.P99));
  }
}
