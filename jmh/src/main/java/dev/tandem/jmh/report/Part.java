package dev.tandem.jmh.report;

import java.util.List;
import java.util.Map;

/** The parts of the page, in the order in which a reader wants them; a subject may be in two. */
enum Part {
  /** Same input, same hashes. */
  CORRECTNESS("Correctness: the same input, the same hashes"),
  /** Figures with the spread of their rounds; also of subjects that no other part names. */
  THROUGHPUT("Throughput, with its spread"),
  /** Times by rate and by share of the answers. */
  LATENCY("Latency: percentiles and sweeps of rates"),
  /** Where a command's time goes. */
  STAGES("Stages: waiting, working, publishing, and a model of more cores"),
  /** Bytes of heap. */
  ALLOCATION("Allocation"),
  /** Durable. */
  DURABLE("Durable latency, beside the plain disk"),
  /** What others claimed. */
  ORIGINALS("The original reports, done again"),
  /** Against the last kept run. */
  CHANGE("Change against the last kept run"),
  /** Versions, settings, and why. */
  ENTRANTS("Who was measured: versions, flags, and the reason for them"),
  /** Calls, commits, hosts. */
  ORIGIN("Exact commands, the machine, and all figures as JSON");

  private static final Map<String, Part> PLACES =
      Map.of(
          "parity", CORRECTNESS,
          "stages", STAGES,
          "publish", STAGES,
          "model", STAGES,
          "wal", DURABLE,
          "originals", ORIGINALS);

  private final String title;

  Part(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Where it can be linked to. */
  String anchor() {
    return "part-" + ordinal();
  }

  /** Whether the figures of a subject stand here. */
  boolean hasRows(Result result) {
    return !result.rows().isEmpty() && placeOf(result) == this;
  }

  /** Whether its percentiles do: those of throughputs stand among the latencies. */
  boolean hasCurves(Result result) {
    Part place = placeOf(result);
    return !result.curves().isEmpty() && (place == THROUGHPUT ? LATENCY : place) == this;
  }

  private static Part placeOf(Result result) {
    return PLACES.getOrDefault(result.subject(), THROUGHPUT);
  }

  /** Those of some results that this part shows something of. */
  List<Result> of(Map<String, Result> results) {
    return results.values().stream().filter(r -> hasRows(r) || hasCurves(r)).toList();
  }
}
