package dev.tandem.gateway.bridge;

import dev.tandem.core.command.Command;

/**
 * Gets every answer of the kernel, on the event loop, before the reply of the command is called.
 */
@FunctionalInterface
public interface AnswerListener {

  /**
   * An answer.
   *
   * @param answer valid until this method returns
   */
  void onAnswer(Command answer);

  /** A query is answered, which may be a snapshot: it has all answers so far, and none behind. */
  default void onQuery() {}
}
