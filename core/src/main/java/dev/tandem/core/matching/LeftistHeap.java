package dev.tandem.core.matching;

import java.util.Arrays;

/**
 * Leftist trees over numbers above 0: heaps that meld. A node is in one heap at most, a heap is
 * known by its first node, an empty one by 0. All operations take time logarithmic in the nodes of
 * the heaps, also in the worst case.
 *
 * <p>What {@link #precedes} says of two nodes must not change while both are in one heap. One
 * thread at a time; allocates only to grow.
 */
abstract class LeftistHeap {

  private static final int WORDS = 3;
  private static final int LEFT = 0;
  private static final int RIGHT = 1;
  private static final int PARENT = 2;

  private int[] links = new int[WORDS << 6];

  /** Nodes on the way to the right from a node, itself included; those to the left are no fewer. */
  private byte[] ranks = new byte[1 << 6];

  /** Whether a node comes before another one; a total order. */
  abstract boolean precedes(int node, int other);

  /** Makes a node the only one of a heap. */
  final void single(int node) {
    if (node >= ranks.length) {
      ranks = Arrays.copyOf(ranks, Math.max(node + 1, ranks.length * 2));
      links = Arrays.copyOf(links, ranks.length * WORDS);
    }
    links[node * WORDS + LEFT] = 0;
    links[node * WORDS + RIGHT] = 0;
    links[node * WORDS + PARENT] = 0;
    ranks[node] = 1;
  }

  /** The first node of two heaps, which become one. */
  final int meld(int first, int second) {
    int root = join(first, second);
    links[root * WORDS + PARENT] = 0;
    return root;
  }

  /** As deep as the ways to the right of both are long. */
  private int join(int one, int two) {
    if (one == 0 || two == 0) {
      return one | two;
    }
    int root = precedes(two, one) ? two : one;
    int below = join(links[root * WORDS + RIGHT], root == one ? two : one);
    links[root * WORDS + RIGHT] = below;
    links[below * WORDS + PARENT] = root;
    rank(root);
    return root;
  }

  /** Sets the rank of a node whose children have changed; whether it is another than before. */
  private boolean rank(int node) {
    int left = links[node * WORDS + LEFT];
    int right = links[node * WORDS + RIGHT];
    if (ranks[left] < ranks[right]) {
      links[node * WORDS + LEFT] = right;
      links[node * WORDS + RIGHT] = left;
    }
    byte before = ranks[node];
    ranks[node] = (byte) (ranks[links[node * WORDS + RIGHT]] + 1);
    return ranks[node] != before;
  }

  /** Whether the first node of a heap is its only one. */
  final boolean isAlone(int first) {
    // What lies to the right has never more than what lies to the left.
    return links[first * WORDS + LEFT] == 0;
  }

  /** The first node of a heap once a node of it has gone. */
  final int remove(int first, int node) {
    int parent = links[node * WORDS + PARENT];
    int below = meld(links[node * WORDS + LEFT], links[node * WORDS + RIGHT]);
    if (parent == 0) {
      return below;
    }
    int side = links[parent * WORDS + LEFT] == node ? LEFT : RIGHT;
    links[parent * WORDS + side] = below;
    if (below != 0) {
      links[below * WORDS + PARENT] = parent;
    }
    for (int n = parent; n != 0 && rank(n); n = links[n * WORDS + PARENT]) {
      // A rank that stays changes none above it.
    }
    return first;
  }
}
