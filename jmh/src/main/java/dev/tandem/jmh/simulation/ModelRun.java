package dev.tandem.jmh.simulation;

import dev.tandem.jmh.simulation.PipelineModel.Outcome;
import dev.tandem.jmh.simulation.PipelineModel.Setting;
import dev.tandem.jmh.simulation.PipelineModel.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One run of a {@link PipelineModel}. The thread that is furthest behind does its next piece of
 * work, so whatever it may see has been published already.
 */
final class ModelRun {

  private static final double NEVER = Double.POSITIVE_INFINITY;

  private final Setting setting;
  private final double[] arrivals;
  private final List<Line> lines = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();
  private final boolean[] settlesFirst;

  ModelRun(List<Stage> stages, Setting setting, double[] arrivals, long seed) {
    this.setting = setting;
    this.arrivals = arrivals;
    SplittableRandom random = new SplittableRandom(seed);
    for (Stage stage : stages) {
      lines.add(new Line(stage, random.split()));
    }
    for (int thread : stages.stream().mapToInt(Stage::thread).distinct().toArray()) {
      workers.add(new Worker(lines.stream().filter(l -> l.stage.thread() == thread).toList()));
    }
    settlesFirst = new boolean[arrivals.length];
    for (int i = 0; i < settlesFirst.length; i++) {
      settlesFirst[i] = random.nextDouble() < setting.settleFirst();
    }
  }

  Outcome run() {
    Line last = lines.get(lines.size() - 1);
    while (last.next < arrivals.length) {
      Worker first = null;
      double soonest = NEVER;
      for (Worker worker : workers) {
        double at = worker.readyAt();
        if (at < soonest) {
          soonest = at;
          first = worker;
        }
      }
      if (first == null) {
        throw new IllegalStateException("no thread of the model can go on");
      }
      first.step(soonest);
    }
    List<double[]> sorted = new ArrayList<>();
    List<Double> batches = new ArrayList<>();
    for (Line line : lines) {
      double[] took = Arrays.copyOf(line.done, line.next);
      for (int i = 0; i < took.length; i++) {
        took[i] -= arrivals[i];
      }
      Arrays.sort(took);
      sorted.add(took);
      batches.add((double) line.next / line.batches);
    }
    double end = last.done[arrivals.length - 1];
    return new Outcome(arrivals.length / (end - arrivals[0]) * 1e9, sorted, batches);
  }

  /** One stage. */
  private final class Line {
    private final Stage stage;
    private final SplittableRandom random;
    private final double[] done = new double[arrivals.length];
    private final double[] seenAt = new double[arrivals.length];
    private int next;
    private int published;
    private int batches;

    Line(Stage stage, SplittableRandom random) {
      this.stage = stage;
      this.random = random;
      Arrays.fill(seenAt, NEVER);
    }

    /** When the event may be worked on. */
    double visible(int event) {
      if (event >= arrivals.length) {
        return NEVER;
      }
      double at = 0;
      for (int before : stage.after()) {
        at = Math.max(at, lines.get(before).seenAt[event]);
      }
      if (stage.after().isEmpty()) {
        at = arrivals[event];
        if (setting.ring() > 0 && event >= setting.ring()) {
          at = Math.max(at, lines.get(lines.size() - 1).seenAt[event - setting.ring()]);
        }
      }
      return at;
    }

    /** The end, exclusive, of what is seen at a time. */
    int seen(double now, int most) {
      int end = next;
      while (end < most && visible(end) <= now) {
        end++;
      }
      return end;
    }

    double work(double now) {
      double factor = 1 + setting.jitter() * (2 * random.nextDouble() - 1);
      double end = now + stage.service() * factor;
      done[next++] = end;
      return end;
    }

    double publish(double now) {
      if (published == next) {
        return now;
      }
      double end = now + setting.publish();
      Arrays.fill(seenAt, published, next, end + setting.hop());
      published = next;
      return end;
    }
  }

  /** One thread with one stage or two steps. */
  private final class Worker {
    private final Line first;
    private final Line second;
    private double now;

    /** The stage at work, the end of its batch, its interval, and where it publishes next. */
    private Line at;

    private int end;
    private int interval;
    private int publishAt;

    /** Which step has its turn. */
    private boolean secondsTurn;

    Worker(List<Line> own) {
      first = own.get(0);
      second = own.size() > 1 ? own.get(1) : null;
    }

    private boolean mustSettle() {
      return second != null
          && first.next < arrivals.length
          && (settlesFirst[first.next] || (setting.strictTurns() && at == null))
          && second.next < first.next;
    }

    /** When it can do its next piece of work; never, unless others go on. */
    double readyAt() {
      if (at != null) {
        return now;
      }
      double ready = mustSettle() ? NEVER : first.visible(first.next);
      if (second != null && second.next < first.next) {
        ready = Math.min(ready, second.visible(second.next));
      }
      return Math.max(now, ready);
    }

    void step(double time) {
      now = Math.max(now, time);
      if (at == null) {
        take();
      }
      if (at == first && mustSettle()) {
        now = at.publish(now);
        at = null;
        secondsTurn = true;
        return;
      }
      now = at.work(now);
      if (at.next == end || at.next == publishAt) {
        now = at.publish(now);
        publishAt = at.next + interval;
      }
      if (at.next == end) {
        secondsTurn = at == first;
        at = null;
      }
    }

    private void take() {
      boolean firstCan = !mustSettle() && first.visible(first.next) <= now;
      boolean secondCan =
          second != null && second.next < first.next && second.visible(second.next) <= now;
      at = secondCan && (secondsTurn || !firstCan) ? second : first;
      int most = at == second ? first.next : arrivals.length;
      end = at.seen(now, Math.min(most, at.next + setting.limit()));
      at.batches++;
      interval = at.stage.publishing().within(end - at.next);
      publishAt = (int) Math.min(Integer.MAX_VALUE, (long) at.next + interval);
    }
  }
}
