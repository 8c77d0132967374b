package dev.tandem.app.replay;

import dev.tandem.core.api.Topology;
import dev.tandem.flow.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Rounds of one flow, each in an exchange of its own; several topologies take turns, so that what
 * the machine does meanwhile befalls them alike.
 */
public final class Rounds {

  /**
   * One round.
   *
   * @param nanos as {@link ReplayResult#nanos}
   */
  public record Round(
      double commandsPerSecond, long nanos, Histogram latency, ReplayResult.Hashes hashes) {

    private static Round of(ReplayResult r) {
      return new Round(r.commandsPerSecond(), r.nanos(), r.latency(), r.hashes());
    }

    /** The latency in figures. */
    public Latencies latencies() {
      return Latencies.of(latency);
    }
  }

  /** All rounds of a topology, at least one. */
  public record OfTopology(Topology topology, List<Round> rounds) {

    /** Commands per second. */
    public Spread commandsPerSecond() {
      return spread(Round::commandsPerSecond);
    }

    /** A figure of each round. */
    public Spread spread(ToDoubleFunction<Round> figure) {
      return Spread.of(rounds.stream().mapToDouble(figure).toArray());
    }

    /** The median of each percentile over the rounds; the samples of all of them. */
    public Latencies latencies() {
      List<Latencies> each = rounds.stream().map(Round::latencies).toList();
      return new Latencies(
          each.stream().mapToLong(Latencies::samples).sum(),
          median(each, Latencies::p50),
          median(each, Latencies::p90),
          median(each, Latencies::p99),
          median(each, Latencies::p999),
          median(each, Latencies::p9999),
          median(each, Latencies::max));
    }

    private static long median(List<Latencies> each, ToDoubleFunction<Latencies> figure) {
      return Math.round(Spread.of(each.stream().mapToDouble(figure).toArray()).median());
    }

    /** The latency of all rounds together. */
    public Histogram latency() {
      Histogram all = new Histogram(rounds.get(0).latency());
      rounds.forEach(round -> all.add(round.latency()));
      return all;
    }
  }

  private final List<OfTopology> topologies;
  private final ReplayResult first;
  private final long mismatches;

  private Rounds(List<OfTopology> topologies, ReplayResult first, long mismatches) {
    this.topologies = topologies;
    this.first = first;
    this.mismatches = mismatches;
  }

  /**
   * Runs all rounds.
   *
   * @param options one for each topology
   * @param progress gives the progress display of a round, by its name; closed behind it
   * @throws RuntimeException as {@link Replay#run(Flow, ReplayOptions, ReplayProgress)} does
   */
  public static Rounds run(
      Flow flow, List<ReplayOptions> options, int rounds, Function<String, Reported> progress) {
    List<OfTopology> all = new ArrayList<>();
    options.forEach(of -> all.add(new OfTopology(of.topology(), new ArrayList<>())));
    ReplayResult first = null;
    long mismatches = 0;
    for (int round = 1; round <= rounds; round++) {
      for (int t = 0; t < options.size(); t++) {
        String name = options.get(t).topology() + " " + round + "/" + rounds;
        ReplayResult result;
        try (Reported reported = progress.apply(name)) {
          result = Replay.run(flow, options.get(t), reported);
        }
        all.get(t).rounds().add(Round.of(result));
        mismatches = Math.max(mismatches, result.mismatches().count());
        first = first == null ? result : first;
      }
    }
    return new Rounds(all, first, mismatches);
  }

  /** Learns how far a round is, and is closed when it is over. */
  public interface Reported extends ReplayProgress, AutoCloseable {
    @Override
    void close();
  }

  /** Of each topology its rounds. */
  public List<OfTopology> topologies() {
    return List.copyOf(topologies);
  }

  /** All that came of the very first round. */
  public ReplayResult first() {
    return first;
  }

  /** Where a round came to another end than the first one, in words; empty if none did. */
  public List<String> differences() {
    List<String> found = new ArrayList<>();
    for (OfTopology topology : topologies) {
      for (int i = 0; i < topology.rounds().size(); i++) {
        Round round = topology.rounds().get(i);
        if (!round.hashes().equals(first.hashes())) {
          found.add(
              "round %d of %s: event hash %s, state hash %s; the first round of %s: %s, %s"
                  .formatted(
                      i + 1,
                      topology.topology(),
                      ReplayResult.hex(round.hashes().events()),
                      ReplayResult.hex(round.hashes().state()),
                      first.topology(),
                      ReplayResult.hex(first.hashes().events()),
                      ReplayResult.hex(first.hashes().state())));
        }
      }
    }
    if (mismatches > first.mismatches().count()) {
      found.add("a later round differs from what the input says, and the first one did not");
    }
    return found;
  }
}
