package dev.tandem.cluster;

import dev.tandem.core.command.Command;

/** Gets the answers of a gateway's commands, from the replica of its own node. */
@FunctionalInterface
public interface AnswerHandler {

  /**
   * A command was applied, and is on a majority of the nodes. Called by the service's thread, in
   * the order of the commands; it must not wait.
   *
   * @param sequence what {@link ClusterIngress#submit} returned
   * @param command the command with its outputs, to be read until this returns
   */
  void onAnswer(long sequence, Command command);
}
