package dev.tandem.jmh.simulation;

import dev.tandem.core.api.PublishInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A pipeline whose every thread has a core of its own, event by event: no thread is ever taken off
 * its core, a waiting one sees what is published as soon as it arrives, and there are no caches,
 * clocks or interrupts. Times are in ns. Equal arguments give equal figures.
 *
 * <p>A stage takes up what it sees, up to the limit, works on it in order, and publishes within the
 * batch by its interval and at the end. A publication is seen by the stages after it {@code hop}
 * later. Two steps on one thread take turns: first what the first step sees, then what the second
 * does. An event that settles first waits until the second step is done with all before it.
 */
public final class PipelineModel {

  /** Words that state the above, for whoever prints figures. */
  public static final List<String> ASSUMPTIONS =
      List.of(
          "Each thread has a core of its own and is never taken off it; a waiting one polls without"
              + " a pause.",
          "Work on an event takes the stated time, times a factor uniform in 1 - jitter to 1 +"
              + " jitter, independent of everything else: no caches that are cold or shared.",
          "A publication is seen a hop later by every follower, and costs its publisher what is"
              + " stated; looking costs nothing.",
          "The ring is never full but in the closed loop.");

  /**
   * One stage.
   *
   * @param service ns of work on an event
   * @param publishing how often progress is told
   * @param after places of the stages that it follows, in the list of all; none follows arrivals
   * @param thread stages of one thread share a number, the first step first
   */
  public record Stage(
      String name, double service, PublishInterval publishing, List<Integer> after, int thread) {}

  /**
   * What all stages share.
   *
   * @param limit most events of a batch
   * @param hop ns until a publication is seen
   * @param publish ns that a publication takes its publisher
   * @param jitter of service times, 0 to 1
   * @param settleFirst share of events whose first step waits until all before are settled
   * @param strictTurns whether a first step takes nothing new until the second is done with all
   *     that it took, as where both go by groups; otherwise each takes what it sees
   * @param ring events on their way at most; 0 for no bound
   * @param cores of the machine
   */
  public record Setting(
      int limit,
      double hop,
      double publish,
      double jitter,
      double settleFirst,
      boolean strictTurns,
      int ring,
      int cores) {}

  /** How events arrive. */
  public enum Arrival {
    /** In equal steps. */
    EVEN,
    /** At random, independent of each other. */
    POISSON
  }

  /**
   * What came out.
   *
   * @param carried events a second, from the first arrival until the last stage was done
   * @param sorted ns from the arrival until a stage was done with an event, sorted, by stage
   * @param batches mean size of a batch by stage
   */
  public record Outcome(double carried, List<double[]> sorted, List<Double> batches) {
    /** A percentile of one stage. */
    public double percentile(int stage, double percent) {
      double[] all = sorted.get(stage);
      return all[(int) Math.min(all.length - 1, Math.ceil(percent / 100 * all.length) - 1)];
    }

    /** The mean of one stage. */
    public double mean(int stage) {
      return Arrays.stream(sorted.get(stage)).average().orElse(Double.NaN);
    }
  }

  private final List<Stage> stages;
  private final Setting setting;

  /**
   * @throws IllegalArgumentException if there are more threads than cores: time-sharing is no part
   *     of the model
   */
  public PipelineModel(List<Stage> stages, Setting setting) {
    long threads = stages.stream().mapToInt(Stage::thread).distinct().count();
    if (threads > setting.cores) {
      throw new IllegalArgumentException(
          threads + " threads on " + setting.cores + " cores: time-sharing is not modelled");
    }
    this.stages = List.copyOf(stages);
    this.setting = setting;
  }

  /**
   * Runs so many events.
   *
   * @param rate events a second that arrive; infinite for as many as the ring has room for
   */
  public Outcome run(int events, double rate, Arrival arrival, long seed) {
    return new ModelRun(stages, setting, arrivals(events, rate, arrival, seed), seed).run();
  }

  private static double[] arrivals(int events, double rate, Arrival arrival, long seed) {
    double gap = 1e9 / rate;
    SplittableRandom random = new SplittableRandom(seed ^ 0x5eed);
    double[] at = new double[events];
    double now = 0;
    for (int i = 0; i < events; i++) {
      at[i] = arrival == Arrival.EVEN ? i * gap : now;
      now -= Math.log(1 - random.nextDouble()) * gap;
    }
    return at;
  }

  /** The kernel's shape: grouping, hold, match, settle on hold's thread, journal, results. */
  public static List<Stage> kernel(
      double g, double r1, double me, double r2, double j, double e, PublishInterval every) {
    List<Stage> all = new ArrayList<>();
    all.add(new Stage("grouping", g, every, List.of(), 0));
    all.add(new Stage("hold", r1, every, List.of(0), 1));
    all.add(new Stage("match", me, every, List.of(1), 2));
    all.add(new Stage("settle", r2, every, List.of(2), 1));
    all.add(new Stage("journal", j, every, List.of(0), 3));
    all.add(new Stage("results", e, every, List.of(3, 4), 4));
    return all;
  }
}
