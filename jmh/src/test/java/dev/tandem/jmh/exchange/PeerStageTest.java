package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.harness.Peers;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stacks are written as method frames, the top first, with the packages' first letters. */
class PeerStageTest {

  private static final Map<String, String> PACKAGES =
      Map.of("p", "exchange.core2.core.processors.", "d", "com.lmax.disruptor.");

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          p.WaitSpinningHelper.tryWaitFor p.GroupingProcessor.processEvents, GROUPING, true
          java.lang.Thread.yield p.WaitSpinningHelper.tryWaitFor p.GroupingProcessor.processEvents, GROUPING, true
          p.GroupingProcessor.processEvents p.GroupingProcessor.run, GROUPING, false
          p.WaitSpinningHelper.tryWaitFor p.TwoStepMasterProcessor.processEvents, HOLD, true
          p.RiskEngine.preProcessCommand p.TwoStepMasterProcessor.processEvents, HOLD, false
          p.TwoStepMasterProcessor.processEvents, HOLD, false
          p.WaitSpinningHelper.tryWaitFor p.TwoStepSlaveProcessor.handlingCycle:91 p.TwoStepMasterProcessor.processEvents, SETTLE, true
          d.Sequence.get p.WaitSpinningHelper.tryWaitFor p.TwoStepSlaveProcessor.handlingCycle:91 p.TwoStepMasterProcessor.processEvents, SETTLE, true
          p.TwoStepSlaveProcessor.handlingCycle:94 p.TwoStepMasterProcessor.processEvents, SETTLE, true
          p.TwoStepSlaveProcessor.handlingCycle:95 p.TwoStepMasterProcessor.processEvents, SETTLE, false
          p.TwoStepSlaveProcessor.handlingCycle:97 p.TwoStepMasterProcessor.processEvents, SETTLE, false
          p.TwoStepSlaveProcessor.handlingCycle:113 p.TwoStepMasterProcessor.processEvents, SETTLE, true
          p.RiskEngine.handlerRiskRelease p.TwoStepSlaveProcessor.handlingCycle:96 p.TwoStepMasterProcessor.processEvents, SETTLE, false
          p.MatchingEngineRouter.processOrder d.BatchEventProcessor.processEvents, MATCH, false
          exchange.core2.core.orderbook.OrderBookDirectImpl.newOrder p.MatchingEngineRouter.processOrder d.BatchEventProcessor.processEvents, MATCH, false
          p.ResultsHandler.onEvent d.BatchEventProcessor.processEvents, RESULTS, false
          d.YieldingWaitStrategy.waitFor d.ProcessingSequenceBarrier.waitFor d.BatchEventProcessor.processEvents, , true
          java.lang.Thread.yield d.YieldingWaitStrategy.applyWaitMethod d.YieldingWaitStrategy.waitFor d.BatchEventProcessor.processEvents, , true
          java.util.concurrent.locks.LockSupport.park d.BlockingWaitStrategy.waitFor d.BatchEventProcessor.processEvents, , true
          d.BatchEventProcessor.processEvents d.BatchEventProcessor.run, , false
          """)
  void aStackTellsTheStageAndWhetherItWaits(String frames, PeerStage stage, boolean waits) {
    StackTraceElement[] stack = stack(frames);
    assertThat(PeerStage.isStage(stack)).isTrue();
    assertThat(PeerStage.of(stack)).isEqualTo(stage);
    assertThat(PeerStage.waits(stack)).isEqualTo(waits);
  }

  /** The thread that submits, and one that has nothing to do with the exchange. */
  @Test
  void otherThreadsAreNoStages() {
    for (String frames :
        List.of(
            "exchange.core2.core.ExchangeApi.submitCommand dev.tandem.jmh.exchange.Any.submit",
            "java.util.concurrent.locks.LockSupport.park java.util.concurrent.Any.take",
            "d.Another.processEvents java.lang.Thread.run")) {
      assertThat(PeerStage.isStage(stack(frames))).as(frames).isFalse();
    }
    assertThat(PeerStage.isStage(new StackTraceElement[0])).isFalse();
  }

  /** Settle goes by lines of its source: with another version they are to be looked up. */
  @Test
  void theLinesAreThoseOfTheVersionThatIsMeasured() {
    assertThat(Peers.version("exchange-core")).isEqualTo("0.5.3");
  }

  private static StackTraceElement[] stack(String frames) {
    return Stream.of(frames.split(" ", -1))
        .map(PeerStageTest::frame)
        .toArray(StackTraceElement[]::new);
  }

  private static StackTraceElement frame(String text) {
    String[] parts = text.split(":", -1);
    int dot = parts[0].lastIndexOf('.');
    String type = parts[0].substring(0, dot);
    int first = type.indexOf('.');
    return new StackTraceElement(
        PACKAGES.getOrDefault(type.substring(0, first), type.substring(0, first) + ".")
            + type.substring(first + 1),
        parts[0].substring(dot + 1),
        null,
        parts.length > 1 ? Integer.parseInt(parts[1]) : -1);
  }
}
