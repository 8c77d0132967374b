package dev.tandem.jmh.logger;

import com.sun.management.ThreadMXBean;
import dev.tandem.jmh.harness.Lateness;
import dev.tandem.jmh.harness.Waits;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The threads that log. Each logs one record before the start, so that what a thread needs only
 * once is not measured.
 */
final class Callers {
  static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int DIGITS = 3;
  private static final int TIMER_BATCHES = 20;

  private final LoadCase load;
  private final Job job;
  private final CyclicBarrier start;

  Callers(LoadCase load, Job job) {
    this.load = load;
    this.job = job;
    this.start = new CyclicBarrier(job.threads() + 1);
  }

  /**
   * What the threads did.
   *
   * @param sent with the first record of each thread
   * @param begin when the first of them began, as the next one by {@link System#nanoTime}
   * @param end when the last of them had returned
   * @param late calls that began more than {@link Lateness#NANOS} behind their time
   * @param call null without a schedule, as the next one
   */
  record Outcome(
      long sent, long begin, long end, long bytes, long late, Histogram call, Histogram response) {}

  /** What one thread did. */
  private record Part(
      long sent, long begin, long end, long bytes, long late, Histogram call, Histogram response) {}

  Outcome run() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(job.threads());
    try {
      List<Future<Part>> running = new ArrayList<>();
      for (int t = 0; t < job.threads(); t++) {
        int thread = t;
        Callable<Part> task = job.paced() ? () -> paced(thread) : () -> saturate(thread);
        running.add(pool.submit(task));
      }
      start.await(1, TimeUnit.MINUTES);
      List<Part> parts = new ArrayList<>();
      for (Future<Part> future : running) {
        parts.add(future.get());
      }
      return join(parts);
    } finally {
      pool.shutdown();
    }
  }

  /** By the threads' own clocks: this one may get its CPU back when they are done. */
  private Outcome join(List<Part> parts) {
    Histogram call = job.paced() ? histogram() : null;
    Histogram response = job.paced() ? histogram() : null;
    long begin = parts.get(0).begin();
    long end = parts.get(0).end();
    long sent = 0;
    long bytes = 0;
    long late = 0;
    for (Part part : parts) {
      begin = Math.min(begin, part.begin());
      end = Math.max(end, part.end());
      sent += part.sent();
      bytes += part.bytes();
      late += part.late();
      if (job.paced()) {
        call.add(part.call());
        response.add(part.response());
      }
    }
    return new Outcome(sent, begin, end, bytes, late, call, response);
  }

  private Part saturate(int thread) throws Exception {
    long each = job.recordsPerThread();
    long number = thread * each;
    load.log(number++);
    start.await(1, TimeUnit.MINUTES);
    long bytes = BEAN.getCurrentThreadAllocatedBytes();
    long begin = System.nanoTime();
    for (long i = 1; i < each; i++) {
      load.log(number++);
    }
    long end = System.nanoTime();
    bytes = BEAN.getCurrentThreadAllocatedBytes() - bytes;
    return new Part(each, begin, end, bytes, 0, null, null);
  }

  /** Gives up when it is late by a second and by twice its schedule. */
  private Part paced(int thread) throws Exception {
    long each = job.recordsPerThread();
    Histogram call = histogram();
    Histogram response = histogram();
    double interval = 1e9 * job.threads() / job.rate();
    long number = thread * each;
    load.log(number++);
    start.await(1, TimeUnit.MINUTES);
    long bytes = BEAN.getCurrentThreadAllocatedBytes();
    long begin = System.nanoTime();
    // The threads' turns are evenly spread.
    long origin = begin + (long) (interval * thread / job.threads());
    long giveUp = origin + GRACE_NANOS + (long) (3 * interval * each);
    long sent = 1;
    long late = 0;
    while (sent < each) {
      long intended = origin + (long) (sent * interval);
      long before = System.nanoTime();
      while (before - intended < 0) {
        // A spin would hold up the very threads it waits beside, where they share the CPU with it.
        Waits.yieldCpu();
        before = System.nanoTime();
      }
      load.log(number++);
      long after = System.nanoTime();
      late += Lateness.isLate(before, intended) ? 1 : 0;
      call.recordValue(Math.min(LONGEST_NANOS, after - before));
      response.recordValue(Math.min(LONGEST_NANOS, after - intended));
      sent++;
      if (after - giveUp > 0) {
        break;
      }
    }
    long end = System.nanoTime();
    bytes = BEAN.getCurrentThreadAllocatedBytes() - bytes;
    return new Part(sent, begin, end, bytes, late, call, response);
  }

  /** What the measuring of a call measures where there is no call. */
  static Histogram emptyCalls(int count) {
    Histogram empty = histogram();
    for (int i = 0; i < count; i++) {
      long before = System.nanoTime();
      long after = System.nanoTime();
      empty.recordValue(after - before);
    }
    return empty;
  }

  /** Mean cost of two clock readings, in the batch that was disturbed least. */
  static double timerPairNanos(int count) {
    double least = Double.MAX_VALUE;
    for (int batch = 0; batch < TIMER_BATCHES; batch++) {
      long begin = System.nanoTime();
      long last = begin;
      for (int i = 0; i < 2 * count; i++) {
        last = System.nanoTime();
      }
      least = Math.min(least, (double) (last - begin) / count);
    }
    return least;
  }

  private static Histogram histogram() {
    return new Histogram(LONGEST_NANOS, DIGITS);
  }
}
