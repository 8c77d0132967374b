package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.YieldingWaitStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Grouping, a leader and followers, matching, their slaves, and a recorder, a thread per stage;
 * each pair writes down what it does, each on its own thread.
 */
final class PairPipeline {

  /** Positive: first step of that sequence; negative: second step of {@code -n - 1}. */
  final List<List<Long>> steps = new ArrayList<>();

  /** Sequences at which groups ended, as a stage beside matching sees them. */
  final List<Long> ends = new ArrayList<>();

  final RingBuffer<Item> ring;
  final Poison poison = new Poison();
  final ProcessorSet processors;
  final RingPublisher<Item> publisher;
  final Sequence last;
  private final List<Sequence> watched = new ArrayList<>();

  PairPipeline(int shards, CutPolicy policy, int limit, int ringSize, WaitMode mode) {
    this(shards, policy, limit, ringSize, mode, PublishInterval.adaptive(), sequence -> {});
  }

  PairPipeline(
      int shards,
      CutPolicy policy,
      int limit,
      int ringSize,
      WaitMode mode,
      PublishInterval publishing,
      LongConsumer matching) {
    ring = RingBuffer.createMultiProducer(Item::new, ringSize, new YieldingWaitStrategy());
    WaitPlan plan = WaitPlan.of(mode);
    StageOptions options = StageOptions.of(plan).withLimit(limit).withPublishing(publishing);
    List<EventProcessor> runnable = new ArrayList<>();

    GroupingProcessor<Item> grouping =
        new GroupingProcessor<>(
            ring,
            Upstream.of(ring.newBarrier()),
            (item, sequence, endOfBatch) -> {},
            Item.MARKS,
            options);
    grouping.setExceptionHandler(poison.exceptionHandler());
    runnable.add(grouping);

    List<TwoStepMasterProcessor<Item>> masters = new ArrayList<>();
    for (int shard = 0; shard < shards; shard++) {
      List<Long> trace = new ArrayList<>();
      steps.add(trace);
      EventHandler<Item> first = (item, sequence, endOfBatch) -> trace.add(sequence);
      TwoStepMasterProcessor<Item> master =
          shard == 0
              ? TwoStepMasterProcessor.leader(
                  ring, Upstream.of(grouping.getSequence()), first, Item.MARKS, policy, options)
              : TwoStepMasterProcessor.follower(
                  ring, Upstream.of(masters.get(0).getSequence()), first, Item.MARKS, options);
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

    StageProcessor<Item> recorder =
        new StageProcessor<>(
            ring,
            Upstream.of(ring, held),
            (item, sequence, endOfBatch) -> {
              if (item.endOfGroup) {
                ends.add(sequence);
              }
            },
            options);
    recorder.setExceptionHandler(poison.exceptionHandler());
    runnable.add(recorder);
    watched.add(recorder.getSequence());

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
      watched.add(slave.getSequence());
    }

    StageProcessor<Item> results =
        new StageProcessor<>(
            ring,
            Upstream.of(ring, watched.toArray(Sequence[]::new)),
            (item, sequence, endOfBatch) -> {},
            options);
    results.setExceptionHandler(poison.exceptionHandler());
    runnable.add(results);
    last = results.getSequence();
    ring.addGatingSequences(last);
    publisher = new RingPublisher<>(ring, plan, poison);
    processors = new ProcessorSet(runnable, PipelineThreads.unpinned("pair", true), poison);
  }

  void publish(boolean cutRequested) {
    long sequence = publisher.claim();
    Item item = publisher.get(sequence);
    item.value = sequence;
    item.cutRequested = cutRequested;
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

  /**
   * The groups of a trace, checked for their order: first steps, then second steps, group by group.
   */
  static List<Long> endsOf(List<Long> trace) {
    List<Long> ends = new ArrayList<>();
    long expected = 0;
    int i = 0;
    while (i < trace.size()) {
      long start = expected;
      while (i < trace.size() && trace.get(i) >= 0) {
        check(trace.get(i++) == expected++, "first step", i);
      }
      if (i == trace.size()) {
        break;
      }
      for (long settled = start; settled < expected; settled++) {
        check(i < trace.size() && trace.get(i++) == -settled - 1, "second step", i);
      }
      ends.add(expected - 1);
    }
    return ends;
  }

  private static void check(boolean holds, String what, int index) {
    if (!holds) {
      throw new AssertionError(what + " out of order at step " + index);
    }
  }
}
