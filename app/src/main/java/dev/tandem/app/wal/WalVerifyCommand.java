package dev.tandem.app.wal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.Figures;
import dev.tandem.wal.WalReport;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code tandem wal verify}. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Checks every record of a log, its checksum and its place in the chain, and continues behind"
          + " damage where a later segment begins. Changes nothing.",
      "A torn tail is no damage: it was never confirmed, and opening the log drops it.",
      "Of a log that a process is writing it checks what is there as it comes by, and says so."
    })
final class WalVerifyCommand extends WalReportCommand {

  @Override
  void print(PrintWriter out, WalReport log) {
    for (WalReport.Segment segment : log.segments()) {
      out.println(
          segment.file()
              + "  "
              + segment.state().name().toLowerCase(Locale.ROOT)
              + "  "
              + WalText.records(segment.records(), segment.firstSequence(), segment.lastSequence())
              + "  "
              + Figures.count(segment.usedBytes())
              + " of "
              + Figures.count(segment.fileBytes(), "byte"));
    }
    WalText.line(
        out,
        "records",
        WalText.records(log.records(), log.firstSequence(), log.lastSequence())
            + ", in "
            + Figures.count(log.segments().size(), "segment"));
  }

  @Override
  void put(ObjectNode json, WalReport log) {
    ArrayNode segments = json.putArray("segments");
    for (WalReport.Segment segment : log.segments()) {
      segments
          .addObject()
          .put("file", segment.file())
          .put("number", segment.number())
          .put("epoch", segment.epoch())
          .put("state", segment.state().name())
          .put("firstSequence", segment.firstSequence())
          .put("lastSequence", segment.lastSequence())
          .put("records", segment.records())
          .put("batches", segment.batches())
          .put("usedBytes", segment.usedBytes())
          .put("fileBytes", segment.fileBytes());
    }
  }
}
