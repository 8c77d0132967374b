package dev.tandem.core.kernel;

import com.lmax.disruptor.Sequence;
import dev.tandem.core.command.Command;
import dev.tandem.core.ingress.CommandEntry;
import dev.tandem.core.pipeline.Idling;
import dev.tandem.core.pipeline.Poison;
import dev.tandem.core.pipeline.PoisonedException;
import dev.tandem.core.pipeline.PolledStage;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.statemachine.JournalStage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs the stages of a kernel that has no thread, on the thread that polls. The first that polls
 * stays the only one; another may follow once it has died.
 */
final class PollingDriver {

  private static final int IDLE = 0;
  private static final int WORKING = 1;
  private static final int STOPPED = 2;

  private final Runnable waker;
  private final Poison poison;
  private final JournalStage journal;
  private final List<PolledStage<Command>> stages;

  /** Null if answers do not wait for a log. */
  private final ConfirmationCall call;

  private final AtomicReference<Thread> driver = new AtomicReference<>();
  private final AtomicInteger state = new AtomicInteger(IDLE);

  private boolean started;

  /**
   * @param stages in the order of their turns
   * @param waker called, by any thread, where there is work that the driver has not seen
   * @param journal null if there is no log
   * @param call has the waker called once the log has confirmed what answers wait for; null if they
   *     do not
   */
  PollingDriver(
      List<PolledStage<Command>> stages,
      Runnable waker,
      Poison poison,
      JournalStage journal,
      ConfirmationCall call) {
    this.stages = stages;
    this.waker = waker;
    this.poison = poison;
    this.journal = journal;
    this.call = call;
  }

  /** An entry that calls the driver, where another thread has published. */
  CommandEntry waking(CommandEntry entry) {
    return new Waking(entry);
  }

  /** Whether the caller is the one thread that polls. */
  boolean isDriver() {
    return Thread.currentThread().equals(driver.getAcquire());
  }

  /** Whether the caller is called by a stage. */
  boolean isWithinPoll() {
    return isDriver() && state.getAcquire() == WORKING;
  }

  /**
   * Works on what is there, one batch of each stage at most.
   *
   * @return how much that was; 0 if there is nothing to do until the waker is called, or for good
   * @throws PoisonedException if the kernel has failed, or fails now
   * @throws IllegalStateException if another thread polls, or a stage does
   */
  int poll() {
    if (!isDriver()) {
      becomeDriver();
    }
    if (!state.compareAndSet(IDLE, WORKING)) {
      if (state.getAcquire() == STOPPED) {
        return 0;
      }
      throw new IllegalStateException("this thread is polling already: not in a result handler");
    }
    try {
      poison.check();
      if (!started) {
        started = true;
        stages.forEach(PolledStage::start);
        poison.check();
      }
      int done = 0;
      for (PolledStage<Command> stage : stages) {
        done += stage.poll();
      }
      if (call != null) {
        call.request();
      }
      return done;
    } catch (PoisonedException e) {
      poison.fail(e.getCause() == null ? e : e.getCause());
      throw e;
    } catch (Throwable t) {
      poison.fail(t);
      throw new PoisonedException(t);
    } finally {
      try {
        if (journal != null) {
          // What a stage that failed has left.
          journal.flush();
        }
      } finally {
        state.set(IDLE);
      }
    }
  }

  private void becomeDriver() {
    Thread before = driver.getAcquire();
    if ((before != null && before.isAlive())
        || !driver.compareAndSet(before, Thread.currentThread())) {
      throw new IllegalStateException(
          "this exchange is driven by "
              + driver.getAcquire().getName()
              + ", and only that thread may poll");
    }
  }

  /**
   * Waits until the last stage has come so far. The driver itself, and whoever is there when it has
   * died, works meanwhile; others have the driver called.
   *
   * @return false if the time ran out
   */
  boolean drainTo(long target, Duration timeout, WaitPlan plan) {
    Sequence end = stages.getLast().getSequence();
    long deadline = Idling.deadline(timeout);
    Idling idling = new Idling(plan);
    waker.run();
    try {
      while (end.get() < target) {
        poison.check();
        if (System.nanoTime() - deadline >= 0) {
          return false;
        }
        if (mayDrive() && poll() > 0) {
          // Not its end: an interrupt is kept from what the stages do.
          idling.restart();
        } else {
          idling.pause();
        }
      }
      return true;
    } finally {
      idling.end();
    }
  }

  private boolean mayDrive() {
    Thread thread = driver.getAcquire();
    return thread != null && (thread.equals(Thread.currentThread()) || !thread.isAlive());
  }

  /**
   * Lets nobody poll any more.
   *
   * @return false if a poll did not end in time
   */
  boolean stop(Duration timeout, WaitPlan plan) {
    long deadline = Idling.deadline(timeout);
    Idling idling = new Idling(plan);
    try {
      while (!state.compareAndSet(IDLE, STOPPED)) {
        if (state.getAcquire() == STOPPED) {
          return true;
        }
        if (!idling.pauseBefore(deadline)) {
          return false;
        }
      }
    } finally {
      idling.end();
    }
    if (started) {
      stages.forEach(PolledStage::shutdown);
    }
    return true;
  }

  private final class Waking implements CommandEntry {

    private final CommandEntry entry;

    Waking(CommandEntry entry) {
      this.entry = entry;
    }

    @Override
    public Command claim() {
      return entry.claim();
    }

    @Override
    public Command tryClaim() {
      return entry.tryClaim();
    }

    @Override
    public long publish(Command c) {
      long sequence = entry.publish(c);
      if (!isDriver()) {
        waker.run();
      }
      return sequence;
    }
  }
}
