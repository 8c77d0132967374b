package dev.tandem.cluster;

import static dev.tandem.cluster.TestCluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node whose state differs is found by the others' hashes, and by its own. */
@Timeout(300)
class HashComparisonTest {

  private static final int NODES = 3;

  @TempDir private Path dir;

  private final Command command = new Command();

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

  private ClusterIngress ingress(ClusterConfig config, int node) {
    return new ClusterIngress(config, node, node, (sequence, c) -> {}, e -> {});
  }

  @Test
  void aNodeThatRoundsDifferentlyStops() throws IOException {
    ClusterConfig config = TestCluster.ofThree(dir);
    ClusterIngress[] ingress = new ClusterIngress[NODES];
    ClusterNode[] nodes = new ClusterNode[NODES];
    try {
      for (int node = 0; node < NODES; node++) {
        ingress[node] = ingress(config, node);
        nodes[node] =
            node == 2
                ? BrokenNode.thatRounds(config, node, ingress[node].listener())
                : ClusterNode.start(config, node, ingress[node].listener(), e -> {});
        ingress[node].start();
      }
      Commands.addUser(command, 1);
      ingress[0].submit(command);
      // Nothing to round yet.
      deposits(ingress[0], 1, 40, 1_000);
      for (ClusterNode node : nodes) {
        await("equal hashes", () -> agreed(node) >= 7);
        assertThat(node.counters().get(NodeCounters.Kind.DIFFERENCES)).isZero();
      }
      deposits(ingress[0], 41, 80, 1_001);
      assertThatThrownBy(() -> nodes[2].end().get(120, TimeUnit.SECONDS))
          .cause()
          .hasMessageContaining("node 2 has parted from nodes [0, 1]: at command ")
          .hasMessageContaining("they were equal at command ");
      long before = Math.max(agreed(nodes[0]), agreed(nodes[1]));
      deposits(ingress[0], 81, 120, 1_001);
      for (int node = 0; node < 2; node++) {
        ClusterNode right = nodes[node];
        await("equal hashes of the others", () -> agreed(right) > before);
        assertThat(right.end()).isNotDone();
      }
    } finally {
      for (int node = 0; node < NODES; node++) {
        if (ingress[node] != null) {
          ingress[node].close();
        }
        if (nodes[node] != null) {
          nodes[node].close();
        }
      }
    }
  }

  private static long agreed(ClusterNode node) {
    return node.counters().get(NodeCounters.Kind.AGREED);
  }

  /** One after the other, so that each comparison is sent before the next takes its place. */
  private void deposits(ClusterIngress to, int first, int last, long amount) {
    for (int transaction = first; transaction <= last; transaction++) {
      Commands.adjustBalance(command, 1, 10, amount, transaction);
      to.submit(command);
      await("the answer", () -> to.unanswered() == 0);
    }
  }
}
