package dev.tandem.app.parity;

import dev.tandem.core.api.Topology;
import dev.tandem.flow.generator.SplitMix64;

/** How many threads of risk and of matching the pipelines have. */
record Shards(Topology java, Topology cpp) {

  /** One risk shard and one matching shard in both languages. */
  static final Shards ONE = new Shards(Topology.pipelined(1, 1), Topology.pipelined(1, 1));

  private static final int MOST = 3;

  /** Those of a seed, in each language its own; without risk there is one thread for it. */
  static Shards of(long seed, boolean risk) {
    // Not the numbers of the flow: it stays the same however it is run.
    SplitMix64 random = new SplitMix64(~seed);
    return new Shards(draw(random, risk), draw(random, risk));
  }

  private static Topology draw(SplitMix64 random, boolean risk) {
    int ofRisk = 1 + random.nextInt(MOST);
    int ofMatching = 1 + random.nextInt(MOST);
    return Topology.pipelined(risk ? ofRisk : 1, ofMatching);
  }
}
