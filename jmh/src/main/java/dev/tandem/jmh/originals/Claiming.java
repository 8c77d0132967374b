package dev.tandem.jmh.originals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Claims;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How a place in the log is claimed: fetch-add against compare-and-set, by threads. */
final class Claiming {

  static final String UNIT = "ns a record, of all threads";

  private static final String FETCH_ADD = "FETCH_ADD";
  private static final String CAS = "COMPARE_AND_SET";

  private record Claim(int threads, double fetchAdd, double cas) {}

  private static final List<Claim> CLAIMS =
      List.of(
          new Claim(1, 26, 23), new Claim(2, 66, 60), new Claim(4, 26, 63), new Claim(10, 40, 28));

  private Claiming() {}

  static String group(int threads) {
    return "Claim and copy of 114 bytes, threads: " + threads;
  }

  /** Of what JMH wrote of {@code ClaimBenchmark}. */
  static Outcome of(JsonNode jmh) {
    List<Row> rows = new ArrayList<>();
    List<String> findings = new ArrayList<>();
    for (Claim claim : CLAIMS) {
      String group = group(claim.threads);
      String method = String.format(Locale.ROOT, ".threads%02d", claim.threads);
      for (JsonNode benchmark : jmh) {
        if (benchmark.path("benchmark").asText().endsWith(method)) {
          rows.add(row(group, benchmark));
        }
      }
      rows.add(Claims.claimed(group, FETCH_ADD, UNIT, claim.fetchAdd, claim.fetchAdd, Map.of()));
      rows.add(Claims.claimed(group, CAS, UNIT, claim.cas, claim.cas, Map.of()));
      findings.add(
          judge(claim, Claims.find(rows, group, FETCH_ADD), Claims.find(rows, group, CAS)));
    }
    return new Outcome(rows, findings);
  }

  private static Row row(String group, JsonNode benchmark) {
    List<Double> nanos = Outcome.processes(benchmark);
    return Row.of(
        group,
        benchmark.path("params").path("claim").asText(),
        Row.Kind.JAVA,
        UNIT,
        true,
        nanos.size(),
        Spread.of(nanos, Double::doubleValue),
        Map.of());
  }

  private static String judge(Claim claim, Row fetchAdd, Row cas) {
    boolean fetchAddIsClaimed = claim.fetchAdd < claim.cas;
    return Claims.finding(
        fetchAddIsClaimed ? Claims.below(fetchAdd, cas) : Claims.below(cas, fetchAdd),
        String.format(
            Locale.ROOT,
            "with %d thread%s fetch-add takes %.0f ns a record and a CAS loop %.0f, so %s is faster",
            claim.threads,
            claim.threads == 1 ? "" : "s",
            claim.fetchAdd,
            claim.cas,
            fetchAddIsClaimed ? "fetch-add" : "the CAS loop"),
        String.format(
            Locale.ROOT,
            "%.1f (%.1f to %.1f) and %.1f (%.1f to %.1f)",
            fetchAdd.median(),
            fetchAdd.lowest(),
            fetchAdd.highest(),
            cas.median(),
            cas.lowest(),
            cas.highest()),
        Claims.order(fetchAdd, cas)
            + " What fetch-add gives is a bounded time and places that nobody else has.");
  }
}
