package dev.tandem.core.pipeline;

import java.util.concurrent.atomic.AtomicInteger;

/** Whether a processor is idle, running, or asked to stop; one thread runs it at a time. */
final class RunState implements StopSignal {

  private static final int IDLE = 0;

  /** Nothing runs; the next run ends before its first event. */
  private static final int HALTED = 1;

  private static final int RUNNING = 2;

  /** Something runs, and has been asked to stop. */
  private static final int STOPPING = 3;

  private final AtomicInteger state = new AtomicInteger(IDLE);

  /** Asks for a stop; if nothing runs, the next run ends before its first event. */
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
   * Begins a run.
   *
   * @return false if it was halted before it began; {@link #leave} must be called all the same
   * @throws IllegalStateException if a run is going on
   */
  boolean enter() {
    if (state.compareAndSet(IDLE, RUNNING)) {
      return true;
    }
    if (state.compareAndSet(HALTED, STOPPING)) {
      return false;
    }
    throw new IllegalStateException("this processor is running already");
  }

  /** Ends a run, and with it the halt that ended it. */
  void leave() {
    state.set(IDLE);
  }
}
