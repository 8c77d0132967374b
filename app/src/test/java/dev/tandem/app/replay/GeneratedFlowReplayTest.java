package dev.tandem.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
import dev.tandem.core.command.ResultCode;
import dev.tandem.flow.Flow;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an exchange makes of generated flows: {@code FlowGeneratorTest} of flow has the rest. */
class GeneratedFlowReplayTest {

  private static final int COMMANDS = 100_000;

  @ParameterizedTest
  @EnumSource(FlowMix.class)
  void commandsHitAndSomeTrade(FlowMix mix) {
    Flow flow = FlowGenerator.generate(new FlowPlan(COMMANDS, 5, 4, 100, mix, 100, 300));
    ReplayResult result = Replay.run(flow, ReplayOptions.of(Topology.fused(), true));
    long missed = result.results().get(ResultCode.UNKNOWN_ORDER.code());
    assertThat(missed).isZero();
    assertThat(result.traded().trades()).isGreaterThan(COMMANDS / 100);
    assertThat(result.funding().totals()).allMatch(t -> t.isConserved());
  }
}
