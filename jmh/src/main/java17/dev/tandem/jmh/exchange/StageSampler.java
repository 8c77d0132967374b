package dev.tandem.jmh.exchange;

import dev.tandem.jmh.harness.Waits;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at the stacks of exchange-core's threads every millisecond, all at one safepoint, and
 * counts in which {@link PeerStage} each is, and whether it waits or works there.
 */
final class StageSampler {

  /** Threads of one risk and one matching engine. */
  private static final int THREADS = 4;

  private static final int DEPTH = 64;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final List<Seen> seen = new ArrayList<>();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private long samples;
  private RuntimeException failure;

  /** How often a stage's thread was found waiting and working in it. */
  public record Share(PeerStage stage, long waits, long works) {}

  /**
   * What was found.
   *
   * @param samples of each thread; those of hold and settle, which share one, add up to it
   */
  public record Shares(long samples, List<Share> stages) {}

  /** Waiting and working. */
  private static final class Count {
    private long waits;
    private long works;

    private void add(Count other) {
      waits += other.waits;
      works += other.works;
    }
  }

  /** Of one thread. */
  static final class Seen {
    private final long thread;
    private final Map<PeerStage, Count> counts = new EnumMap<>(PeerStage.class);

    /** Where the stack did not tell the stage. */
    private final Count untold = new Count();

    Seen(long thread) {
      this.thread = thread;
    }

    void add(StackTraceElement[] stack) {
      PeerStage stage = PeerStage.of(stack);
      Count count = stage == null ? untold : counts.computeIfAbsent(stage, s -> new Count());
      if (PeerStage.waits(stack)) {
        count.waits++;
      } else {
        count.works++;
      }
    }
  }

  private StageSampler() {}

  /**
   * Looks while something is done.
   *
   * @throws IllegalStateException if the stages are not found
   */
  static Shares during(KernelSession.Measured measured) throws IOException {
    StageSampler sampler = new StageSampler();
    sampler.find();
    Thread thread = new Thread(sampler::run, "stage sampler");
    thread.setDaemon(true);
    thread.start();
    try {
      measured.take();
    } finally {
      sampler.stopped.set(true);
      Waits.join(thread);
    }
    if (sampler.failure != null) {
      throw sampler.failure;
    }
    return shares(sampler.samples, sampler.seen);
  }

  private void find() {
    for (ThreadInfo info : threads.dumpAllThreads(false, false, DEPTH)) {
      if (PeerStage.isStage(info.getStackTrace())) {
        seen.add(new Seen(info.getThreadId()));
      }
    }
    if (seen.size() != THREADS) {
      throw new IllegalStateException(
          seen.size() + " threads are stages of exchange-core, expected " + THREADS);
    }
  }

  private void run() {
    try {
      long[] ids = seen.stream().mapToLong(s -> s.thread).toArray();
      while (!stopped.get()) {
        ThreadInfo[] infos = threads.getThreadInfo(ids, DEPTH);
        for (int i = 0; i < infos.length; i++) {
          if (infos[i] == null) {
            throw new IllegalStateException("a thread of exchange-core has ended");
          }
          seen.get(i).add(infos[i].getStackTrace());
        }
        samples++;
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /**
   * What each stage did. A thread that was never met at work has told no stage: the one that
   * matches is started before the one that answers, and a thread's number says when it was started.
   *
   * @throws IllegalStateException if more threads are untold than stages are without a thread
   */
  static Shares shares(long samples, List<Seen> seen) {
    Map<PeerStage, Count> all = new EnumMap<>(PeerStage.class);
    Deque<PeerStage> missing = new ArrayDeque<>(List.of(PeerStage.MATCH, PeerStage.RESULTS));
    seen.forEach(s -> missing.removeAll(s.counts.keySet()));
    List<Seen> byStart = seen.stream().sorted(Comparator.comparingLong(s -> s.thread)).toList();
    for (Seen s : byStart) {
      if (s.counts.isEmpty()) {
        if (missing.isEmpty()) {
          throw new IllegalStateException(
              "of %d samples none tells the stage of thread %d".formatted(samples, s.thread));
        }
        s.counts.put(missing.removeFirst(), new Count());
      }
      // Only a thread of one stage has stacks that do not tell it.
      s.counts.values().iterator().next().add(s.untold);
      s.counts.forEach((stage, c) -> all.computeIfAbsent(stage, x -> new Count()).add(c));
    }
    List<Share> shares = new ArrayList<>();
    for (PeerStage stage : PeerStage.values()) {
      Count c = all.getOrDefault(stage, new Count());
      shares.add(new Share(stage, c.waits, c.works));
    }
    return new Shares(samples, shares);
  }
}
