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
   * {@link #answered} has thrown this, which is logged. Whoever waits can be told nothing that is
   * sure, so its connection ends; the gateway goes on.
   */
  default void failed(Throwable thrown) {}
}
