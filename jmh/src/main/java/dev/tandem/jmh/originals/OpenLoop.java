package dev.tandem.jmh.originals;

import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Curve;
import dev.tandem.jmh.report.Further;
import dev.tandem.jmh.report.Row;
import java.util.Locale;
import java.util.Map;

/** The answers of an open loop, as a row. */
final class OpenLoop {

  static final String P99 = "P99 us";

  private OpenLoop() {}

  /**
   * The P50, and the P99 beside it.
   *
   * @param name of the group, before the rate
   */
  static Row answers(String name, Curve curve) {
    return Row.of(
            String.format(Locale.ROOT, "%s, answers at %,.0f/s", name, curve.asked())
                + distance(curve.group()),
            curve.entrant(),
            curve.kind(),
            "us, P50",
            true,
            curve.spread().rounds(),
            micros(curve, 50),
            Map.of())
        .with(new Further().put(P99, micros(curve, 99)));
  }

  /** What a group's name ends with where its rounds had CPUs far apart. */
  static String distance(String group) {
    return group.endsWith(Distance.FAR) ? Distance.FAR : "";
  }

  private static Spread micros(Curve curve, double percent) {
    Row.Range range = curve.rangeAt(percent);
    return new Spread(range.lowest() / 1e3, curve.at(percent) / 1e3, range.highest() / 1e3);
  }
}
