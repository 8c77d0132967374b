package dev.tandem.jmh.ingress;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.jmh.compare.Spread;
import java.util.List;
import java.util.Locale;

/** The results as text: medians over all samples, with the range of the total time. */
record IngressTable(List<String> entrants, List<IngressComparison.Result> results) {

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
    List<IngressComparison.Result> own =
        results.stream()
            .filter(r -> r.kind().equals(kind))
            .filter(r -> r.senders() == senders && r.receivers() == receivers)
            .toList();
    if (own.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%n%s%n  %-22s %10s %10s %10s %10s %10s %23s %9s%n",
            title,
            "us",
            "P50",
            "P90",
            "P99",
            "max",
            "total",
            "from .. to",
            "ns/order"));
    for (String entrant : entrants) {
      text.append(row(entrant, own.stream().filter(r -> r.entrant().equals(entrant)).toList()));
    }
    return text.toString();
  }

  private static String row(String entrant, List<IngressComparison.Result> own) {
    for (IngressComparison.Result r : own) {
      if (r.failed()) {
        return "  %-22s FAILED: %s%n".formatted(entrant, r.answer().get("error").asText());
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
        "  %-22s %10.1f %10.1f %10.1f %10.1f %10.0f %23s %9.1f%n",
        entrant,
        micros(samples, 0),
        micros(samples, 1),
        micros(samples, 2),
        micros(samples, 3),
        total.median(),
        String.format(Locale.ROOT, "%.0f..%.0f", total.lowest(), total.highest()),
        each);
  }

  private static double micros(List<JsonNode> samples, int percentile) {
    return Spread.of(samples, s -> s.get("nanos").get(percentile).asDouble() / 1e3).median();
  }
}
