package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.pipeline.StageOptions;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.exchange.StageSamples.Stage;
import dev.tandem.jmh.harness.Lateness;
import dev.tandem.jmh.harness.TwinLibrary;
import dev.tandem.wal.Durability;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The kernel of the studies meets what the flow states, and measures what it says. */
@Tag("thorough")
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
      for (Stage stage : Stage.IN_MEMORY) {
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
      for (Stage stage : Stage.OF_LOG) {
        assertThat(kernel.samples().waiting(stage).getTotalCount()).isZero();
      }
      for (Stage stage : Stage.IN_MEMORY) {
        assertThat(kernel.samples().working(stage).getTotalCount())
            .isEqualTo(kernel.samples().waiting(stage).getTotalCount())
            .isBetween((long) flow.size() / every, (long) flow.size() / every + 1);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true, SYNCED", "false, SYNCED", "true, NONE", "false, NONE"})
  void theLogIsTimedWhereThereIsOne(boolean fused, Durability level, @TempDir Path log) {
    StageOptions options = StageOptions.of(StudyKernel.waiting(fused));
    KernelFlow flow = KernelFlows.STEADY.make(3);
    int every = 64;
    try (StudyKernel kernel =
        new StudyKernel(fused, stage -> options, every, JournalOptions.in(log).durability(level))) {
      kernel.load(flow);
      kernel.reset();
      Passes.closed(kernel, flow);
      for (Stage stage : Stage.values()) {
        long count = kernel.samples().waiting(stage).getTotalCount();
        assertThat(count).isBetween((long) flow.size() / every, (long) flow.size() / every + 1);
        assertThat(kernel.samples().working(stage).getTotalCount())
            .isEqualTo(stage == Stage.SYNC ? 0 : count);
      }
      // Results follow the append: what they wait for the rest of the way is a part of that time.
      assertThat(kernel.samples().waiting(Stage.SYNC).getMaxValue())
          .isGreaterThanOrEqualTo(kernel.samples().waiting(Stage.RESULTS).getMaxValue());
    }
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "true, 64", "false, 1", "false, 64"})
  void eachStageInCppIsTimedForOneCommandOfSoMany(boolean fused, int every) {
    TwinLibrary.assume();
    KernelFlow flow = KernelFlows.STEADY.make(3);
    try (TwinKernel kernel = new TwinKernel(true, !fused, false, every)) {
      kernel.load(flow);
      Stage.IN_MEMORY.forEach(kernel::stageTimes);
      Passes.closed(kernel, flow);
      for (Stage stage : Stage.IN_MEMORY) {
        TwinKernel.StageTimes times = kernel.stageTimes(stage);
        assertThat(times.working().getTotalCount())
            .isEqualTo(times.waiting().getTotalCount())
            .isBetween((long) flow.size() / every, (long) flow.size() / every + 1);
      }
    }
  }

  @Test
  void theShareOfLateCommandsIsThatOfTheDistribution() {
    Histogram lateness = RunningKernel.distribution();
    lateness.recordValueWithCount(10, 75);
    lateness.recordValueWithCount(Lateness.NANOS * 3, 25);
    assertThat(
            new RunningKernel.Paced(
                    1, RunningKernel.distribution(), lateness, RunningKernel.Early.NONE)
                .late())
        .isEqualTo(0.25);
  }
}
