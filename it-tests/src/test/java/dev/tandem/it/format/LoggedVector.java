package dev.tandem.it.format;

import dev.tandem.core.LoggedState;
import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecoveryPoint;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.wal.WalReport;
import dev.tandem.wal.WalVerifier;
import java.io.IOException;
import java.nio.file.Path;

/** What is said of a log of {@code testdata}, in lines that the tests in C++ make, too. */
final class LoggedVector {

  private LoggedVector() {}

  /** Reads a log and the snapshots beside it, and changes nothing. */
  static String read(Path log) throws IOException {
    StringBuilder text = new StringBuilder();
    WalReport report = WalVerifier.verify(log);
    line(text, "verdict", report.sound() ? "sound" : "damaged");
    line(text, "tail", report.tail());
    for (WalReport.Problem problem : report.problems()) {
      line(text, "problem", problem.toString());
    }
    line(text, "records", Long.toString(report.records()));
    try {
      LoggedState state = LoggedState.read(JournalOptions.in(log), RecoveryPoint.END);
      RecoveryReport found = state.recovery();
      line(text, "snapshot", Long.toString(found.snapshotSequence()));
      if (!found.skippedSnapshots().isEmpty()) {
        line(text, "skipped", found.skippedSnapshots().replace(log + "/", ""));
      }
      line(text, "replayed", Long.toString(found.replayedCommands()));
      line(text, "dropped", found.droppedRecords() + " " + found.droppedBytes());
      line(text, "event-hash", "%016x".formatted(state.summary().eventHash()));
      line(text, "state-hash", "%016x".formatted(state.summary().stateHash()));
    } catch (JournalException refused) {
      line(text, "refused", refused.getMessage().replace(log + "/", ""));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(name).append(' ').append(value).append('\n');
  }
}
