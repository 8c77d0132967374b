package dev.tandem.jmh.exchange;

import dev.tandem.core.command.Command;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * How long sampled commands wait for each stage and how long it works on them, in ns.
 *
 * <p>A command waits from the end of the stage before, for grouping from its publication, until the
 * stage begins with it. Each stage records on its own thread; whoever reads does so when all that
 * was submitted is answered, which the pipeline's sequences order.
 */
final class StageSamples {

  /** Samples nothing. */
  static final int NONE = 0;

  /** One long a cache line: what one stage leaves another does not share with other commands. */
  private static final int STRIDE = 8;

  /** The stages, in the order in which a command passes them. */
  enum Stage {
    GROUPING,
    HOLD,
    MATCH,
    SETTLE,
    RESULTS
  }

  /** A stage's work on a command. */
  interface Work {
    /** Whether it was done; a hold may answer that others are to be settled first. */
    boolean on(Command c) throws Exception;
  }

  private final long mask;
  private final long[] left;
  private final Map<Stage, Histogram> waiting = new EnumMap<>(Stage.class);
  private final Map<Stage, Histogram> working = new EnumMap<>(Stage.class);

  /**
   * @param every a power of two: the commands of which one is measured; {@link #NONE} for none
   * @param ringSize most commands on their way
   */
  StageSamples(int every, int ringSize) {
    mask = every == NONE ? -1 : every - 1;
    left = new long[ringSize * STRIDE];
    for (Stage stage : Stage.values()) {
      waiting.put(stage, RunningKernel.distribution());
      working.put(stage, RunningKernel.distribution());
    }
  }

  /** Whether this command is measured. */
  boolean includes(long sequence) {
    return (sequence & mask) == 0 && mask >= 0;
  }

  /** The command is about to be published. */
  void published(long sequence) {
    left[place(sequence)] = System.nanoTime();
  }

  /** Measures a stage; a command that must wait counts once, with the call that is done with it. */
  boolean measure(Stage stage, Work work, Command c, long sequence) throws Exception {
    long start = System.nanoTime();
    boolean done = work.on(c);
    long end = System.nanoTime();
    if (done) {
      int place = place(sequence);
      record(waiting.get(stage), start - left[place]);
      record(working.get(stage), end - start);
      left[place] = end;
    }
    return done;
  }

  private int place(long sequence) {
    return (int) (sequence * STRIDE & left.length - 1);
  }

  private static void record(Histogram histogram, long ns) {
    histogram.recordValue(Math.clamp(ns, 0, RunningKernel.LONGEST_NANOS));
  }

  /** Forgets what was measured; only while all is answered. */
  void reset() {
    waiting.values().forEach(Histogram::reset);
    working.values().forEach(Histogram::reset);
  }

  Histogram waiting(Stage stage) {
    return waiting.get(stage);
  }

  Histogram working(Stage stage) {
    return working.get(stage);
  }
}
