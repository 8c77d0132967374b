package dev.tandem.cluster;

import dev.tandem.core.command.Command;

/**
 * Gets what a node's own replica does, as it follows the log: also while the node replays the log
 * after a start. All calls come from the service's thread, in the order of the log; they must not
 * wait. An exception ends the node.
 */
public interface ReplicaListener {

  /**
   * A command was applied, and is on a majority of the nodes.
   *
   * @param gateway who sent it
   * @param incarnation the incarnation of the gateway
   * @param number of the command among those of the incarnation, from 1
   * @param command the command with its outputs, to be read until this returns; null if its bytes
   *     were none of a command, and nothing was applied
   */
  default void onApplied(int gateway, long incarnation, long number, Command command) {}

  /**
   * A gateway requested to become the owner of its number.
   *
   * @param owner the incarnation that is the owner now: if it is not the requesting one, that was
   *     refused
   */
  default void onHello(int gateway, long incarnation, long owner) {}

  /** The log, or the snapshot, has come to another term of leadership. */
  default void onTerm(long term) {}

  /**
   * The replica has come to a command behind which all nodes compare their hashes; see {@link
   * ClusterConfig#compareEvery}.
   */
  default void onHashes(long command, long eventHash, long stateHash) {}

  /** This node has become leader, or is it no longer. */
  default void onRole(boolean isLeader) {}

  /** There is nothing more to apply just now, or much was applied. */
  default void onIdle() {}
}
