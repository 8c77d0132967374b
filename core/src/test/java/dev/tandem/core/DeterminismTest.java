package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.StageTimings;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes out depends on the commands, and on nothing else. */
@Timeout(300)
class DeterminismTest {

  /** All of them with the profiles for crashes; each topology and case often in any build. */
  private static final int SEEDS = Integer.getInteger("tandem.crash.scale", 1) == 1 ? 12 : 60;

  private static final int COMMANDS = 3_000;

  private static final Topology[] TOPOLOGIES = {
    Topology.pipelined(1, 1),
    Topology.pipelined(2, 1),
    Topology.pipelined(1, 2),
    Topology.pipelined(3, 3)
  };

  /** What must be equal, and how much of it was worth testing. */
  private record Outcome(long eventHash, long stateHash, int refused, int trades) {}

  private static Outcome run(
      ExchangeBuilder builder, Topology topology, List<Command> flow, int burst) {
    int[] counts = new int[2];
    try (Exchange exchange =
        builder
            .topology(topology)
            .daemon()
            .waitMode(WaitMode.YIELDING)
            .resultHandler(
                c -> {
                  if (c.result == ResultCode.INSUFFICIENT_FUNDS.code()) {
                    counts[0]++;
                  }
                  counts[1] += c.outcomes.trades();
                })
            .start()) {
      CommandPublisher publisher = exchange.publisher();
      for (int i = 0; i < flow.size(); i++) {
        Command slot = publisher.claim();
        RandomFlow.copy(flow.get(i), slot);
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

  @Test
  void everyTopologyBatchLimitAndArrivalGivesTheSame() {
    int refused = 0;
    int trades = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Command> flow = RandomFlow.of(seed, COMMANDS);
      Random random = new Random(seed);
      Outcome serial = run(Exchange.builder().batchLimit(1), Topology.fused(), flow, 0);
      for (int round = 0; round < 3; round++) {
        Topology topology =
            round == 0 ? Topology.fused() : TOPOLOGIES[(seed + round) % TOPOLOGIES.length];
        int ringSize = 1 << (3 + random.nextInt(8));
        int batchLimit = 1 + random.nextInt(Math.min(ringSize, 300));
        int burst = random.nextInt(3) == 0 ? 1 + random.nextInt(400) : 0;
        ExchangeBuilder builder =
            Exchange.builder()
                .ringSize(ringSize)
                .batchLimit(batchLimit)
                .publishInterval(
                    random.nextBoolean()
                        ? PublishInterval.adaptive()
                        : PublishInterval.every(1 + random.nextInt(9)));
        if (random.nextInt(3) == 0) {
          // Then FUSED takes its stages one by one.
          builder.timings(new StageTimings());
        }
        assertThat(run(builder, topology, flow, burst))
            .as("seed %d, %s, ring %d, %d", seed, topology, ringSize, batchLimit)
            .isEqualTo(serial);
      }
      refused += serial.refused;
      trades += serial.trades;
    }
    // The flows are worth something: they trade and run out of money.
    assertThat(trades).isGreaterThan(SEEDS * 100);
    assertThat(refused).isGreaterThan(SEEDS * 10);
  }
}
