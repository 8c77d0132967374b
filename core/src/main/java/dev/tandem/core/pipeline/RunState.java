package dev.tandem.core.pipeline;

import java.util.concurrent.atomic.AtomicInteger;

/** Whether a processor is idle, running, or stopping; one thread runs it at a time. */
final class RunState implements StopSignal {

  private static final int IDLE = 0;

  /** Nothing runs; the next run ends before its first event. */
  private static final int HALTED = 1;

  private static final int RUNNING = 2;

  /** Something runs, and has been requested to stop. */
  private static final int STOPPING = 3;

  private final AtomicInteger state = new AtomicInteger(IDLE);

  /** Requests a stop; if nothing runs, the next run ends before its first event. */
  void halt() {
    if (!state.compareAndSet(RUNNING, STOPPING) && !state.compareAndSet(IDLE, HALTED)) {
      // Halted already, or a run began between the two: then this halt is meant for it.
      state.compareAndSet(RUNNING, STOPPING);
    }
  }

  /** Whether something runs, or a halt still waits for the run that it will end. */
  boolean isRunning() {
    return state.getAcquire() != IDLE;
  }

  @Override
  public boolean isStopRequested() {
    return state.getAcquire() != RUNNING;
  }

  /**
   * Runs. Its end is also that of the halt that ended it.
   *
   * @param work returns when a stop is requested, which it may be from the beginning
   * @throws IllegalStateException if a run is in progress
   */
  void run(Runnable work) {
    if (!state.compareAndSet(IDLE, RUNNING) && !state.compareAndSet(HALTED, STOPPING)) {
      throw new IllegalStateException("this processor is running already");
    }
    try {
      work.run();
    } finally {
      state.set(IDLE);
    }
  }
}
