package dev.tandem.app.history;

import dev.tandem.history.HistoryStatus;
import java.util.Locale;

/** Says that a log has more than the history that was built of it. */
final class RecordsLeft {

  private RecordsLeft() {}

  static String of(HistoryStatus status) {
    return String.format(
        Locale.ROOT,
        "the log has %,d more records: they came meanwhile, or are not proven to be on the disk, as"
            + " after a kill; the next start of the service proves them",
        status.recordsLeft());
  }
}
