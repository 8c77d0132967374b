package dev.tandem.app;

import dev.tandem.core.journal.RecoveryReport;
import java.util.function.BiConsumer;

/** Tells a person what an exchange found in its log. */
final class RecoveryText {

  private RecoveryText() {}

  /**
   * @param line takes the name and the text of each line
   */
  static void print(RecoveryReport found, BiConsumer<String, String> line) {
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
                    "repaired",
                    "the torn end of the log, "
                        + Figures.count(found.droppedRecords(), "record")
                        + " and "
                        + Figures.count(found.droppedBytes(), "byte")
                        + " that nobody was told are safe: "
                        + reason));
  }
}
