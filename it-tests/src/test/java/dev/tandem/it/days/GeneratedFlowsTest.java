package dev.tandem.it.days;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeBuilder;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.ResultCode;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowFiles;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import dev.tandem.flow.generator.SplitMix64;
import dev.tandem.it.TestData;
import org.junit.jupiter.api.Test;

/** Whatever topology, batches and arrival: equal commands give equal events and equal state. */
class GeneratedFlowsTest {

  private static final int SEEDS = Integer.getInteger("tandem.crash.scale", 1) > 1 ? 100 : 40;
  private static final int COMMANDS = 1_500;

  /** So little that some orders are refused. */
  private static final long TIGHT = 3_000_000;

  private static final long RICH = 1_000_000_000_000_000L;

  private static final Topology[] TOPOLOGIES = {
    Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(2, 2)
  };

  private record Outcome(long eventHash, long stateHash, long refusedForFunds, long trades) {}

  /** Sends a flow in bursts of random lengths; between two bursts everything is answered. */
  private static Outcome run(Flow flow, Topology topology, long funding, long seed) {
    SplitMix64 random = new SplitMix64(seed);
    ExchangeBuilder builder = Exchange.builder().batchLimit(1 + random.nextInt(300));
    if (random.nextInt(2) == 0) {
      builder.publishInterval(PublishInterval.every(1 + random.nextInt(30)));
    }
    try (FlowRun run = new FlowRun(flow, topology, funding, builder)) {
      int burst = 1 + random.nextInt(flow.size());
      for (int sent = 0; sent < flow.size(); ) {
        sent = Math.min(flow.size(), sent + 1 + random.nextInt(burst));
        run.sendTo(sent).flush();
      }
      assertThat(run.balances().areConserved()).isTrue();
      return new Outcome(
          run.eventHash(),
          run.stateHash(),
          run.answers().stream().filter(a -> a.code() == ResultCode.INSUFFICIENT_FUNDS).count(),
          run.answers().stream().map(CommandResult::trades).mapToLong(t -> t.size()).sum());
    }
  }

  @Test
  void equalCommandsGiveEqualHashesInEveryTopology() {
    long refused = 0;
    long trades = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      FlowMix mix = FlowMix.values()[seed % FlowMix.values().length];
      Flow flow = FlowGenerator.generate(new FlowPlan(COMMANDS, seed, 3, 20, mix, 100, 300));
      Outcome fused = run(flow, TOPOLOGIES[0], TIGHT, seed);
      for (int t = 1; t < TOPOLOGIES.length; t++) {
        assertThat(run(flow, TOPOLOGIES[t], TIGHT, seed * 31L + t))
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
  void aRealDayInRandomBurstsIsTheSameInEveryTopology() {
    Flow day =
        FlowFiles.read(TestData.file("sse-large/sse_601825_2023-07-11.commands.csv.zst"), null);
    Outcome fused = run(day, TOPOLOGIES[0], RICH, 7);
    assertThat(fused.trades()).isEqualTo(5_370);
    for (int t = 1; t < TOPOLOGIES.length; t++) {
      assertThat(run(day, TOPOLOGIES[t], RICH, t)).isEqualTo(fused);
    }
  }
}
