package dev.tandem.app;

import dev.tandem.core.LoggedState;
import dev.tandem.core.journal.RecoveryReport;
import java.time.Instant;
import java.util.function.BiConsumer;

/** Tells a person what an exchange found in its log. */
final class RecoveryText {

  private RecoveryText() {}

  /**
   * @param line takes the name and the text of each line
   */
  static void print(RecoveryReport found, BiConsumer<String, String> line) {
    print(found, line, "repaired");
  }

  /** As {@link #print}, of what was only looked at. */
  static void printUnchanged(LoggedState found, BiConsumer<String, String> line) {
    print(found.recovery(), line, "left as it is");
    String last = found.lastRecord() < 0 ? "none" : Figures.count(found.lastRecord());
    String time =
        found.lastTimestampNs() == 0
            ? ""
            : ", of " + Instant.EPOCH.plusNanos(found.lastTimestampNs());
    line.accept("last record", last + time);
    if (found.inUse()) {
      line.accept("in use", "by a process that may have written more since");
    }
  }

  private static void print(RecoveryReport found, BiConsumer<String, String> line, String torn) {
    line.accept(
        "recovered",
        Figures.count(found.commands(), "command")
            + " in "
            + Figures.duration(found.took().toNanos())
            + ": "
            + (found.snapshotSequence() < 0
                ? "no snapshot, "
                : "the snapshot of record " + Figures.count(found.snapshotSequence()) + ", ")
            + Figures.count(found.replayedCommands(), "command")
            + " replayed");
    if (!found.skippedSnapshots().isEmpty()) {
      line.accept("DAMAGED", found.skippedSnapshots());
    }
    found
        .dropReason()
        .ifPresent(
            reason ->
                line.accept(
                    torn,
                    "the torn end of the log, "
                        + Figures.count(found.droppedRecords(), "record")
                        + " and "
                        + Figures.count(found.droppedBytes(), "byte")
                        + " that nobody was told are safe: "
                        + reason));
  }
}
