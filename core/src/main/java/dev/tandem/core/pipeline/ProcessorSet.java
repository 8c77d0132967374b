package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.Sequence;
import dev.tandem.core.api.WaitMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;

/**
 * The processors of a pipeline and their threads: start, drain, halt, join, and start again.
 *
 * <p>A thread that ends by an exception poisons the pipeline, which halts the others, so no stage
 * waits for a dead one.
 *
 * <p>All methods may be called by any thread; {@link #start} and {@link #halt} exclude each other.
 * No method waits without a bound.
 */
public final class ProcessorSet {

  private static final WaitPlan DRAIN_PLAN = WaitPlan.of(WaitMode.PARKING);

  private final List<EventProcessor> processors;
  private final ThreadFactory threadFactory;
  private final Poison poison;
  private final List<Thread> threads = new ArrayList<>();

  /** A second halt could reach a processor after its run, and end the next one. */
  private boolean halted;

  /**
   * Makes a set whose processors are not yet running.
   *
   * @param processors each gets a thread; leave out the slaves, which run on their masters' threads
   * @param threadFactory makes the threads, at each start anew
   * @param poison takes the processors into its care
   */
  public ProcessorSet(
      List<? extends EventProcessor> processors, ThreadFactory threadFactory, Poison poison) {
    this.processors = List.copyOf(processors);
    this.threadFactory = Objects.requireNonNull(threadFactory, "threadFactory");
    this.poison = Objects.requireNonNull(poison, "poison");
    this.processors.forEach(poison::watch);
  }

  /**
   * Starts a thread for each processor; after a {@link #halt} and {@link #join} each continues
   * where it stopped.
   *
   * @throws PoisonedException if the pipeline has failed
   * @throws IllegalStateException if a thread of the last start still runs
   */
  public synchronized void start() {
    poison.check();
    if (isAlive()) {
      throw new IllegalStateException("these processors are running already");
    }
    threads.clear();
    halted = false;
    for (EventProcessor processor : processors) {
      threads.add(threadFactory.newThread(() -> run(processor)));
    }
    try {
      threads.forEach(Thread::start);
    } catch (Throwable t) {
      poison.fail(t);
      throw t;
    }
  }

  /** Whether any thread has yet to end. */
  public synchronized boolean isAlive() {
    return threads.stream().anyMatch(Thread::isAlive);
  }

  /**
   * Waits until every one of {@code ends} has reached {@code target}.
   *
   * @param target for instance what {@link RingPublisher#close} returned
   * @param timeout how long to wait at most
   * @param ends the sequences of the last stages
   * @return false if the time ran out
   * @throws PoisonedException if the pipeline has failed or fails meanwhile
   */
  public boolean drainTo(long target, Duration timeout, Sequence... ends) {
    long deadline = Idling.deadline(timeout);
    Idling idling = new Idling(DRAIN_PLAN);
    try {
      while (!haveReached(target, ends)) {
        poison.check();
        if (!idling.pauseBefore(deadline)) {
          return false;
        }
      }
      return true;
    } finally {
      idling.end();
    }
  }

  /** Requests every processor that has a thread to stop; each finishes the batch at hand. */
  public synchronized void halt() {
    if (halted) {
      return;
    }
    halted = true;
    for (int i = 0; i < threads.size(); i++) {
      if (threads.get(i).isAlive()) {
        processors.get(i).halt();
      }
    }
  }

  /**
   * Waits for the threads to end. An interrupt does not end the wait; it is kept for the caller.
   * Returns false at once on one of the threads themselves.
   *
   * @param timeout how long to wait at most, for all of them together
   * @return whether all have ended
   */
  public boolean join(Duration timeout) {
    List<Thread> joined = snapshotOfThreads();
    if (joined.contains(Thread.currentThread())) {
      return false;
    }
    long deadline = Idling.deadline(timeout);
    boolean interrupted = false;
    try {
      for (Thread thread : joined) {
        while (thread.isAlive()) {
          long left = deadline - System.nanoTime();
          if (left <= 0) {
            return false;
          }
          try {
            thread.join(Duration.ofNanos(left));
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
      }
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized List<Thread> snapshotOfThreads() {
    return List.copyOf(threads);
  }

  private void run(EventProcessor processor) {
    try {
      processor.run();
    } catch (PoisonedException e) {
      // The first failure is known already, unless a handler made this exception itself.
      poison.fail(e.getCause() == null ? e : e.getCause());
    } catch (Throwable t) {
      poison.fail(t);
    }
  }

  private static boolean haveReached(long target, Sequence... ends) {
    for (Sequence end : ends) {
      if (end.get() < target) {
        return false;
      }
    }
    return true;
  }
}
