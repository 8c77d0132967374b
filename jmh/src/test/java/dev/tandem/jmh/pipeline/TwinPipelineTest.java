package dev.tandem.jmh.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tandem.core.api.WaitMode;
import dev.tandem.jmh.harness.TwinLibrary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class TwinPipelineTest {

  private static final int SLOTS = 1 << 6;
  private static final long EVENTS = 3_000;

  @BeforeEach
  void needsTheLibrary() {
    TwinLibrary.assume();
  }

  /** Over many laps of a small ring; of three producers each sends a third. */
  @ParameterizedTest
  @CsvSource({
    "ONE_TO_ONE,1,4498500",
    "PIPELINE_OF_3,3,4498500",
    "DIAMOND,3,4498500",
    "THREE_TO_ONE,1,1498500",
    "PING_PONG,2,4498500"
  })
  void eachProcessorOfAShapeSeesEachEvent(TwinPipeline.Shape shape, int processors, long sum) {
    try (TwinPipeline pipeline = new TwinPipeline(shape, WaitMode.YIELDING, SLOTS)) {
      assertThat(pipeline.pass(EVENTS)).isPositive();
      for (int i = 0; i < 3; i++) {
        assertThat(pipeline.seen(i)).as("%d", i).isEqualTo(i < processors ? sum : 0);
      }
    }
  }

  @Test
  void aRefusalHasTheReason() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new TwinPipeline(TwinPipeline.Shape.DIAMOND, WaitMode.YIELDING, 3))
        .withMessageContaining("code 1: the slots of a ring are no power of two");
    try (TwinPipeline pipeline =
        new TwinPipeline(TwinPipeline.Shape.THREE_TO_ONE, WaitMode.PARKING, SLOTS)) {
      assertThatIllegalStateException()
          .isThrownBy(() -> pipeline.pass(4))
          .withMessageContaining("a multiple of 3");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TwinPipeline(TwinPipeline.Shape.DIAMOND, WaitMode.BUSY_SPIN, SLOTS));
  }
}
