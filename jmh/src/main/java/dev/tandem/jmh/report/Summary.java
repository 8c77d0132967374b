package dev.tandem.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Distance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The sentences with which the page begins. */
final class Summary {

  private Summary() {}

  static List<String> of(Map<String, Result> results) {
    List<String> sentences = new ArrayList<>();
    correctness(results.get("parity")).ifPresent(sentences::add);
    kernel(results.get("kernel")).ifPresent(sentences::add);
    log(results.get("wal")).ifPresent(sentences::add);
    sentences.add(verdicts(results));
    return sentences;
  }

  /** The sentence of whole exchanges; empty if there is none. */
  static List<String> ofKernel(Result kernel) {
    return kernel(kernel).stream().toList();
  }

  private static Optional<String> correctness(Result parity) {
    if (parity == null) {
      return Optional.empty();
    }
    long commands = 0;
    int inputs = 0;
    for (JsonNode input : parity.raw().path("inputs")) {
      commands += input.path("commands").asLong();
      inputs++;
    }
    boolean equal = parity.raw().path("equal").asBoolean();
    return Optional.of(
        String.format(
            Locale.ROOT,
            equal
                ? "Java and C++, fused and pipelined, gave equal event and state hashes on all %d"
                    + " inputs, %,d commands."
                : "Java and C++ DIFFER on some of %d inputs, %,d commands.",
            inputs,
            commands));
  }

  private static Optional<String> kernel(Result kernel) {
    if (kernel == null) {
      return Optional.empty();
    }
    // CPUs may have been moved so often that a group has not all entrants.
    Map<String, List<Row>> groups = Groups.rows(kernel);
    return groups.entrySet().stream()
        .flatMap(
            group ->
                kernel(
                    group.getKey(),
                    group.getValue(),
                    groups.containsKey(group.getKey() + Distance.FAR))
                    .stream())
        .findFirst();
  }

  /**
   * @param othersFar whether other rounds of this group had CPUs far apart
   */
  private static Optional<String> kernel(String group, List<Row> rows, boolean othersFar) {
    Optional<Row> fused = named(rows, "FUSED");
    Optional<Row> peer = Groups.best(rows, Row.Kind.PEER);
    if (fused.isEmpty() || peer.isEmpty()) {
      return Optional.empty();
    }
    String cpp = named(rows, "CPP_FUSED").map(row -> ", in C++ " + ranged(row)).orElse("");
    return Optional.of(
        String.format(
            Locale.ROOT,
            "With risk and settlement, the fused exchange takes %s M commands/s in Java%s on the"
                + " flow %s. The best peer, %s, takes %s: a factor of %s. In brackets are the least"
                + " and the greatest of %d rounds%s.",
            ranged(fused.get()),
            cpp,
            group,
            peer.get().entrant(),
            ranged(peer.get()),
            Figure.text(Groups.factor(fused.get(), peer.get())),
            fused.get().rounds(),
            othersFar ? " with CPUs near each other" : ""));
  }

  private static String ranged(Row row) {
    return String.format(
        "%s (%s to %s)",
        Figure.text(row.median()), Figure.text(row.lowest()), Figure.text(row.highest()));
  }

  private static Optional<String> log(Result wal) {
    if (wal == null) {
      return Optional.empty();
    }
    for (Map.Entry<String, List<Row>> group : Groups.rows(wal).entrySet()) {
      Optional<Row> ours = named(group.getValue(), "TANDEM");
      Optional<Row> plain = named(group.getValue(), "PLAIN");
      Optional<Row> peer =
          Groups.best(
              group.getValue().stream().filter(r -> !r.entrant().equals("PLAIN")).toList(),
              Row.Kind.PEER);
      if (ours.isPresent() && plain.isPresent() && peer.isPresent()) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "The log (%s) makes %s %s durable, %s times the best peer's (%s) and %s times a"
                    + " plain loop's on the same disk.",
                group.getKey(),
                Figure.text(ours.get().median()),
                ours.get().unit(),
                Figure.text(Groups.factor(ours.get(), peer.get())),
                peer.get().entrant(),
                Figure.text(Groups.factor(ours.get(), plain.get()))));
      }
    }
    return Optional.empty();
  }

  private static Optional<Row> named(List<Row> rows, String entrant) {
    return rows.stream().filter(r -> r.entrant().equals(entrant) && r.hasFigure()).findFirst();
  }

  /** The host, and which subjects had which verdict, the worst first. */
  private static String verdicts(Map<String, Result> results) {
    Map<String, List<String>> subjects = new TreeMap<>();
    results
        .values()
        .forEach(
            r -> subjects.computeIfAbsent(r.verdict(), v -> new ArrayList<>()).add(r.subject()));
    List<String> texts = new ArrayList<>();
    List<Verdict> worstFirst = new ArrayList<>(List.of(Verdict.values()));
    Collections.reverse(worstFirst);
    worstFirst.forEach(
        verdict -> {
          List<String> of = subjects.get(verdict.name());
          if (of != null) {
            texts.add(verdict + " for " + String.join(", ", of));
          }
        });
    String host = results.values().stream().findFirst().map(Result::host).orElse("no result");
    return "The machine: "
        + host
        + ". Its verdict: "
        + (texts.isEmpty() ? "none" : String.join("; ", texts))
        + ".";
  }
}
