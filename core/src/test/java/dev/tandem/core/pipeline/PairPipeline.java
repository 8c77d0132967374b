package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.YieldingWaitStrategy;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.WaitMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Pairs, matching between their steps, and results, a thread per pair and stage; each pair writes
 * down what it does, each on its own thread.
 */
final class PairPipeline {

  /** Which pair wants everything before an event settled before the event. */
  interface Settling {

    Settling NEVER = (shard, sequence) -> false;

    boolean isFirst(int shard, long sequence);
  }

  /** Positive: first step of that sequence; negative: second step of {@code -n - 1}. */
  final List<List<Long>> steps = new ArrayList<>();

  final RingBuffer<Item> ring;
  final Poison poison = new Poison();
  final ProcessorSet processors;
  final RingPublisher<Item> publisher;
  final Sequence last;
  private final Settling settling;
  private final List<SettlingHandler> firstSteps = new ArrayList<>();

  PairPipeline(int shards, int limit, int ringSize, WaitMode mode) {
    this(shards, limit, ringSize, mode, PublishInterval.adaptive(), Settling.NEVER, sequence -> {});
  }

  PairPipeline(
      int shards,
      int limit,
      int ringSize,
      WaitMode mode,
      PublishInterval publishing,
      Settling settling,
      LongConsumer matching) {
    this.settling = settling;
    ring = RingBuffer.createMultiProducer(Item::new, ringSize, new YieldingWaitStrategy());
    WaitPlan plan = WaitPlan.of(mode);
    StageOptions options = StageOptions.of(plan).withLimit(limit).withPublishing(publishing);
    List<EventProcessor> runnable = new ArrayList<>();

    List<TwoStepMasterProcessor<Item>> masters = new ArrayList<>();
    for (int i = 0; i < shards; i++) {
      int shard = i;
      List<Long> trace = new ArrayList<>();
      steps.add(trace);
      SettlingHandler first =
          new SettlingHandler(
              (item, sequence, endOfBatch) -> trace.add(sequence),
              sequence -> settling.isFirst(shard, sequence));
      firstSteps.add(first);
      TwoStepMasterProcessor<Item> master =
          new TwoStepMasterProcessor<>(ring, Upstream.of(ring.newBarrier()), first, options);
      master.setExceptionHandler(poison.exceptionHandler());
      masters.add(master);
      runnable.add(master);
    }
    Sequence[] held = masters.stream().map(EventProcessor::getSequence).toArray(Sequence[]::new);

    StageProcessor<Item> match =
        new StageProcessor<>(
            ring,
            Upstream.of(ring, held),
            (item, sequence, endOfBatch) -> {
              matching.accept(sequence);
              item.value = -item.value;
            },
            options);
    match.setExceptionHandler(poison.exceptionHandler());
    runnable.add(match);

    Sequence[] settled = new Sequence[shards];
    for (int shard = 0; shard < shards; shard++) {
      List<Long> trace = steps.get(shard);
      TwoStepSlaveProcessor<Item> slave =
          new TwoStepSlaveProcessor<>(
              ring,
              Upstream.of(match.getSequence()),
              (item, sequence, endOfBatch) -> {
                if (item.value != -sequence) {
                  throw new AssertionError("not matched: " + sequence + " is " + item.value);
                }
                trace.add(-sequence - 1);
              },
              options);
      slave.setExceptionHandler(poison.exceptionHandler());
      masters.get(shard).attachSlave(slave);
      settled[shard] = slave.getSequence();
    }

    StageProcessor<Item> results =
        new StageProcessor<>(
            ring, Upstream.of(ring, settled), (item, sequence, endOfBatch) -> {}, options);
    results.setExceptionHandler(poison.exceptionHandler());
    runnable.add(results);
    last = results.getSequence();
    ring.addGatingSequences(last);
    publisher = new RingPublisher<>(ring, plan, poison);
    processors = new ProcessorSet(runnable, PipelineThreads.unpinned("pair", true), poison);
  }

  void publish() {
    long sequence = publisher.claim();
    publisher.get(sequence).value = sequence;
    publisher.publish(sequence);
  }

  void drainTo(long target) {
    if (!processors.drainTo(target, Await.DEADLINE, last)) {
      throw new AssertionError("not drained to " + target + ", but to " + last.get());
    }
  }

  void stop() {
    processors.halt();
    if (!processors.join(Await.DEADLINE)) {
      throw new AssertionError("threads do not end");
    }
  }

  /** How often any pair told an event to wait. */
  int stalls() {
    return firstSteps.stream().mapToInt(first -> first.stalls).sum();
  }

  /**
   * Checks what each pair did with these many events, when all of them are through: each step in
   * order and once, the second after the first, and the first not before everything is settled
   * where the pair wants it so.
   */
  void checkSteps(long events) {
    for (int shard = 0; shard < steps.size(); shard++) {
      long held = 0;
      long settled = 0;
      for (long step : steps.get(shard)) {
        if (step >= 0) {
          check(step == held++, "first step out of order", step);
          check(
              !settling.isFirst(shard, step) || settled == step,
              "not everything was settled before",
              step);
        } else {
          check(-step - 1 == settled++, "second step out of order", -step - 1);
          check(settled <= held, "second step before the first", -step - 1);
        }
      }
      check(held == events && settled == events, "steps are missing", held);
    }
  }

  private static void check(boolean holds, String what, long sequence) {
    if (!holds) {
      throw new AssertionError(what + ": " + sequence);
    }
  }
}
