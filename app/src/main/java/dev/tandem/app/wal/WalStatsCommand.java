package dev.tandem.app.wal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Json;
import dev.tandem.wal.WalReport;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code tandem wal stats}. */
@Command(
    name = "stats",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Sums up a log: records, sequences, times, batches, types, what the disk holds. Changes"
          + " nothing.",
      "Only sound records are counted; where there is damage the exit code is 1."
    })
final class WalStatsCommand extends WalReportCommand {

  private static double ratio(long of, long to) {
    return to == 0 ? 0 : (double) of / to;
  }

  private static long fileBytes(WalReport log) {
    return log.segments().stream().mapToLong(WalReport.Segment::fileBytes).sum();
  }

  private static long usedBytes(WalReport log) {
    return log.segments().stream().mapToLong(WalReport.Segment::usedBytes).sum();
  }

  @Override
  void print(PrintWriter out, WalReport log) {
    WalText.line(
        out, "records", WalText.records(log.records(), log.firstSequence(), log.lastSequence()));
    if (log.records() > 0) {
      long spanNs = log.lastTimestampNs() - log.firstTimestampNs();
      WalText.line(out, "first", Json.time(log.firstTimestampNs()));
      WalText.line(out, "last", Json.time(log.lastTimestampNs()));
      if (spanNs > 0) {
        WalText.line(
            out,
            "over",
            Figures.duration(spanNs) + ", " + Figures.perSecond(log.records() * 1e9 / spanNs));
      }
      WalText.line(
          out,
          "size",
          String.format(
              Locale.ROOT,
              "%.1f bytes a record with its header",
              ratio(log.recordBytes(), log.records())));
      WalText.line(
          out,
          "batches",
          String.format(
              Locale.ROOT,
              "%,d, %.1f records each",
              log.batches(),
              ratio(log.records(), log.batches())));
      for (int type = 0; type < log.recordsByType().size(); type++) {
        long count = log.recordsByType().get(type);
        if (count > 0) {
          WalText.line(out, "type " + type, Figures.count(count, "record"));
        }
      }
    }
    WalText.line(
        out,
        "on disk",
        Figures.count(fileBytes(log), "byte")
            + " in "
            + Figures.count(log.segments().size(), "segment")
            + ", of which used "
            + Figures.count(usedBytes(log)));
  }

  @Override
  void put(ObjectNode json, WalReport log) {
    boolean empty = log.records() == 0;
    json.put("firstTime", empty ? null : Json.time(log.firstTimestampNs()));
    json.put("lastTime", empty ? null : Json.time(log.lastTimestampNs()));
    json.put("recordBytes", log.recordBytes());
    json.put("batches", log.batches());
    ObjectNode types = json.putObject("recordsByType");
    for (int type = 0; type < log.recordsByType().size(); type++) {
      if (log.recordsByType().get(type) > 0) {
        types.put(Integer.toString(type), log.recordsByType().get(type));
      }
    }
    json.put("segments", log.segments().size());
    json.put("usedBytes", usedBytes(log));
    json.put("fileBytes", fileBytes(log));
  }
}
