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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The results as Markdown: medians over all samples, with the range of the total time. */
record IngressTable(List<String> entrants, List<IngressComparison.Answer> results) {

  /** One burst's table. */
  String burst(String memory, int senders, int receivers) {
    return table(
        "burst, %s memory, %d senders, %d receivers".formatted(memory, senders, receivers),
        memory,
        senders,
        receivers);
  }

  /** The table of the runs at one rate, or at one load; empty if there were none. */
  String paced(String kind, int senders) {
    return table(
        "paced, %s, %d senders, 1 receiver"
            .formatted(kind.equals("rate") ? "one rate for all" : "80 % of the burst", senders),
        kind,
        senders,
        1);
  }

  private String table(String title, String kind, int senders, int receivers) {
    List<IngressComparison.Answer> own =
        results.stream()
            .filter(r -> r.kind().equals(kind))
            .filter(r -> r.senders() == senders && r.receivers() == receivers)
            .toList();
    if (own.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append(
        """

        %s

        | us | P50 | P90 | P99 | max | total | from .. to | ns/order | B/order |
        |---|---|---|---|---|---|---|---|---|
        """
            .formatted(title));
    for (String entrant : entrants) {
      text.append(row(entrant, own.stream().filter(r -> r.entrant().equals(entrant)).toList()));
    }
    return text.toString();
  }

  /** Which queues stand between several receivers and the senders. */
  String arrangements(boolean rust) {
    StringBuilder text = new StringBuilder("| entrant | queues |\n|---|---|\n");
    for (IngressEntrant entrant : IngressEntrant.values()) {
      if (entrants.contains(entrant.name())) {
        text.append("| %s | %s |%n".formatted(entrant.name(), entrant.arrangement()));
      }
    }
    for (RustPeers peer : rust ? RustPeers.values() : new RustPeers[0]) {
      text.append("| %s | %s |%n".formatted(peer.title(), peer.arrangement()));
    }
    return text.toString();
  }

  private static String row(String entrant, List<IngressComparison.Answer> own) {
    for (IngressComparison.Answer r : own) {
      if (r.failed()) {
        return "| %s | failed: %s |%n".formatted(entrant, r.answer().get("error").asText());
      }
    }
    List<JsonNode> samples = own.stream().flatMap(r -> r.samples().stream()).toList();
    if (samples.isEmpty()) {
      return "";
    }
    Spread total = Spread.of(samples, s -> s.get("totalNanos").asDouble() / 1e3);
    double each =
        Spread.of(samples, s -> s.get("totalNanos").asDouble() / s.get("orders").asDouble())
            .median();
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %.1f | %.1f | %.1f | %.0f | %.0f .. %.0f | %.1f | %s |%n",
        entrant,
        micros(samples, 0),
        micros(samples, 1),
        micros(samples, 2),
        micros(samples, 3),
        total.median(),
        total.lowest(),
        total.highest(),
        each,
        bytes(samples));
  }

  /** Empty where they are not counted. */
  private static String bytes(List<JsonNode> samples) {
    return samples.get(0).has("bytesPerOrder")
        ? String.format(
            Locale.ROOT,
            "%.2f",
            Spread.of(samples, s -> s.get("bytesPerOrder").asDouble()).median())
        : "";
  }

  private static double micros(List<JsonNode> samples, int percentile) {
    return Spread.of(samples, s -> micros(s, percentile)).median();
  }

  private static double micros(JsonNode sample, int percentile) {
    return sample.get("nanos").get(percentile).asDouble() / 1e3;
  }

  /** For the report. */
  Result toResult(FitnessReport fitness) {
    Map<String, List<IngressComparison.Answer>> cases = new LinkedHashMap<>();
    for (IngressComparison.Answer answer : results) {
      cases.computeIfAbsent(name(answer), name -> new ArrayList<>()).add(answer);
    }
    List<Row> rows = new ArrayList<>();
    cases.forEach(
        (name, answers) -> {
          for (String entrant : entrants) {
            List<IngressComparison.Answer> own =
                answers.stream().filter(a -> a.entrant().equals(entrant)).toList();
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
    for (IngressEntrant entrant : IngressEntrant.values()) {
      if (entrants.contains(entrant.name()) && !entrant.isCpp()) {
        flags.put(entrant.name(), entrant.jvmFlags());
      }
    }
    notes.addAll(JvmFlags.notes(flags));
    return Result.now(
        new Result.About(
            "ingress",
            "Many senders: the kernel's lanes beside rings and queues of others",
            about(),
            notes),
        fitness,
        rows,
        List.of(),
        results);
  }

  private Map<String, String> about() {
    Map<String, String> all = new LinkedHashMap<>();
    for (IngressEntrant entrant : IngressEntrant.values()) {
      if (entrants.contains(entrant.name())) {
        all.put(entrant.name(), entrant.about());
      }
    }
    for (RustPeers peer : RustPeers.values()) {
      if (entrants.contains(peer.title())) {
        all.put(peer.title(), peer.about());
      }
    }
    return all;
  }

  private static String name(IngressComparison.Answer a) {
    String many =
        String.format(Locale.ROOT, "%d senders, %d receivers", a.senders(), a.receivers());
    String what =
        switch (a.kind()) {
          case "rate" -> ", one rate for all";
          case "load" -> ", 80 % of its burst";
          default -> ", burst, " + a.kind() + " memory";
        };
    return many + what + (a.far() ? Distance.FAR : "");
  }

  private static double figure(JsonNode sample, boolean burst) {
    return burst
        ? sample.get("totalNanos").asDouble() / sample.get("orders").asDouble()
        : sample.get("nanos").get(0).asDouble() / 1e3;
  }

  private static Row row(String name, String entrant, List<IngressComparison.Answer> own) {
    Row.Kind kind =
        Arrays.stream(IngressEntrant.values())
            .filter(each -> each.name().equals(entrant))
            .map(IngressEntrant::kind)
            .findFirst()
            .orElse(Row.Kind.PEER);
    for (IngressComparison.Answer a : own) {
      if (a.failed()) {
        return Row.failed(name, entrant, kind, a.answer().get("error").asText());
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
            entrant,
            kind,
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
