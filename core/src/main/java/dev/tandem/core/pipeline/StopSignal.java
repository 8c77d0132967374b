package dev.tandem.core.pipeline;

/** Thrown to a waiting thread that has nothing to wait for any more. */
@FunctionalInterface
public interface StopSignal {

  /**
   * Whether to stop waiting. Called on each look at the awaited sequence, by the waiting thread.
   */
  boolean isStopRequested();
}
