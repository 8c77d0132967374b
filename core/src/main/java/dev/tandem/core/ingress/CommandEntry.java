package dev.tandem.core.ingress;

import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.PoisonedException;

/**
 * Where commands are handed in: a slot is claimed, filled, and published. An interrupt does not end
 * a wait; it is kept for the caller.
 */
public interface CommandEntry {

  /**
   * Claims a slot whose inputs have their defaults; waits for one by the wait strategy. It must be
   * published, whatever happens, by the same thread.
   *
   * @throws PoisonedException if the pipeline has failed, with the cause
   * @throws IllegalStateException if the pipeline is closed
   */
  Command claim();

  /** The same, but answers null at once where {@link #claim} would wait. */
  Command tryClaim();

  /**
   * Publishes the claimed slot.
   *
   * @return the number of the command: its sequence if the ingress is shared, otherwise its
   *     position in its lane
   * @throws IllegalStateException if it is not what this thread has claimed last and not yet
   *     published; or if the pipeline was closed since the slot was claimed and the command is not
   *     accepted any more
   * @throws PoisonedException if it had to wait for room, and the pipeline has failed
   */
  long publish(Command c);
}
