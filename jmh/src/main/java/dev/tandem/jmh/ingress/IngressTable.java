package dev.tandem.jmh.ingress;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.JvmFlags;
import dev.tandem.jmh.harness.Lateness;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Further;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The results as the report takes them. */
record IngressTable(List<IngressEntrant> entrants, List<IngressComparison.Answer> results) {

  private static double micros(JsonNode sample, int percentile) {
    return sample.get("nanos").get(percentile).asDouble() / 1e3;
  }

  /** The rows of the report. */
  Result toResult(FitnessReport fitness) {
    Map<String, List<IngressComparison.Answer>> cases = new LinkedHashMap<>();
    for (IngressComparison.Answer answer : results) {
      cases.computeIfAbsent(name(answer), name -> new ArrayList<>()).add(answer);
    }
    List<Row> rows = new ArrayList<>();
    cases.forEach(
        (name, answers) -> {
          for (IngressEntrant entrant : entrants) {
            List<IngressComparison.Answer> own =
                answers.stream().filter(a -> a.entrant() == entrant).toList();
            if (!own.isEmpty()) {
              rows.add(row(name, entrant, own));
            }
          }
        });
    List<String> notes =
        new ArrayList<>(
            List.of(
                "Every order is counted, and its place behind its sender's order before.",
                "A burst's percentiles are the depth of the queue times what one order takes.",
                "A round is one turn of a process; of its bursts the median counts.",
                Lateness.LATENCY_NOTE,
                Lateness.NOTE,
                Distance.NOTE));
    Map<String, List<String>> flags = new LinkedHashMap<>();
    Map<String, String> about = new LinkedHashMap<>();
    for (IngressEntrant entrant : entrants) {
      about.put(entrant.name(), entrant.about());
      if (!entrant.isCpp()) {
        flags.put(entrant.name(), entrant.jvmFlags());
      }
    }
    notes.addAll(JvmFlags.notes(flags));
    return Result.now(
        new Result.About(
            "ingress",
            "Many senders: the kernel's lanes beside rings and queues of others",
            about,
            notes),
        fitness,
        rows,
        List.of());
  }

  private static String name(IngressComparison.Answer a) {
    String many =
        String.format(Locale.ROOT, "%d senders, %d receivers", a.senders(), a.receivers());
    String what =
        a.kind().equals(IngressComparison.PACED)
            ? ", one rate for all"
            : ", burst, " + a.kind() + " memory";
    return many + what + (a.far() ? Distance.FAR : "");
  }

  private static double figure(JsonNode sample, boolean burst) {
    return burst
        ? sample.get("totalNanos").asDouble() / sample.get("orders").asDouble()
        : sample.get("nanos").get(0).asDouble() / 1e3;
  }

  private static Row row(String name, IngressEntrant entrant, List<IngressComparison.Answer> own) {
    for (IngressComparison.Answer a : own) {
      if (a.failed()) {
        return Row.failed(name, entrant.name(), entrant.kind(), a.answer().get("error").asText());
      }
    }
    List<JsonNode> samples = own.stream().flatMap(a -> a.samples().stream()).toList();
    boolean burst = own.get(0).load() == 0;
    Further further =
        new Further()
            .put("P50 us", byTurn(own, s -> micros(s, 0)))
            .put("P90 us", byTurn(own, s -> micros(s, 1)))
            .put("P99 us", byTurn(own, s -> micros(s, 2)))
            .put("max us", byTurn(own, s -> micros(s, 3)));
    if (!burst) {
      further.put(Lateness.NAME, byTurn(own, s -> s.get("latePercent").asDouble()));
    }
    if (samples.get(0).has("bytesPerOrder")) {
      further.put("B an order", byTurn(own, s -> s.get("bytesPerOrder").asDouble()));
    }
    Spread rounds = byTurn(own, s -> figure(s, burst));
    return Row.of(
            name,
            entrant.name(),
            entrant.kind(),
            burst ? "ns an order" : "us, P50",
            true,
            rounds.figures().size(),
            rounds,
            Map.of())
        .with(further);
  }

  /** Bursts of one turn follow each other, so they are no samples of their own. */
  private static Spread byTurn(
      List<IngressComparison.Answer> own, ToDoubleFunction<JsonNode> figure) {
    return Spread.of(
        own.stream().filter(a -> !a.samples().isEmpty()).toList(),
        a -> Spread.of(a.samples(), figure).median());
  }
}
