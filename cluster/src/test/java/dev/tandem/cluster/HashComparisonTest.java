package dev.tandem.cluster;

import static dev.tandem.cluster.TestCluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node whose state differs is found by the others' hashes, and by its own. */
@Timeout(300)
class HashComparisonTest {

  private static final int NODES = ThreeNodes.COUNT;

  @TempDir private Path dir;

  private static HashComparison.Hashes hashes(long state) {
    return new HashComparison.Hashes(1, state);
  }

  @Test
  void onlyAMajorityIsRight() {
    HashComparison own = new HashComparison(0, NODES);
    own.reached(7, hashes(1));
    assertThat(own.compare(1, 7, hashes(1))).isNull();
    own.reached(15, hashes(2));
    assertThat(own.compare(0, 15, hashes(99))).as("its own").isNull();
    assertThat(own.compare(1, 15, hashes(3))).as("one other").isNull();
    assertThat(own.compare(1, 15, hashes(3))).as("the same other again").isNull();
    assertThat(own.compare(2, 15, hashes(4))).as("two that differ").isNull();
    assertThat(own.compare(2, 14, hashes(3))).as("not known here").isNull();
    assertThat(own.compare(2, 15, hashes(3)))
        .contains("node 0 has parted from nodes [1, 2]: at command 15")
        .contains("they were equal at command 7");
    assertThat(own.agreed()).isEqualTo(7);
    assertThat(own.differences()).isEqualTo(4);
  }

  @Test
  void aNodeThatRoundsDifferentlyStops() throws IOException {
    try (ThreeNodes nodes = new ThreeNodes(TestCluster.ofThree(dir))) {
      nodes.start(0);
      nodes.start(1);
      nodes.start(2, BrokenNode::thatRounds);
      nodes.addUser(1);
      // Nothing to round yet.
      deposits(nodes, 1, 40, 1_000);
      for (int node = 0; node < NODES; node++) {
        ClusterNode equal = nodes.node(node);
        await("equal hashes", () -> agreed(equal) >= 7);
        assertThat(equal.counters().get(NodeCounters.Kind.DIFFERENCES)).isZero();
      }
      deposits(nodes, 41, 80, 1_001);
      assertThatThrownBy(() -> nodes.node(2).end().get(120, TimeUnit.SECONDS))
          .cause()
          .hasMessageContaining("node 2 has parted from nodes [0, 1]: at command ")
          .hasMessageContaining("they were equal at command ");
      long before = Math.max(agreed(nodes.node(0)), agreed(nodes.node(1)));
      deposits(nodes, 81, 120, 1_001);
      for (int node = 0; node < 2; node++) {
        ClusterNode right = nodes.node(node);
        await("equal hashes of the others", () -> agreed(right) > before);
        assertThat(right.end()).isNotDone();
      }
    }
  }

  private static long agreed(ClusterNode node) {
    return node.counters().get(NodeCounters.Kind.AGREED);
  }

  /** One after the other, so that each comparison is sent before the next takes its place. */
  private static void deposits(ThreeNodes to, int first, int last, long amount) {
    for (int transaction = first; transaction <= last; transaction++) {
      to.deposit(1, amount, transaction);
    }
  }
}
