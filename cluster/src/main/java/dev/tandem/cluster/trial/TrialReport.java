package dev.tandem.cluster.trial;

import java.util.List;

/**
 * What became of the commands of a trial.
 *
 * @param applied commands in the log
 * @param acknowledged commands that a gateway was answered
 * @param lost acknowledged commands that are not in the log
 * @param twice commands that are in the log, or were acknowledged, more than once
 * @param disordered commands that follow another one of their gateway than they were sent behind
 * @param silenceMs the longest time in which no gateway was answered, in milliseconds
 * @param nodes what each node says of its state
 * @param serialEventHash event hash of an embedded exchange that was given the log
 * @param serialStateHash its state hash
 * @param faults anything else that is wrong; empty if nothing is
 */
public record TrialReport(
    long applied,
    long acknowledged,
    long lost,
    long twice,
    long disordered,
    long silenceMs,
    List<State> nodes,
    long serialEventHash,
    long serialStateHash,
    List<String> faults) {

  /**
   * The state of a node.
   *
   * @param lastCommand number of the last command
   */
  public record State(int node, long lastCommand, long eventHash, long stateHash) {}

  /** Whether each command is there once, in order, and all hashes are equal. */
  public boolean isGood() {
    return applied > 0
        && acknowledged > 0
        && lost == 0
        && twice == 0
        && disordered == 0
        && faults.isEmpty()
        && nodes.stream()
            .allMatch(
                n ->
                    n.lastCommand() == applied - 1
                        && n.eventHash() == serialEventHash
                        && n.stateHash() == serialStateHash);
  }
}
