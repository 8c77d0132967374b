package dev.tandem.jmh.simulation;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.pipeline.PipelineThreads;
import dev.tandem.core.pipeline.Poison;
import dev.tandem.core.pipeline.ProcessorSet;
import dev.tandem.core.pipeline.StageOptions;
import dev.tandem.core.pipeline.StageProcessor;
import dev.tandem.core.pipeline.Upstream;
import dev.tandem.core.pipeline.WaitPlan;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Two processors behind each other, each with a thread, and no third thread: events arrive by the
 * clock, which the first one looks at. So two CPUs are enough, and the publish interval's effect is
 * seen without turns. Handlers work a stated number of steps and share no memory but the sequences.
 */
final class TwoThreads {

  /** One event of so many has its latency taken: the clock would be half of the work. */
  static final int SAMPLED = 16;

  static final int RING = 4096;

  private static final int ALONE = 6;

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Object EVENT = new Object();

  /** What came out: events a second, ns from arrival to the end of the second stage. */
  record Outcome(double carried, Histogram latency) {}

  /** So many steps of work, each of which needs the one before. */
  private static final class Working implements EventHandler<Object> {
    private final int steps;
    private final Histogram latency;
    private final double gap;
    private long start;
    private long value = 1;

    Working(int steps, double gap, Histogram latency) {
      this.steps = steps;
      this.gap = gap;
      this.latency = latency;
    }

    @Override
    public void onEvent(Object event, long sequence, boolean last) {
      value = work(value, steps);
      if (latency != null && sequence % SAMPLED == 0) {
        long took = System.nanoTime() - start - (long) (sequence * gap);
        latency.recordValue(Math.clamp(took, 0, latency.getHighestTrackableValue()));
      }
    }
  }

  /** Events that the clock has let in. */
  private static final class Arrivals implements Upstream {
    private final long events;
    private final double gap;
    private long start;
    private Sequence end;

    Arrivals(long events, double gap) {
      this.events = events;
      this.gap = gap;
    }

    @Override
    public long available(long next) {
      long most = Math.min(events - 1, end.get() + RING);
      return gap == 0 ? most : Math.min(most, (long) ((System.nanoTime() - start) / gap));
    }
  }

  private TwoThreads() {}

  /** Steps of work, one behind the other. */
  static long work(long from, int steps) {
    long value = from;
    for (int i = 0; i < steps; i++) {
      value = value * 0x9E3779B97F4A7C15L + i;
    }
    return value;
  }

  /** ns an event of the first processor alone, its handler and loop; the least of some runs. */
  static double alone(int steps, long events) {
    double least = Double.MAX_VALUE;
    for (int i = 0; i < ALONE; i++) {
      Arrivals arrivals = new Arrivals(events, 0);
      arrivals.end = new Sequence(events);
      StageProcessor<Object> processor =
          new StageProcessor<>(
              s -> EVENT,
              arrivals,
              new Working(steps, 0, null),
              StageOptions.of(WaitPlan.of(WaitMode.BUSY_SPIN)));
      ProcessorSet running =
          new ProcessorSet(List.of(processor), PipelineThreads.unpinned("one", true), new Poison());
      long start = System.nanoTime();
      running.start();
      boolean done = running.drainTo(events - 1, PATIENCE, processor.getSequence());
      least = Math.min(least, (double) (System.nanoTime() - start) / events);
      running.halt();
      if (!running.join(PATIENCE) || !done) {
        throw new IllegalStateException("the thread did not end in time");
      }
    }
    return least;
  }

  /**
   * Runs so many events.
   *
   * @param rate events a second; infinite for as many as the ring has room for
   */
  static Outcome run(
      int firstSteps, int secondSteps, PublishInterval every, int limit, long events, double rate) {
    double gap = Double.isInfinite(rate) ? 0 : 1e9 / rate;
    Histogram latency = new Histogram(1, 10_000_000_000L, 3);
    Arrivals arrivals = new Arrivals(events, gap);
    StageOptions options =
        StageOptions.of(WaitPlan.of(WaitMode.BUSY_SPIN)).withPublishing(every).withLimit(limit);
    Working firstWork = new Working(firstSteps, gap, null);
    Working secondWork = new Working(secondSteps, gap, gap == 0 ? null : latency);
    StageProcessor<Object> first = new StageProcessor<>(s -> EVENT, arrivals, firstWork, options);
    StageProcessor<Object> second =
        new StageProcessor<>(s -> EVENT, Upstream.of(first.getSequence()), secondWork, options);
    arrivals.end = second.getSequence();
    Poison poison = new Poison();
    ProcessorSet running =
        new ProcessorSet(List.of(first, second), PipelineThreads.unpinned("two", true), poison);
    arrivals.start = System.nanoTime();
    secondWork.start = arrivals.start;
    running.start();
    boolean done = running.drainTo(events - 1, PATIENCE, second.getSequence());
    double took = System.nanoTime() - arrivals.start;
    running.halt();
    if (!running.join(PATIENCE) || !done) {
      throw new IllegalStateException("the two threads did not end in time");
    }
    return new Outcome(events / took * 1e9, latency);
  }
}
