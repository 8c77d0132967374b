package dev.tandem.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
import dev.tandem.flow.Flow;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayProgressTest {

  private static final class Reported implements ReplayProgress {

    private final List<Long> funded = new ArrayList<>();
    private final List<Long> submitted = new ArrayList<>();
    private long payments;

    @Override
    public void funded(long done, long all) {
      assertThat(submitted).isEmpty();
      payments = all;
      funded.add(done);
    }

    @Override
    public void submitted(int done, int all) {
      assertThat(all).isEqualTo(10_000);
      submitted.add((long) done);
    }
  }

  private static Reported run(boolean risk) {
    Flow flow = FlowGenerator.generate(new FlowPlan(10_000, 1, 100, 200, FlowMix.FULL, 0, 0));
    Reported reported = new Reported();
    ReplayResult result = Replay.run(flow, ReplayOptions.of(Topology.fused(), risk), reported);
    // Each user is made, and paid in the quote currency and in that of each symbol.
    assertThat(reported.payments).isEqualTo(result.funding().users() * 102L);
    if (risk) {
      assertThat(result.funding().nanos()).isPositive();
    } else {
      assertThat(result.funding().nanos()).isZero();
    }
    return reported;
  }

  @Test
  void fundingIsReportedToItsEndAndThenTheFlow() {
    Reported reported = run(true);
    assertThat(reported.payments).isPositive();
    assertThat(reported.funded)
        .hasSizeGreaterThan(3)
        .isSorted()
        .startsWith(0L)
        .endsWith(reported.payments);
    assertThat(reported.submitted).isSorted().startsWith(0L).endsWith(10_000L);
  }

  @Test
  void withoutRiskNobodyIsFunded() {
    Reported reported = run(false);
    assertThat(reported.funded).isEmpty();
    assertThat(reported.submitted).isSorted().startsWith(0L).endsWith(10_000L);
  }
}
