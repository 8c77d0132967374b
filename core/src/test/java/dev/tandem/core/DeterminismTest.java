package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.pipeline.PublishInterval;
import dev.tandem.core.pipeline.WaitMode;
import dev.tandem.core.topology.Topology;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes out depends on the commands and the ends of the groups, and on nothing else. */
@Timeout(120)
class DeterminismTest {

  private static final int SEEDS = 100;
  private static final int COMMANDS = 3_000;

  private static final Topology[] TOPOLOGIES = {
    Topology.fused(),
    Topology.pipelined(1, 1),
    Topology.pipelined(2, 1),
    Topology.pipelined(1, 2),
    Topology.pipelined(3, 3)
  };

  /** What must be equal, and how much of it was worth testing. */
  private record Outcome(long eventHash, long stateHash, int refused, int trades) {}

  private static Outcome run(
      ExchangeBuilder builder,
      Topology topology,
      List<Command> flow,
      BitSet cuts,
      int burst,
      BitSet seen) {
    int[] counts = new int[2];
    if (cuts != null) {
      builder.recordedCuts();
    }
    try (Exchange exchange =
        builder
            .topology(topology)
            .daemon()
            .ringSize(1024)
            .waitMode(WaitMode.YIELDING)
            .resultHandler(
                c -> {
                  if (c.endOfGroup) {
                    seen.set((int) c.sequence);
                  }
                  if (c.result == ResultCode.INSUFFICIENT_FUNDS.code()) {
                    counts[0]++;
                  }
                  counts[1] += c.trades.count();
                })
            .start()) {
      CommandPublisher publisher = exchange.publisher();
      for (int i = 0; i < flow.size(); i++) {
        Command slot = publisher.claim();
        RandomFlow.copy(flow.get(i), slot);
        slot.cutHere = cuts != null && cuts.get(i);
        publisher.publish(slot);
        if (burst > 0 && i % burst == 0) {
          LockSupport.parkNanos(1_000);
        }
      }
      long eventHash = exchange.eventHash();
      long stateHash = exchange.stateHash();
      Solvency.check(exchange.balances());
      return new Outcome(eventHash, stateHash, counts[0], counts[1]);
    }
  }

  /** Cuts at random places; the flow's last command ends the last group. */
  private static BitSet randomCuts(long seed, int size) {
    Random random = new Random(seed);
    BitSet cuts = new BitSet(size);
    for (int i = 0; i < size; i += 1 + random.nextInt(1 + random.nextInt(200))) {
      cuts.set(i);
    }
    cuts.set(size - 1);
    return cuts;
  }

  @Test
  void everyTopologyGivesTheSameForTheSameCuts() {
    int refused = 0;
    int trades = 0;
    int different = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Command> flow = RandomFlow.of(seed, COMMANDS);
      BitSet cuts = randomCuts(seed, flow.size());
      Outcome fused = run(Exchange.builder(), Topology.fused(), flow, cuts, 0, new BitSet());
      Topology other = TOPOLOGIES[1 + seed % (TOPOLOGIES.length - 1)];
      Outcome pipelined =
          run(
              Exchange.builder().publishInterval(PublishInterval.every(1)),
              other,
              flow,
              cuts,
              0,
              new BitSet());
      assertThat(pipelined).as("seed %d, %s", seed, other).isEqualTo(fused);
      refused += fused.refused;
      trades += fused.trades;
      Outcome otherCuts =
          run(
              Exchange.builder(),
              Topology.fused(),
              flow,
              randomCuts(seed + 1000, flow.size()),
              0,
              new BitSet());
      different += otherCuts.eventHash == fused.eventHash ? 0 : 1;
    }
    // The flows are worth something: they trade, run out of money, and feel where groups end.
    assertThat(trades).isGreaterThan(SEEDS * 100);
    assertThat(refused).isGreaterThan(SEEDS * 10);
    assertThat(different).isGreaterThan(SEEDS / 4);
  }

  /** The cuts of a live run are recorded from its results and replayed on every other topology. */
  @Test
  void aLiveRunIsReplayedFromItsCuts() {
    for (int seed = 0; seed < 20; seed++) {
      List<Command> flow = RandomFlow.of(seed + 5_000, COMMANDS);
      Topology topology = TOPOLOGIES[seed % TOPOLOGIES.length];
      BitSet cuts = new BitSet();
      Outcome live =
          run(Exchange.builder().groupLimit(64), topology, flow, null, 1 + seed * 10, cuts);
      for (Topology other : TOPOLOGIES) {
        Outcome replayed = run(Exchange.builder(), other, flow, cuts, 0, new BitSet());
        assertThat(replayed).as("seed %d, %s as %s", seed, topology, other).isEqualTo(live);
      }
    }
  }
}
