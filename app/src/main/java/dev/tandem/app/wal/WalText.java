package dev.tandem.app.wal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.output.Figures;
import dev.tandem.wal.WalCorruptedException;
import dev.tandem.wal.WalReport;
import java.io.PrintWriter;

/** How the commands on logs say what they found. */
final class WalText {

  private WalText() {}

  static void line(PrintWriter out, String name, String text) {
    out.println(String.format("%-13s %s", name, text));
  }

  /** Records and the sequences they span. */
  static String records(long records, long first, long last) {
    return records == 0
        ? "none"
        : Figures.count(records, "record") + ", sequence " + first + " to " + last;
  }

  /** How the log ends, and what is wrong with it. */
  static void printVerdict(PrintWriter out, WalReport log) {
    line(out, "tail", log.tail());
    for (WalReport.Problem problem : log.problems()) {
      line(out, problem.tornTail() ? "torn tail" : "DAMAGED", problem.toString());
    }
    line(out, "verdict", log.sound() ? "sound" : "DAMAGED");
  }

  static void putVerdict(ObjectNode json, WalReport log) {
    json.put("sound", log.sound());
    json.put("tail", log.tail());
    ArrayNode problems = json.putArray("problems");
    for (WalReport.Problem problem : log.problems()) {
      problems
          .addObject()
          .put("segment", problem.segment())
          .put("offset", problem.offset())
          .put("sequence", problem.sequence())
          .put("expected", problem.expected())
          .put("found", problem.found())
          .put("tornTail", problem.tornTail());
    }
  }

  static void putDamage(ObjectNode json, WalCorruptedException damage) {
    json.putArray("problems")
        .addObject()
        .put("segment", damage.segment())
        .put("offset", damage.offset())
        .put("sequence", damage.sequence())
        .put("expected", damage.expected())
        .put("found", damage.found())
        .put("tornTail", false);
  }
}
