package dev.tandem.app.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Json;
import dev.tandem.core.LoggedState;
import dev.tandem.core.StateSummary;
import dev.tandem.core.api.RecoveryReport;
import java.time.Instant;
import java.util.function.BiConsumer;

/** What an exchange found in its log, as text and as JSON. */
public final class RecoveryText {

  private RecoveryText() {}

  /**
   * Prints what a start found and repaired.
   *
   * @param line takes the name and the text of each line
   */
  public static void print(RecoveryReport found, BiConsumer<String, String> line) {
    print(found, line, "repaired");
  }

  /** As {@link #print}, of what was only looked at. */
  public static void printUnchanged(LoggedState found, BiConsumer<String, String> line) {
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
                    "the torn tail of the log, "
                        + Figures.count(found.droppedRecords(), "record")
                        + " and "
                        + Figures.count(found.droppedBytes(), "byte")
                        + (found.doubt().isPresent() ? ": " : " that were never confirmed: ")
                        + reason));
    found.doubt().ifPresent(doubt -> line.accept("DOUBT", doubtText(doubt)));
  }

  /** Of records that are dropped and may have been acknowledged. */
  public static String doubtText(String doubt) {
    return "records that were acknowledged may be gone ("
        + doubt
        + "): only a loss of power leaves that, otherwise the log is damaged; compare with a backup";
  }

  /**
   * Puts the same, and the state that came of it.
   *
   * @param risk whether the exchange ran with risk
   */
  public static void put(ObjectNode json, RecoveryReport found, StateSummary state, boolean risk) {
    json.put("commands", found.commands());
    json.put("replayedCommands", found.replayedCommands());
    json.put("tookNs", found.took().toNanos());
    boolean none = found.snapshotSequence() < 0;
    json.put("snapshotSequence", none ? null : (Long) found.snapshotSequence());
    json.put(
        "damagedSnapshots", found.skippedSnapshots().isEmpty() ? null : found.skippedSnapshots());
    json.put("droppedRecords", found.droppedRecords());
    json.put("droppedBytes", found.droppedBytes());
    json.put("dropReason", found.dropReason().orElse(null));
    json.put("doubt", found.doubt().orElse(null));
    json.put("risk", risk);
    ObjectNode of = json.putObject("state");
    of.put("symbols", state.symbols());
    of.put("openOrders", state.orders());
    of.put("users", risk ? (Long) state.users() : null);
    of.put("trades", state.trades());
    json.put("eventHash", ReplayResult.hex(state.eventHash()));
    json.put("stateHash", ReplayResult.hex(state.stateHash()));
  }

  /** As {@link #put}, of what was only looked at. */
  public static void putUnchanged(ObjectNode json, LoggedState found, boolean risk) {
    put(json, found.recovery(), found.summary(), risk);
    json.put("lastRecord", found.lastRecord() < 0 ? null : (Long) found.lastRecord());
    json.put("lastTime", found.lastTimestampNs() == 0 ? null : Json.time(found.lastTimestampNs()));
    json.put("inUse", found.inUse());
  }
}
