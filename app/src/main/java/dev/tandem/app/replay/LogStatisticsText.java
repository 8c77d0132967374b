package dev.tandem.app.replay;

import dev.tandem.app.output.Figures;
import dev.tandem.wal.WalStatistics;

/** Prints the figures of a log as text. */
final class LogStatisticsText {

  private LogStatisticsText() {}

  static String of(WalStatistics s) {
    return Figures.count(s.written(), "record")
        + " written, "
        + Figures.count(s.synced())
        + " synced, "
        + Figures.count(s.critical())
        + " critical, "
        + Figures.count(s.bytes(), "byte")
        + ", "
        + Figures.count(s.syncs().count(), "sync")
        + (s.syncs().count() == 0
            ? ""
            : " (mean "
                + Figures.duration((long) s.syncs().meanNs())
                + ", p99 "
                + Figures.duration(s.syncs().p99Ns())
                + ")")
        + ", queue "
        + Figures.count(s.queue().records());
  }
}
