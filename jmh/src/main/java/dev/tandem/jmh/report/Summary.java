package dev.tandem.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Distance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The sentences with which the page begins. */
final class Summary {

  /** Begins the sentence of the best peer. */
  static final String BEST = "The best peer, ";

  /** Fewer rounds on either side bear no factor. */
  private static final int LEAST_ROUNDS = 3;

  private Summary() {}

  static List<String> of(Map<String, Result> results) {
    List<String> sentences = new ArrayList<>();
    correctness(results.get("parity")).ifPresent(sentences::add);
    kernel(results.get("kernel")).ifPresent(sentences::add);
    log(results.get("wal")).ifPresent(sentences::add);
    commits(results.values()).ifPresent(sentences::add);
    sentences.add(verdicts(results));
    return sentences;
  }

  /** Of which commits the results are, if of several. */
  private static Optional<String> commits(Collection<Result> results) {
    Map<String, List<String>> subjects = new TreeMap<>();
    results.forEach(
        r -> subjects.computeIfAbsent(r.commitText(), c -> new ArrayList<>()).add(r.subject()));
    return subjects.size() < 2
        ? Optional.empty()
        : Optional.of(
            "Not all subjects are of one commit: "
                + String.join(
                    "; ",
                    subjects.entrySet().stream()
                        .map(of -> of.getKey() + " for " + String.join(", ", of.getValue()))
                        .toList())
                + ".");
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
    boolean logged = true;
    for (JsonNode input : parity.raw().path("inputs")) {
      commands += input.path("commands").asLong();
      inputs++;
      for (JsonNode kernel : input.path("kernels")) {
        logged &= kernel.hasNonNull("logHash");
      }
    }
    boolean equal = parity.raw().path("equal").asBoolean();
    return Optional.of(
        String.format(
            Locale.ROOT,
            equal
                ? "Java and C++, fused and pipelined, gave equal hashes of events"
                    + (logged ? ", state and log" : " and state")
                    + " on all %d inputs, %,d commands."
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
    return groups.keySet().stream()
        .map(group -> group.replace(Distance.FAR, ""))
        .distinct()
        .flatMap(
            flow -> {
              List<Row> near = groups.getOrDefault(flow, List.of());
              List<Row> far = groups.getOrDefault(flow + Distance.FAR, List.of());
              return rounds(far) > rounds(near)
                  ? kernel(flow + Distance.FAR, far, false).stream()
                  : kernel(flow, near, !far.isEmpty()).stream();
            })
        .findFirst();
  }

  /** Of how many rounds the least known of two is, the fused exchange and the best peer. */
  private static int rounds(List<Row> rows) {
    return Math.min(
        named(rows, "FUSED").map(Row::rounds).orElse(0),
        Groups.best(rows, Row.Kind.PEER).map(Row::rounds).orElse(0));
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
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "The fused exchange in Java takes "
            + ranged(fused.get())
            + " million commands/s, with risk and settlement, on the flow "
            + group
            + ".");
    if (rows.stream().anyMatch(row -> row.rounds() > 1)) {
      sentences.add("The brackets hold the slowest and the fastest round.");
    }
    named(rows, "PIPELINED")
        .map(row -> "As a pipeline of four threads it takes " + ranged(row) + ".")
        .ifPresent(sentences::add);
    Optional<Row> cpp = named(rows, "CPP_FUSED");
    cpp.map(
            row ->
                "The fused exchange in C++ takes "
                    + ranged(row)
                    + ": it has no ring and runs on the caller's thread.")
        .ifPresent(sentences::add);
    // In C++ no ring stands before the stages: the like in Java is the stages alone.
    if (cpp.isPresent()) {
      named(rows, "STAGES")
          .map(row -> "Java without its ring takes " + ranged(row) + ".")
          .ifPresent(sentences::add);
    }
    sentences.add(BEST + peer.get().entrant() + ", takes " + ranged(peer.get()) + ".");
    sentences.add(factor(fused.get(), peer.get()));
    if (othersFar) {
      sentences.add("In all these rounds the CPUs were near each other.");
    }
    return Optional.of(String.join(" ", sentences));
  }

  /** How many times a peer's figure ours is; why that is not told of too few rounds. */
  private static String factor(Row ours, Row peer) {
    if (ours.rounds() < LEAST_ROUNDS || peer.rounds() < LEAST_ROUNDS) {
      return String.format(
          Locale.ROOT,
          "We state no ratio: it needs three rounds of each, and there are %d of ours and %d of the"
              + " peer.",
          ours.rounds(),
          peer.rounds());
    }
    return "The ratio of the fused exchange in Java to this peer is "
        + Figure.text(Groups.factor(ours, peer))
        + (overlap(ours, peer) ? " by the medians, but the ranges overlap." : ".");
  }

  private static String rounds(Row row) {
    return row.rounds() == 1 ? "1 round" : row.rounds() + " rounds";
  }

  /** A median with its spread, and of how many rounds; one round has no spread. */
  private static String ranged(Row row) {
    return row.rounds() == 1
        ? Figure.oneRound(row.median())
        : String.format(
            Locale.ROOT,
            "%s (%s to %s, %s)",
            Figure.text(row.median()),
            Figure.text(row.lowest()),
            Figure.text(row.highest()),
            rounds(row));
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
                "The log (%s) makes %s %s durable; the best peer, %s, %s: %s. A plain loop on the"
                    + " same disk makes %s: %s.",
                group.getKey(),
                ranged(ours.get()),
                ours.get().unit(),
                peer.get().entrant(),
                ranged(peer.get()),
                compared(ours.get(), peer.get()),
                ranged(plain.get()),
                compared(ours.get(), plain.get())));
      }
    }
    return Optional.empty();
  }

  /** How many times as good a row is as another, where their rounds tell them apart. */
  private static String compared(Row row, Row other) {
    if (row.rounds() < LEAST_ROUNDS || other.rounds() < LEAST_ROUNDS) {
      return "too few rounds to compare them";
    }
    return overlap(row, other)
        ? "the two cannot be told apart"
        : "a factor of " + Figure.text(Groups.factor(row, other));
  }

  /** Whether some round of one is between those of the other. */
  private static boolean overlap(Row row, Row other) {
    return row.lowest() <= other.highest() && other.lowest() <= row.highest();
  }

  private static Optional<Row> named(List<Row> rows, String entrant) {
    return rows.stream().filter(r -> r.entrant().equals(entrant) && r.hasFigure()).findFirst();
  }

  /** The host, and which subjects had which verdict. */
  private static String verdicts(Map<String, Result> results) {
    String host = results.values().stream().findFirst().map(Result::host).orElse("no result");
    String verdicts = verdictsOf(results.values());
    // Results that were kept before do not tell it.
    String outside =
        verdictsOf(
            results.values().stream().filter(r -> r.outside() != null).toList(),
            r -> r.outside().verdict().name());
    return "The machine: "
        + host
        + ". Its verdict: "
        + (verdicts.isEmpty() ? "none" : verdicts)
        + (outside.isEmpty() ? "." : ". From outside: " + outside + ".");
  }

  /** Which subjects had which verdict, the worst first. */
  static String verdictsOf(Collection<Result> results) {
    return verdictsOf(results, Result::verdict);
  }

  private static String verdictsOf(Collection<Result> results, Function<Result, String> verdict) {
    Map<String, List<String>> subjects = new TreeMap<>();
    results.forEach(
        r -> subjects.computeIfAbsent(verdict.apply(r), v -> new ArrayList<>()).add(r.subject()));
    List<String> texts = new ArrayList<>();
    List<Verdict> worstFirst = new ArrayList<>(List.of(Verdict.values()));
    Collections.reverse(worstFirst);
    worstFirst.forEach(
        each -> {
          List<String> of = subjects.get(each.name());
          if (of != null) {
            texts.add(each + " for " + String.join(", ", of));
          }
        });
    return String.join("; ", texts);
  }
}
