package dev.tandem.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Distance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a report begins with, and what the README shows of it. */
final class Summary {

  /** The flow of the README. */
  private static final String FLOW = "STEADY";

  /** The peer that keeps a journal. */
  private static final String JOURNAL = "EXCHANGE_CORE_JOURNAL_UNPINNED";

  /** What the README shows of whole exchanges, and how it calls it. */
  private static final Map<String, String> SHOWN = new LinkedHashMap<>();

  static {
    SHOWN.put("FUSED", "Java, fused: one thread behind a ring");
    SHOWN.put("PIPELINED", "Java, a pipeline of four threads");
    SHOWN.put("CPP_FUSED", "C++, fused: on the caller's thread, without a ring");
    SHOWN.put("FUSED_WRITTEN", "Java, fused, answers what is written to its log");
    SHOWN.put("FUSED_SYNCED", "Java, fused, answers what is on the disk");
    SHOWN.put(JOURNAL, "exchange-core with its journal, which it does not sync");
  }

  private Summary() {}

  /** Sentences, each a paragraph. */
  static List<String> of(Map<String, Result> results) {
    List<String> sentences = new ArrayList<>();
    Optional.ofNullable(results.get("parity")).map(Summary::parity).ifPresent(sentences::add);
    Optional.ofNullable(results.get("kernel")).map(Summary::ratios).ifPresent(sentences::add);
    sentences.add(
        "The machine: %s. Its verdict, from outside: %s. Commit %s."
            .formatted(
                results.values().stream().findFirst().map(Result::host).orElse("no result"),
                joined(subjects(results.values(), r -> r.outside().verdict().name())),
                joined(subjects(results.values(), Result::commitText))));
    sentences.removeIf(String::isEmpty);
    return sentences;
  }

  private static Map<String, List<String>> subjects(
      Collection<Result> results, Function<Result, String> what) {
    return results.stream()
        .collect(
            Collectors.groupingBy(
                what, TreeMap::new, Collectors.mapping(Result::subject, Collectors.toList())));
  }

  private static String joined(Map<String, List<String>> subjects) {
    return subjects.entrySet().stream()
        .map(of -> of.getKey() + " for " + String.join(", ", of.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static String parity(Result result) {
    long commands = 0;
    int inputs = 0;
    for (JsonNode input : result.parity().path("inputs")) {
      commands += input.path("commands").asLong();
      inputs++;
    }
    return String.format(
        Locale.ROOT,
        result.parity().path("equal").asBoolean()
            ? "Java and C++, fused and pipelined, gave equal hashes of events, state and log on all"
                + " %d inputs, %,d commands."
            : "Java and C++ DIFFER on some of %d inputs, %,d commands.",
        inputs,
        commands);
  }

  /** Of those without a log. */
  private static Optional<Row> bestPeer(List<Row> rows) {
    return Groups.best(
        rows.stream().filter(row -> !row.entrant().equals(JOURNAL)).toList(), Row.Kind.PEER);
  }

  /**
   * The fused exchange in Java by the best peer, CPUs near and CPUs far apart, and the same with
   * logs; empty if a run has not both distances, for one alone would mislead.
   */
  static String ratios(Result kernel) {
    String without = ratio(kernel, "FUSED", Summary::bestPeer);
    if (without.isEmpty()) {
      return "";
    }
    String with = ratio(kernel, "FUSED_WRITTEN", rows -> Groups.named(rows, JOURNAL));
    return "With CPUs near each other, the fused exchange in Java is "
        + without.formatted("as fast as the better setting of exchange-core")
        + (with.isEmpty()
            ? ""
            : " With logs that are written before the answer, it is "
                + with.formatted("as fast as exchange-core with its journal"));
  }

  private static String ratio(
      Result kernel, String entrant, Function<List<Row>, Optional<Row>> peer) {
    List<String> ratios = new ArrayList<>();
    for (String group : List.of(FLOW, FLOW + Distance.FAR)) {
      List<Row> rows = Groups.rows(kernel).getOrDefault(group, List.of());
      Optional<Row> ours = Groups.named(rows, entrant);
      Optional<Row> other = peer.apply(rows);
      if (ours.isEmpty() || other.isEmpty()) {
        return "";
      }
      ratios.add(
          String.format(
              Locale.ROOT,
              "%.1f times%s (rounds: %d and %d)",
              Groups.factor(ours.get(), other.get()),
              ratios.isEmpty() ? " %s" : "",
              ours.get().rounds(),
              other.get().rounds()));
    }
    return ratios.get(0) + ". Far apart, it is " + ratios.get(1) + ".";
  }

  /** What the README shows: a table by the distance of the CPUs. */
  static String table(Result kernel) {
    Map<String, List<Row>> groups = Groups.rows(kernel);
    List<Row> near = groups.getOrDefault(FLOW, List.of());
    List<Row> far = groups.getOrDefault(FLOW + Distance.FAR, List.of());
    StringBuilder text = new StringBuilder("| million commands/s, flow `" + FLOW + "` |");
    text.append(" CPUs near | CPUs far apart |\n|---|---|---|\n");
    SHOWN.forEach(
        (entrant, name) -> {
          String cells =
              cell(Groups.named(near, entrant)) + " | " + cell(Groups.named(far, entrant));
          if (!cells.equals(" | ")) {
            text.append("| %s | %s |\n".formatted(name, cells));
          }
        });
    text.append("| exchange-core, the better of two settings | ");
    text.append(cell(bestPeer(near))).append(" | ");
    return text.append(cell(bestPeer(far))).append(" |").toString();
  }

  private static String cell(Optional<Row> row) {
    return row.map(
            r -> {
              Double cpu = r.others().get(Row.CPU);
              return Figure.of(r)
                  + (cpu == null ? "" : ", %s %s".formatted(Figure.text(cpu), Row.CPU));
            })
        .orElse("");
  }

  /** The machine of a result, in a plain sentence. */
  static String machine(Result result) {
    String mood =
        result.outside().verdict() == Verdict.QUIET
            ? "Nothing else ran on it"
            : "It was not quiet (" + String.join("; ", result.outside().reasons()) + ")";
    return "The machine: %s. %s. The [run](docs/benchmarks/report.md) is of %s, commit %s."
        .formatted(result.host(), mood, result.time().substring(0, 10), result.commitText());
  }
}
