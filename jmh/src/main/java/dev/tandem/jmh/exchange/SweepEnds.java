package dev.tandem.jmh.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumSet;
import java.util.Set;

/**
 * Where a sweep ends for each entrant: where half of its answers take over 10 ms. An entrant that
 * carries the rate all the same is asked for one rate more, and only a second such answer ends its
 * sweep: a host that took the CPU for a while ends nobody's, ours or a peer's.
 */
final class SweepEnds {

  private static final long MOST_P50_NANOS = 10_000_000;

  /** Who submitted less of the rate than this did not carry it. */
  private static final double CARRIED = 0.95;

  private final Set<KernelEntrant> ended = EnumSet.noneOf(KernelEntrant.class);
  private final Set<KernelEntrant> slow = EnumSet.noneOf(KernelEntrant.class);

  /** Takes the answer at a rate, commands a second; the rates of an entrant rise. */
  void add(KernelEntrant entrant, double rate, JsonNode answer) {
    if (!answer.has("latency")) {
      ended.add(entrant);
    } else if (answer.get("latency").get(0).asLong() <= MOST_P50_NANOS) {
      slow.remove(entrant);
    } else if (!slow.add(entrant) || answer.path("rate").asDouble() < CARRIED * rate) {
      ended.add(entrant);
    }
  }

  /** Whether an entrant is not asked any more. */
  boolean hasEnded(KernelEntrant entrant) {
    return ended.contains(entrant);
  }
}
