package dev.tandem.gateway.bridge;

import dev.tandem.core.command.Command;

/** Waits for the answer to one command. Called on the event loop. */
@FunctionalInterface
public interface Reply {

  /**
   * The kernel's answer.
   *
   * @param answer valid until this method returns
   */
  void answered(Command answer);

  /**
   * {@link #answered} has thrown this, which is logged. Whoever waits for the answer has to be
   * disconnected here: what it was sent is not known. What this method throws is only logged.
   */
  default void failed(Throwable thrown) {}
}
