package dev.tandem.cluster;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Compares the hashes of this node with those that the others have put into the log, at certain
 * commands. A majority of the nodes is right.
 *
 * <p>Used by one thread.
 */
final class HashComparison {

  /** A check arrives soon behind its command; those of a node that is further behind are late. */
  private static final int KEPT = 16;

  /** Both hashes behind a command. */
  record Hashes(long event, long state) {}

  private final int node;
  private final int majority;

  /** Of this node, by command. */
  private final Map<Long, Hashes> own = kept();

  /** Of the others, by command and node. */
  private final Map<Long, Map<Integer, Hashes>> others = kept();

  /** The last command at which another node was equal. */
  private long agreed = -1;

  private long differences;

  HashComparison(int node, int nodes) {
    this.node = node;
    majority = nodes / 2 + 1;
  }

  private static <V> Map<Long, V> kept() {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<Long, V> eldest) {
        return size() > KEPT;
      }
    };
  }

  /** This node has come to such a command. */
  void reached(long command, Hashes hashes) {
    own.put(command, hashes);
  }

  /**
   * A node's hashes came by the log, behind what this node has applied.
   *
   * @return what is wrong if a majority of the nodes has other hashes than this one; otherwise null
   */
  String compare(int from, long command, Hashes hashes) {
    Hashes mine = own.get(command);
    if (from == node || mine == null) {
      return null;
    }
    if (hashes.equals(mine)) {
      agreed = Math.max(agreed, command);
      return null;
    }
    differences++;
    Map<Integer, Hashes> at = others.computeIfAbsent(command, c -> new HashMap<>());
    at.put(from, hashes);
    TreeSet<Integer> equal = new TreeSet<>();
    at.forEach(
        (other, theirs) -> {
          if (theirs.equals(hashes)) {
            equal.add(other);
          }
        });
    if (equal.size() < majority) {
      return null;
    }
    return ("node %d has parted from nodes %s: at command %d it has event hash %016x and state hash"
            + " %016x, they have %016x and %016x; %s")
        .formatted(
            node,
            equal,
            command,
            mine.event,
            mine.state,
            hashes.event,
            hashes.state,
            agreed < 0 ? "they were never equal" : "they were equal at command " + agreed);
  }

  /** The last command at which another node had the same hashes; -1: none. */
  long agreed() {
    return agreed;
  }

  /** How often another node had others. */
  long differences() {
    return differences;
  }
}
