package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** How many of a hundred slowdowns of all of ours the pooled comparison finds, as Markdown. */
final class PowerTable {

  /** The first of so many seeds in a row. */
  static final int SEED = 1;

  static final int RUNS = 100;

  private static final List<Integer> PERCENTS = List.of(0, 5, 10, 20, 50, 100);

  private PowerTable() {}

  /** Draws pairs of runs from a kept one, the second of each slowed, and counts what is told. */
  static String of(Map<String, Result> kept) {
    Map<String, String> processes = new LinkedHashMap<>();
    Map<String, Map<Integer, Integer>> found = new LinkedHashMap<>();
    for (int seed = SEED; seed < SEED + RUNS; seed++) {
      Random random = new Random(seed);
      Map<String, Result> before = MadeRun.of(kept, random, (subject, row) -> 1);
      long next = random.nextLong();
      for (int percent : PERCENTS) {
        double slower = 1 + percent / 100.0;
        Pooled pooled =
            Pooled.between(
                before,
                MadeRun.of(
                    kept,
                    new Random(next),
                    (subject, row) -> row.kind() == Row.Kind.JAVA ? slower : 1));
        for (Pooled.Judged judged : pooled.all()) {
          if (judged.state() != Pooled.State.NOT_JUDGED) {
            processes.put(judged.name(), judged.ours() + " and " + judged.others());
            found
                .computeIfAbsent(judged.name(), name -> new TreeMap<>())
                .merge(percent, judged.state() == Pooled.State.SURELY_WORSE ? 1 : 0, Integer::sum);
          }
        }
      }
    }
    List<String> lines = new ArrayList<>();
    StringBuilder head = new StringBuilder("| | processes of ours and others |");
    PERCENTS.forEach(percent -> head.append(' ').append(percent).append(" % |"));
    lines.add(head.toString());
    lines.add("|---|---|" + "---|".repeat(PERCENTS.size()));
    found.forEach(
        (name, byPercent) -> {
          StringBuilder line = new StringBuilder("| " + name + " | " + processes.get(name) + " |");
          PERCENTS.forEach(percent -> line.append(' ').append(byPercent.get(percent)).append(" |"));
          lines.add(line.toString());
        });
    return String.join("\n", lines);
  }
}
