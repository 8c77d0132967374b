package dev.tandem.jmh.originals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Claims;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** XXH64 over a sector list: the reference's loop and one made for its sectors. */
final class SectorLoops {

  static final String GROUP = "XXH64 of one entry of 16 sectors, 512 of 520 bytes each";
  static final String UNIT = "ns an entry";

  private static final String REFERENCE = "REFERENCE_C";

  private SectorLoops() {}

  /** Of what JMH wrote of {@code SectorBenchmark}. */
  static Outcome of(JsonNode jmh) {
    List<Row> rows = new ArrayList<>();
    for (JsonNode benchmark : jmh) {
      String name = benchmark.path("benchmark").asText();
      String implementation = benchmark.path("params").path("implementation").asText();
      if (name.endsWith(".reference64")) {
        // It does not depend on the implementation; the first one counts.
        if (rows.stream().noneMatch(r -> r.entrant().equals(REFERENCE))) {
          rows.add(row(benchmark, REFERENCE, Row.Kind.PEER));
        }
      } else if (name.endsWith(".xxh64")) {
        rows.add(
            row(
                benchmark,
                "SECTORS_" + implementation,
                implementation.equals("PANAMA") ? Row.Kind.CPP : Row.Kind.JAVA));
      }
    }
    rows.add(Claims.claimed(GROUP, "REFERENCE", UNIT, 595, 652, Map.of()));
    rows.add(Claims.claimed(GROUP, "SECTORS", UNIT, 574, 596, Map.of()));
    Row reference = Claims.find(rows, GROUP, REFERENCE);
    List<String> findings = new ArrayList<>();
    for (Row row : rows) {
      if (row.entrant().startsWith("SECTORS_")) {
        findings.add(
            Claims.finding(
                Claims.below(row, reference),
                "a loop made for sectors (574 to 596 ns) beats the reference's loop (595 to 652)",
                String.format(
                    Locale.ROOT,
                    "%s %.0f ns (%.0f to %.0f), the reference in C %.0f (%.0f to %.0f)",
                    row.entrant(),
                    row.median(),
                    row.lowest(),
                    row.highest(),
                    reference.median(),
                    reference.lowest(),
                    reference.highest()),
                Claims.order(row, reference)
                    + " Both are bound by the multiplications of XXH64, 64 bytes to eight of them."));
      }
    }
    return new Outcome(rows, findings);
  }

  private static Row row(JsonNode benchmark, String entrant, Row.Kind kind) {
    List<Double> nanos = Outcome.processes(benchmark);
    return Row.of(
        GROUP,
        entrant,
        kind,
        UNIT,
        true,
        nanos.size(),
        Spread.of(nanos, Double::doubleValue),
        Map.of());
  }
}
