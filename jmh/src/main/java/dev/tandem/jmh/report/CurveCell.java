package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * What a table tells of a curve in one of its {@link #HEADINGS}.
 *
 * @param range of its rounds; null if there is none
 */
record CurveCell(double value, Row.Range range, DoubleFunction<String> text) {

  /** Of the cells, in their order; the last one may be missing. */
  static final List<String> HEADINGS =
      List.of(
          "submitted",
          "P50",
          "P90",
          "P95",
          "P99",
          "P99.9",
          "P99.99",
          "largest",
          "producer late P99",
          "late over 1 us");

  static List<CurveCell> of(Curve curve) {
    Curve.Rounds spread = curve.hasRanges() ? curve.spread() : null;
    List<CurveCell> cells = new ArrayList<>();
    cells.add(
        new CurveCell(curve.achieved(), spread == null ? null : spread.achieved(), Figure::rate));
    for (int i = 0; i < curve.latency().size(); i++) {
      cells.add(
          new CurveCell(
              curve.latency().get(i),
              spread == null ? null : spread.latency().get(i),
              Figure::nanos));
    }
    int p99 = curve.percents().indexOf(99.0);
    cells.add(
        new CurveCell(
            curve.lateness().get(p99),
            spread == null ? null : spread.lateness().get(p99),
            Figure::nanos));
    if (curve.late() != null) {
      cells.add(
          new CurveCell(curve.late(), spread == null ? null : spread.late(), SubjectTables::share));
    }
    return cells;
  }
}
