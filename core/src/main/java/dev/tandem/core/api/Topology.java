package dev.tandem.core.api;

/**
 * Which threads drive the stages of a kernel. The choice changes how fast it is, never what it
 * does: from the same commands every topology makes the same events and the same state.
 *
 * @param riskShards number of risk threads, users are spread over them by id; 0 for {@link
 *     #fused()}
 * @param matchingShards number of matching threads, symbols are spread over them by id; 0 for
 *     {@link #fused()}
 */
public record Topology(int riskShards, int matchingShards) {

  private static final int MAX_SHARDS = 64;

  /**
   * @throws IllegalArgumentException if a number is out of 1 to 64
   */
  public Topology {
    boolean fused = riskShards == 0 && matchingShards == 0;
    if (!fused
        && (riskShards < 1
            || riskShards > MAX_SHARDS
            || matchingShards < 1
            || matchingShards > MAX_SHARDS)) {
      throw new IllegalArgumentException(
          "risk shards %d, matching shards %d: expected 1 to %d of each"
              .formatted(riskShards, matchingShards, MAX_SHARDS));
    }
  }

  /** All stages on one thread, in one pass: the fastest on one or two CPUs. */
  public static Topology fused() {
    return new Topology(0, 0);
  }

  /**
   * A thread for admission, one for each risk shard, one for each matching shard, one for results.
   */
  public static Topology pipelined(int riskShards, int matchingShards) {
    if (riskShards == 0 || matchingShards == 0) {
      throw new IllegalArgumentException("a pipeline has at least one risk and one matching shard");
    }
    return new Topology(riskShards, matchingShards);
  }

  /** {@link #fused()} up to four usable CPUs, above that {@link #pipelined} with one shard each. */
  public static Topology auto() {
    return Runtime.getRuntime().availableProcessors() <= 4 ? fused() : pipelined(1, 1);
  }

  /** Whether one thread runs all stages. */
  public boolean isFused() {
    return riskShards == 0;
  }

  /** Number of kernel threads, without those of a log: its stage and its own two. */
  public int threads() {
    return isFused() ? 1 : 2 + riskShards + matchingShards;
  }

  @Override
  public String toString() {
    return isFused() ? "FUSED" : "PIPELINED(" + riskShards + "," + matchingShards + ")";
  }
}
