package dev.tandem.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.flow.Flow;
import dev.tandem.app.flow.FlowFiles;
import dev.tandem.app.flow.FlowGenerator;
import dev.tandem.app.flow.FlowMix;
import dev.tandem.app.flow.FlowPlan;
import dev.tandem.app.flow.SplitMix64;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.topology.Topology;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** Whatever the topology: equal commands and equal cuts give equal events and equal state. */
class GeneratedFlowsTest {

  private static final int SEEDS = 100;
  private static final int COMMANDS = 1_500;

  /** So little that some orders are refused, and which ones depends on the cuts. */
  private static final long TIGHT = 3_000_000;

  private static final long RICH = 1_000_000_000_000_000L;

  private static final Topology[] TOPOLOGIES = {
    Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(2, 2)
  };

  private record Outcome(long eventHash, long stateHash, long refusedForFunds, long trades) {}

  private static Outcome run(Flow flow, Topology topology, long funding, BitSet cuts) {
    try (FlowRun run = new FlowRun(flow, topology, funding, true)) {
      run.sendTo(flow.size(), cuts).flush();
      assertThat(run.balances().areConserved()).isTrue();
      return new Outcome(
          run.eventHash(),
          run.stateHash(),
          run.answers().stream().filter(a -> a.code() == ResultCode.INSUFFICIENT_FUNDS).count(),
          run.answers().stream().map(CommandResult::trades).mapToLong(t -> t.size()).sum());
    }
  }

  private static BitSet randomCuts(int size, long seed) {
    SplitMix64 random = new SplitMix64(seed);
    BitSet cuts = new BitSet(size);
    int mean = 1 + random.nextInt(60);
    for (int i = 0; i < size; i++) {
      cuts.set(i, random.nextInt(mean) == 0);
    }
    cuts.set(size - 1);
    return cuts;
  }

  @Test
  void equalCutsGiveEqualHashesInEveryTopology() {
    long refused = 0;
    long trades = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      FlowMix mix = FlowMix.values()[seed % FlowMix.values().length];
      Flow flow = FlowGenerator.generate(new FlowPlan(COMMANDS, seed, 3, 20, mix, 100, 300));
      BitSet cuts = randomCuts(flow.size(), seed);
      Outcome fused = run(flow, TOPOLOGIES[0], TIGHT, cuts);
      for (int t = 1; t < TOPOLOGIES.length; t++) {
        assertThat(run(flow, TOPOLOGIES[t], TIGHT, cuts))
            .as("seed %d, %s", seed, TOPOLOGIES[t])
            .isEqualTo(fused);
      }
      refused += fused.refusedForFunds();
      trades += fused.trades();
    }
    assertThat(refused).isPositive();
    assertThat(trades).isGreaterThan(SEEDS);
  }

  @Test
  void aRealDayWithRandomCutsIsTheSameInEveryTopology() {
    Flow day =
        FlowFiles.read(TestData.file("sse-large/sse_601825_2023-07-11.commands.csv.zst"), null);
    BitSet cuts = randomCuts(day.size(), 7);
    Outcome fused = run(day, TOPOLOGIES[0], RICH, cuts);
    assertThat(fused.trades()).isEqualTo(5_370);
    for (int t = 1; t < TOPOLOGIES.length; t++) {
      assertThat(run(day, TOPOLOGIES[t], RICH, cuts)).isEqualTo(fused);
    }
  }

  @Test
  void theCutsOfALiveRunReplayToTheSameHashes() {
    for (int seed = 1; seed <= 10; seed++) {
      Flow flow =
          FlowGenerator.generate(new FlowPlan(COMMANDS, seed, 3, 20, FlowMix.FULL, 100, 300));
      for (Topology live : TOPOLOGIES) {
        BitSet cuts;
        long eventHash;
        long stateHash;
        try (FlowRun run = new FlowRun(flow, live, TIGHT, false)) {
          run.sendTo(flow.size()).flush();
          cuts = (BitSet) run.groupEnds().clone();
          eventHash = run.eventHash();
          stateHash = run.stateHash();
        }
        for (Topology again : TOPOLOGIES) {
          Outcome replayed = run(flow, again, TIGHT, cuts);
          assertThat(replayed.eventHash()).as("%s by %s", live, again).isEqualTo(eventHash);
          assertThat(replayed.stateHash()).as("%s by %s", live, again).isEqualTo(stateHash);
        }
      }
    }
  }
}
