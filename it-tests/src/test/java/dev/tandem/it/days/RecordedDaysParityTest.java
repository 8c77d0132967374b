package dev.tandem.it.days;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.Topology;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowFiles;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import dev.tandem.it.TestData;
import dev.tandem.it.parity.Parity;
import dev.tandem.it.parity.Shadow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded days and generated flows have the same answers, events and state in Java and in C++. */
class RecordedDaysParityTest {

  private static final long RICH = 1_000_000_000_000_000L;

  /** So little that some orders are refused. */
  private static final long TIGHT = 3_000_000;

  private static final int SEEDS = 12;

  private static final class FlowFeed implements Parity.Feed {

    private final Flow flow;
    private final FlowRun run;

    FlowFeed(Flow flow, long funding, Shadow shadow) {
      this.flow = flow;
      run = new FlowRun(flow, Topology.fused(), funding, Exchange.builder(), shadow);
    }

    @Override
    public int size() {
      return flow.size();
    }

    @Override
    public void sendTo(int end) {
      run.sendTo(end);
    }

    @Override
    public String describe(int command) {
      return flow.place(command);
    }

    @Override
    public long eventHash() {
      return run.eventHash();
    }

    @Override
    public long stateHash() {
      return run.stateHash();
    }

    @Override
    public void close() {
      run.close();
    }
  }

  private static long check(String name, Flow flow, long funding, int every) {
    return Parity.check(name, funding != 0, shadow -> new FlowFeed(flow, funding, shadow), every);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "sse-600519/sse_600519_2023-02-01",
        "sse-large/sse_605580_2023-07-11",
        "sse-large/sse_600761_2023-07-11",
        "sse-large/sse_600961_2023-07-11",
        "sse-large/sse_601825_2023-07-11"
      })
  void aDayOfShanghaiIsTheSame(String day) {
    Flow flow = FlowFiles.read(TestData.file(day + ".commands.csv.zst"), null);
    assertThat(check(day, flow, RICH, 5_000)).isGreaterThan(flow.size());
    assertThat(check(day + " without risk", flow, 0, 5_000)).isGreaterThan(flow.size());
  }

  @Test
  void aGeneratedFlowIsTheSame() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      FlowMix mix = FlowMix.values()[seed % FlowMix.values().length];
      Flow flow = FlowGenerator.generate(new FlowPlan(5_000, seed, 3, 20, mix, 100, 300));
      assertThat(check("seed " + seed, flow, TIGHT, 500)).isGreaterThan(flow.size());
    }
  }
}
