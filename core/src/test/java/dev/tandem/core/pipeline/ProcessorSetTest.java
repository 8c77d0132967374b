package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.WaitMode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Start, drain, halt, join, again; and what a failure does to everybody. */
class ProcessorSetTest {

  private static final int CYCLES = 1_000;

  @Test
  void aThousandStartsAndStopsLoseNothingAndHangNowhere() {
    PairPipeline pipeline = new PairPipeline(2, 16, 64, WaitMode.YIELDING);
    long published = 0;
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      pipeline.processors.start();
      for (int i = 0; i < cycle % 7; i++) {
        pipeline.publish();
        published++;
      }
      if (cycle % 3 == 0) {
        pipeline.drainTo(published - 1);
      }
      pipeline.stop();
      assertThat(pipeline.processors.isAlive()).isFalse();
    }
    pipeline.processors.start();
    pipeline.drainTo(published - 1);
    pipeline.stop();
    pipeline.checkSteps(published);
  }

  @ParameterizedTest
  @EnumSource
  void moreThreadsThanCoresStillGetThrough(WaitMode mode) {
    int events = mode == WaitMode.BUSY_SPIN ? 200 : 20_000;
    PairPipeline pipeline = new PairPipeline(6, 64, 256, mode);
    pipeline.processors.start();
    for (int i = 0; i < events; i++) {
      pipeline.publish();
    }
    pipeline.drainTo(events - 1);
    pipeline.stop();
    pipeline.checkSteps(events);
  }

  @ParameterizedTest
  @EnumSource(names = "BUSY_SPIN", mode = EnumSource.Mode.EXCLUDE)
  void poisonReleasesEveryWaiter(WaitMode mode) {
    PairPipeline pipeline =
        new PairPipeline(
            2,
            16,
            32,
            mode,
            PublishInterval.every(1),
            PairPipeline.Settling.NEVER,
            sequence -> {
              if (sequence == 40) {
                throw new IllegalArgumentException("boom");
              }
            });
    pipeline.processors.start();
    AtomicReference<Throwable> publisher = new AtomicReference<>();
    // The ring holds fewer than it wants to publish: it waits for capacity that never comes.
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    for (int i = 0; i < 1_000; i++) {
                      pipeline.publish();
                    }
                  } catch (PoisonedException e) {
                    publisher.set(e.getCause());
                  }
                });
    assertThatThrownBy(() -> pipeline.drainTo(999))
        .isInstanceOf(PoisonedException.class)
        .hasRootCauseMessage("boom");
    Await.join(thread);
    assertThat(publisher.get()).isInstanceOf(IllegalArgumentException.class).hasMessage("boom");
    assertThat(pipeline.processors.join(Await.DEADLINE)).isTrue();
    assertThat(pipeline.last.get()).as("the failed event is not told as done").isLessThan(40);
    assertThatThrownBy(pipeline.processors::start).isInstanceOf(PoisonedException.class);
    assertThat(pipeline.poison.fail(new IllegalStateException("later"))).isFalse();
    assertThat(pipeline.poison.cause()).hasMessage("boom");
  }

  @Test
  void aThreadOfTheSetWaitsForNoneOfIt() {
    RingBuffer<Item> ring =
        RingBuffer.createMultiProducer(Item::new, 8, new YieldingWaitStrategy());
    StageOptions options = StageOptions.of(WaitPlan.of(WaitMode.YIELDING));
    AtomicReference<ProcessorSet> set = new AtomicReference<>();
    AtomicReference<Boolean> joined = new AtomicReference<>();
    StageProcessor<Item> first =
        new StageProcessor<>(ring, Upstream.of(ring.newBarrier()), new WatchedHandler(), options);
    StageProcessor<Item> last =
        new StageProcessor<>(
            ring,
            Upstream.of(first.getSequence()),
            (item, sequence, endOfBatch) -> joined.set(set.get().join(Duration.ofDays(1))),
            options);
    set.set(
        new ProcessorSet(
            List.of(first, last), PipelineThreads.unpinned("join", true), new Poison()));
    set.get().start();
    ring.publish(ring.next());
    // The first one's thread runs on, and would be waited for all day.
    Await.until("returned", () -> joined.get() != null);
    assertThat(joined.get()).isFalse();
    set.get().halt();
    assertThat(set.get().join(Await.DEADLINE)).isTrue();
  }

  @Test
  void aDrainThatDoesNotEndInTimeSaysSo() {
    PairPipeline pipeline = new PairPipeline(1, 16, 32, WaitMode.YIELDING);
    pipeline.publish();
    assertThat(pipeline.processors.drainTo(0, Duration.ofMillis(1), pipeline.last)).isFalse();
    assertThat(pipeline.processors.join(Duration.ZERO)).as("nothing was started").isTrue();
  }

  @Test
  void timesBeyondWhatNanosecondsCanSayAreForEverOrNotAtAll() {
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
    Duration longAgo = Duration.ofSeconds(Long.MIN_VALUE);
    PairPipeline pipeline = new PairPipeline(2, 16, 64, WaitMode.YIELDING);
    pipeline.processors.start();
    pipeline.publish();
    assertThat(pipeline.processors.drainTo(0, longest, pipeline.last)).isTrue();
    assertThat(pipeline.processors.drainTo(1, longAgo, pipeline.last)).isFalse();
    assertThat(pipeline.processors.join(longAgo)).isFalse();
    pipeline.processors.halt();
    assertThat(pipeline.processors.join(longest)).isTrue();
  }

  @Test
  void aProcessorTakenIntoCareTooLateIsHaltedAtOnce() {
    Poison poison = new Poison();
    poison.fail(new IllegalStateException("broken"));
    RingBuffer<Item> ring =
        RingBuffer.createMultiProducer(Item::new, 8, new YieldingWaitStrategy());
    WatchedHandler handler = new WatchedHandler();
    StageProcessor<Item> stage =
        new StageProcessor<>(
            ring,
            Upstream.of(ring.newBarrier()),
            handler,
            StageOptions.of(WaitPlan.of(WaitMode.YIELDING)));
    poison.watch(stage);
    ring.publish(ring.next());
    stage.run();
    assertThat(handler.calls).containsExactly("start", "shutdown");
  }

  @Test
  void aSlaveWithoutAMasterIsRefused() {
    RingBuffer<Item> ring =
        RingBuffer.createMultiProducer(Item::new, 8, new YieldingWaitStrategy());
    StageOptions options = StageOptions.of(WaitPlan.of(WaitMode.YIELDING));
    Upstream upstream = Upstream.of(ring.newBarrier());
    TwoStepSlaveProcessor<Item> slave =
        new TwoStepSlaveProcessor<>(ring, upstream, new WatchedHandler(), options);
    assertThatThrownBy(slave::run).isInstanceOf(IllegalStateException.class);
    TwoStepMasterProcessor<Item> master =
        new TwoStepMasterProcessor<>(
            ring, upstream, SettlingHandler.neverWaiting(new WatchedHandler()), options);
    assertThatThrownBy(master::run).isInstanceOf(IllegalStateException.class);
    master.attachSlave(slave);
    assertThatThrownBy(() -> master.attachSlave(slave)).isInstanceOf(IllegalStateException.class);
    slave.run();
    assertThat(slave.isRunning()).isFalse();
  }
}
