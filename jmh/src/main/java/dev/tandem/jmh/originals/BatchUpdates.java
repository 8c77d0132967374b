package dev.tandem.jmh.originals;

import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.report.Claims;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** How often a stage publishes its progress: before and after batch sequence updates. */
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
      // CPU time stands beside the rate.
      if (row.unit().equals(UNIT)) {
        rows.add(row.in(GROUP + OpenLoop.distance(row.group())));
      }
    }
    String judged = judged(rows);
    rows.add(Claims.claimed(judged, "EACH", UNIT, EACH_CARRIES, EACH_CARRIES, Map.of()));
    rows.add(Claims.claimed(judged, "BATCH_END", UNIT, END_CARRIES, END_CARRIES, Map.of()));
    kernels.curves().forEach(curve -> rows.add(OpenLoop.answers("Batch sequence updates", curve)));
    Row each = Claims.find(rows, judged, EACH);
    Row end = Claims.find(rows, judged, END);
    return new Outcome(
        rows,
        List.of(
            Claims.finding(
                Claims.below(end, each),
                "a pipeline that publishes every command carries more (10.3 M/s, by a model of one"
                    + " core a stage) than one that publishes at the end of a batch alone (6.5)",
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

  /** Near rounds or far ones: those of which the two that are compared have more. */
  private static String judged(List<Row> rows) {
    String far = GROUP + Distance.FAR;
    return rounds(rows, far) > rounds(rows, GROUP) ? far : GROUP;
  }

  private static int rounds(List<Row> rows, String group) {
    return Stream.of(EACH, END)
        .mapToInt(
            entrant ->
                rows.stream()
                    .filter(r -> r.group().equals(group) && r.entrant().equals(entrant))
                    .mapToInt(Row::rounds)
                    .findFirst()
                    .orElse(0))
        .min()
        .orElseThrow();
  }
}
