package dev.tandem.jmh.originals;

import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Claims;
import dev.tandem.jmh.report.Curve;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How often a stage tells the next one: before and after batch sequence updates. */
final class BatchUpdates {

  static final String GROUP = "Batch sequence updates, as fast as it goes";
  static final String UNIT = "M commands/s";

  private static final String EACH = "PIPELINED_EACH";
  private static final String END = "PIPELINED_BATCH_END";

  /** By a model of one core a stage. */
  private static final double EACH_CARRIES = 10.3;

  private static final double END_CARRIES = 6.5;

  private BatchUpdates() {}

  /** Of a comparison of kernels that differ in this alone. */
  static Outcome of(Result kernels) {
    List<Row> rows = new ArrayList<>();
    for (Row row : kernels.rows()) {
      rows.add(row.in(GROUP));
    }
    rows.add(Claims.claimed(GROUP, "EACH", UNIT, EACH_CARRIES, EACH_CARRIES, Map.of()));
    rows.add(Claims.claimed(GROUP, "BATCH_END", UNIT, END_CARRIES, END_CARRIES, Map.of()));
    for (Curve curve : kernels.curves()) {
      double p50 = curve.latency().get(curve.percents().indexOf(50.0)) / 1e3;
      double p99 = curve.latency().get(curve.percents().indexOf(99.0)) / 1e3;
      rows.add(
          Row.of(
              String.format(
                  Locale.ROOT, "Batch sequence updates, answers at %,.0f/s", curve.asked()),
              curve.entrant(),
              curve.kind(),
              "us, P50",
              true,
              1,
              new Spread(p50, p50, p50),
              Map.of("P99 us", p99)));
    }
    Row each = Claims.find(rows, GROUP, EACH);
    Row end = Claims.find(rows, GROUP, END);
    return new Outcome(
        rows,
        List.of(
            Claims.finding(
                Claims.below(end, each),
                "a pipeline that tells of every command carries more (10.3 M/s, by a model of one"
                    + " core a stage) than one that tells at the end of a batch alone (6.5)",
                String.format(
                    Locale.ROOT,
                    "%.2f M/s (%.2f to %.2f) against %.2f (%.2f to %.2f)",
                    each.median(),
                    each.lowest(),
                    each.highest(),
                    end.median(),
                    end.lowest(),
                    end.highest()),
                Claims.order(each, end)
                    + " The model gives each stage a"
                    + " core; where threads share cores the stages take turns anyhow, and an early"
                    + " word to one that does not run is worth nothing.")));
  }
}
