package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which stage a thread is counted for whose stacks never told it. */
class StageSamplerTest {

  private static final String PROCESSORS = "exchange.core2.core.processors.";

  private static StackTraceElement[] in(String type, String method) {
    return new StackTraceElement[] {new StackTraceElement(type, method, null, -1)};
  }

  private static final StackTraceElement[] GROUPING =
      in(PROCESSORS + "GroupingProcessor", "processEvents");
  private static final StackTraceElement[] HOLD =
      in(PROCESSORS + "TwoStepMasterProcessor", "processEvents");
  private static final StackTraceElement[] MATCH =
      in(PROCESSORS + "MatchingEngineRouter", "processOrder");
  private static final StackTraceElement[] RESULTS = in(PROCESSORS + "ResultsHandler", "onEvent");

  /** A wait in the Disruptor, which matching and results share. */
  private static final StackTraceElement[] WAITING =
      in("com.lmax.disruptor.YieldingWaitStrategy", "waitFor");

  /** Work in the Disruptor, likewise. */
  private static final StackTraceElement[] WORKING =
      in("com.lmax.disruptor.BatchEventProcessor", "processEvents");

  private static StageSampler.Seen seen(long thread, StackTraceElement[]... stacks) {
    StageSampler.Seen seen = new StageSampler.Seen(thread);
    Arrays.stream(stacks).forEach(seen::add);
    return seen;
  }

  private static StageSampler.Share share(StageSampler.Shares shares, PeerStage stage) {
    return shares.stages().stream().filter(s -> s.stage() == stage).findFirst().orElseThrow();
  }

  @Test
  void aThreadIsOfTheStageThatIsLeft() {
    StageSampler.Shares shares =
        StageSampler.shares(
            2,
            List.of(
                seen(5, WAITING, WORKING),
                seen(4, RESULTS, RESULTS),
                seen(3, HOLD, HOLD),
                seen(2, GROUPING, GROUPING)));
    assertThat(share(shares, PeerStage.MATCH))
        .isEqualTo(new StageSampler.Share(PeerStage.MATCH, 1, 1));
    assertThat(share(shares, PeerStage.RESULTS))
        .isEqualTo(new StageSampler.Share(PeerStage.RESULTS, 0, 2));
  }

  @Test
  void ofTwoThreadsTheOneStartedFirstMatches() {
    StageSampler.Shares shares =
        StageSampler.shares(
            2,
            List.of(
                seen(9, WAITING, WAITING),
                seen(8, WAITING, WORKING),
                seen(3, HOLD, HOLD),
                seen(2, GROUPING, GROUPING)));
    assertThat(share(shares, PeerStage.MATCH))
        .isEqualTo(new StageSampler.Share(PeerStage.MATCH, 1, 1));
    assertThat(share(shares, PeerStage.RESULTS))
        .isEqualTo(new StageSampler.Share(PeerStage.RESULTS, 2, 0));
  }

  @Test
  void aThreadWithoutAStageIsRefused() {
    List<StageSampler.Seen> seen = List.of(seen(4, MATCH), seen(5, RESULTS), seen(6, WAITING));
    assertThatThrownBy(() -> StageSampler.shares(1, seen))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("of 1 samples none tells the stage of thread 6");
  }
}
