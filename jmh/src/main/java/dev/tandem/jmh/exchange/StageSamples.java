package dev.tandem.jmh.exchange;

import dev.tandem.core.command.Command;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * How long sampled commands wait for each stage and how long it works on them, in ns.
 *
 * <p>A command waits from the end of the stages before, for grouping from its publication, until
 * the stage begins with it. Each stage records on its own thread; whoever reads does so when all
 * that was submitted is answered, which the pipeline's sequences order.
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
    RESULTS,
    /** The append to the log: behind grouping, in a pipeline beside the others. */
    JOURNAL,
    /**
     * Of the log, from the end of the append until results begin with the command, which is not
     * before it is durable. It only waits: the log's own thread works.
     */
    SYNC;

    /** Those that there are without a log. */
    static final List<Stage> IN_MEMORY = List.of(GROUPING, HOLD, MATCH, SETTLE, RESULTS);

    /** Those of the log. */
    static final List<Stage> OF_LOG = List.of(JOURNAL, SYNC);
  }

  /** A stage's work on a command. */
  interface Work {
    /** Whether it was done; a hold may answer that others are to be settled first. */
    boolean on(Command c) throws Exception;
  }

  private final long mask;
  private final long[] published;
  private final boolean journaled;
  private final Map<Stage, List<long[]>> before = new EnumMap<>(Stage.class);
  private final Map<Stage, long[]> left = new EnumMap<>(Stage.class);
  private final Map<Stage, Histogram> waiting = new EnumMap<>(Stage.class);
  private final Map<Stage, Histogram> working = new EnumMap<>(Stage.class);

  /**
   * @param every a power of two: the commands of which one is measured; {@link #NONE} for none
   * @param ringSize most commands on their way
   * @param fused whether one thread takes each command through the stages; else the journal is
   *     beside hold, match and settle
   * @param journaled whether there is a journal
   */
  StageSamples(int every, int ringSize, boolean fused, boolean journaled) {
    mask = every == NONE ? -1 : every - 1;
    this.journaled = journaled;
    published = new long[ringSize * STRIDE];
    for (Stage stage : Stage.values()) {
      left.put(stage, new long[ringSize * STRIDE]);
      waiting.put(stage, RunningKernel.distribution());
      working.put(stage, RunningKernel.distribution());
    }
    before.put(Stage.GROUPING, List.of(published));
    follow(Stage.JOURNAL, Stage.GROUPING);
    follow(Stage.HOLD, fused && journaled ? Stage.JOURNAL : Stage.GROUPING);
    follow(Stage.MATCH, Stage.HOLD);
    follow(Stage.SETTLE, Stage.MATCH);
    if (journaled) {
      follow(Stage.RESULTS, Stage.SETTLE, Stage.JOURNAL);
    } else {
      follow(Stage.RESULTS, Stage.SETTLE);
    }
  }

  private void follow(Stage stage, Stage... stages) {
    before.put(stage, List.of(stages).stream().map(left::get).toList());
  }

  /** Whether this command is measured. */
  boolean includes(long sequence) {
    return (sequence & mask) == 0 && mask >= 0;
  }

  /** The command is about to be published. */
  void published(long sequence) {
    published[place(sequence)] = System.nanoTime();
  }

  /** Measures a stage; a command that must wait counts once, with the call that is done with it. */
  boolean measure(Stage stage, Work work, Command c, long sequence) throws Exception {
    long start = System.nanoTime();
    boolean done = work.on(c);
    long end = System.nanoTime();
    if (done) {
      int place = place(sequence);
      List<long[]> stagesBefore = before.get(stage);
      long last = stagesBefore.get(0)[place];
      for (int i = 1; i < stagesBefore.size(); i++) {
        last = Math.max(last, stagesBefore.get(i)[place]);
      }
      record(waiting.get(stage), start - last);
      record(working.get(stage), end - start);
      if (journaled && stage == Stage.RESULTS) {
        record(waiting.get(Stage.SYNC), start - left.get(Stage.JOURNAL)[place]);
      }
      left.get(stage)[place] = end;
    }
    return done;
  }

  private int place(long sequence) {
    return (int) (sequence * STRIDE & published.length - 1);
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
