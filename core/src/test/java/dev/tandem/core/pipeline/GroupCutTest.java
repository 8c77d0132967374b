package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where groups end, on random streams, and that everybody agrees about it. */
class GroupCutTest {

  private static final int EVENTS = 5_000;
  private static final int LIMIT = 48;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void liveCutsAreObeyedByAllAndComeBackFromARecording(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean[] requested = new boolean[EVENTS];
    for (int i = 0; i < EVENTS; i++) {
      requested[i] = random.nextInt(100) == 0;
    }
    int shards = 1 + (int) (seed % 3);
    PublishInterval publishing =
        seed % 2 == 0 ? PublishInterval.adaptive() : PublishInterval.every(1 + random.nextInt(25));
    PairPipeline live =
        new PairPipeline(
            shards, CutPolicy.LIVE, LIMIT, 256, WaitMode.YIELDING, publishing, sequence -> {});
    live.processors.start();
    for (int i = 0; i < EVENTS; i++) {
      live.publish(requested[i]);
      if (random.nextInt(500) == 0) {
        // Restart with groups in flight, wherever they are.
        live.stop();
        live.processors.start();
      }
      if (random.nextInt(200) == 0) {
        live.drainTo(i);
      }
    }
    live.drainTo(EVENTS - 1);
    live.stop();

    List<Long> ends = live.ends;
    for (List<Long> trace : live.steps) {
      assertThat(trace).hasSize(2 * EVENTS);
      assertThat(PairPipeline.endsOf(trace)).isEqualTo(ends);
    }
    assertThat(ends).endsWith(EVENTS - 1L);
    long start = 0;
    for (long end : ends) {
      assertThat(end - start + 1).isBetween(1L, (long) LIMIT);
      for (long i = start; i < end; i++) {
        assertThat(requested[(int) i]).as("cut requested inside a group, at %d", i).isFalse();
      }
      start = end + 1;
    }

    boolean[] recorded = new boolean[EVENTS];
    ends.forEach(end -> recorded[end.intValue()] = true);
    // Neither the limit nor the availability may cut: a limit of 1 would cut everywhere.
    PairPipeline replay = new PairPipeline(2, CutPolicy.RECORDED, 1, 64, WaitMode.YIELDING);
    replay.processors.start();
    for (int i = 0; i < EVENTS; i++) {
      replay.publish(recorded[i]);
      if (random.nextInt(500) == 0) {
        replay.stop();
        replay.processors.start();
      }
    }
    replay.drainTo(EVENTS - 1);
    replay.stop();
    assertThat(replay.ends).isEqualTo(ends);
    for (List<Long> trace : replay.steps) {
      assertThat(PairPipeline.endsOf(trace)).isEqualTo(ends);
    }

    assertThat(fusedReplay(recorded, random)).isEqualTo(ends);
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void fusedCutsAreWithinTheRulesToo(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean[] requested = new boolean[EVENTS];
    for (int i = 0; i < EVENTS; i++) {
      requested[i] = random.nextInt(20) == 0;
    }
    FusedRun run = new FusedRun(CutPolicy.LIVE, LIMIT, requested);
    run.all(random);
    List<Long> ends = PairPipeline.endsOf(run.steps);
    assertThat(run.ends).isEqualTo(ends).endsWith(EVENTS - 1L);
    long start = 0;
    for (long end : ends) {
      assertThat(end - start + 1).isBetween(1L, (long) LIMIT);
      for (long i = start; i < end; i++) {
        assertThat(requested[(int) i]).isFalse();
      }
      start = end + 1;
    }
  }

  private static List<Long> fusedReplay(boolean[] recorded, SplittableRandom random) {
    FusedRun run = new FusedRun(CutPolicy.RECORDED, 1, recorded);
    run.all(random);
    assertThat(run.ends).isEqualTo(PairPipeline.endsOf(run.steps));
    return run.ends;
  }

  /** One fused processor; its first handler requests the cuts, as a grouping stage does. */
  private static final class FusedRun {

    final List<Long> steps = new ArrayList<>();
    final List<Long> ends = new ArrayList<>();
    private final RingBuffer<Item> ring;
    private final FusedProcessor<Item> processor;
    private final RingPublisher<Item> publisher;
    private final ProcessorSet processors;
    private final int events;

    FusedRun(CutPolicy policy, int limit, boolean[] cuts) {
      events = cuts.length;
      ring = RingBuffer.createSingleProducer(Item::new, 64, new YieldingWaitStrategy());
      List<EventHandler<Item>> handlers =
          List.of(
              (item, sequence, endOfBatch) -> {
                item.cutRequested = cuts[(int) sequence];
                steps.add(sequence);
              },
              (item, sequence, endOfBatch) -> steps.add(-sequence - 1),
              (item, sequence, endOfBatch) -> {
                if (item.endOfGroup != endOfBatch) {
                  throw new AssertionError("the mark is not at the end of the group");
                }
                if (item.endOfGroup) {
                  ends.add(sequence);
                }
              });
      Poison poison = new Poison();
      StageOptions options = StageOptions.of(WaitPlan.of(WaitMode.YIELDING)).withLimit(limit);
      processor =
          new FusedProcessor<>(
              ring, Upstream.of(ring.newBarrier()), handlers, Item.MARKS, policy, options);
      processor.setExceptionHandler(poison.exceptionHandler());
      ring.addGatingSequences(processor.getSequence());
      publisher = new RingPublisher<>(ring, WaitPlan.of(WaitMode.YIELDING), poison);
      processors =
          new ProcessorSet(List.of(processor), PipelineThreads.unpinned("fused", true), poison);
    }

    void all(SplittableRandom random) {
      processors.start();
      for (int i = 0; i < events; i++) {
        long sequence = publisher.claim();
        publisher.get(sequence).value = sequence;
        publisher.get(sequence).cutRequested = false;
        publisher.publish(sequence);
        if (random.nextInt(500) == 0) {
          processors.halt();
          assertThat(processors.join(Await.DEADLINE)).isTrue();
          processors.start();
        }
      }
      assertThat(processors.drainTo(events - 1, Await.DEADLINE, processor.getSequence())).isTrue();
      processors.halt();
      assertThat(processors.join(Await.DEADLINE)).isTrue();
    }
  }
}
