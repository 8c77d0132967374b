package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.pipeline.StageOptions;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.exchange.StageSamples.Stage;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The kernel of the studies meets what the flow states, and measures what it says. */
class StudyKernelTest {

  private static final int LIMIT = 32;

  @ParameterizedTest
  @EnumSource(Publishing.class)
  void eachIntervalMeetsWhatTheFlowStates(Publishing publishing) {
    StageOptions base = StageOptions.of(StudyKernel.waiting(false)).withLimit(LIMIT);
    KernelFlow flow = KernelFlows.STEADY.make(3);
    try (StudyKernel kernel =
        new StudyKernel(
            false, stage -> base.withPublishing(publishing.of(stage)), StageSamples.NONE)) {
      kernel.load(flow);
      kernel.reset();
      assertThat(Passes.closed(kernel, flow)).isPositive();
      for (Stage stage : Stage.values()) {
        assertThat(kernel.batch(stage)).isBetween(1.0, (double) LIMIT);
        assertThat(kernel.samples().working(stage).getTotalCount()).isZero();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "true, 64", "false, 1", "false, 64"})
  void eachStageIsTimedForOneCommandOfSoMany(boolean fused, int every) {
    StageOptions options = StageOptions.of(StudyKernel.waiting(fused));
    KernelFlow flow = KernelFlows.STEADY.make(3);
    try (StudyKernel kernel = new StudyKernel(fused, stage -> options, every)) {
      kernel.load(flow);
      kernel.reset();
      Passes.closed(kernel, flow);
      for (Stage stage : Stage.values()) {
        assertThat(kernel.samples().working(stage).getTotalCount())
            .isEqualTo(kernel.samples().waiting(stage).getTotalCount())
            .isBetween((long) flow.size() / every, (long) flow.size() / every + 1);
      }
    }
  }

  @Test
  void theShareOfLateCommandsIsThatOfTheDistribution() {
    Histogram lateness = RunningKernel.distribution();
    lateness.recordValueWithCount(10, 75);
    lateness.recordValueWithCount(RunningKernel.LATE_NANOS * 3, 25);
    assertThat(new RunningKernel.Paced(1, RunningKernel.distribution(), lateness).late())
        .isEqualTo(0.25);
  }
}
