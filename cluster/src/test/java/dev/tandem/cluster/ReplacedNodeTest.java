package dev.tandem.cluster;

import static dev.tandem.cluster.TestCluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.IoUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A machine that was lost: its node begins with nothing, or with an old copy of its directory. */
@Timeout(300)
class ReplacedNodeTest {

  private static final int REPLACED = 2;

  @TempDir private Path dir;

  @Test
  void anEmptyNodeAndAnOldCopyGetTheRestFromTheOthers() throws IOException {
    ClusterConfig config = TestCluster.ofThree(dir);
    Path directory = config.directoryOf(REPLACED);
    Path copy = dir.resolve("copy");
    try (ThreeNodes nodes = new ThreeNodes(config)) {
      for (int node = 0; node < ThreeNodes.COUNT; node++) {
        nodes.start(node);
      }
      nodes.addUser(1);
      deposits(nodes, 1);
      awaitEqual(nodes);
      NodeStatus.takeSnapshot(config, 120_000_000_000L);
      assertThatThrownBy(() -> NodeBackup.backup(config, 1, copy))
          .hasMessageContaining("node 1 runs already");
      nodes.stop(1);
      assertThat(NodeBackup.backup(config, 1, copy)).isPositive();
      assertThatThrownBy(() -> NodeBackup.backup(config, 1, copy))
          .hasMessageContaining(copy + " is not empty");
      // What Aeron makes has the permissions of the process, below a directory that keeps it.
      for (Path made : List.of(config.directoryOf(1), copy)) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
            .isEqualTo("rwx------");
      }
      nodes.start(1);
      nodes.stop(REPLACED);
      deposits(nodes, 2);
      IoUtil.delete(directory.toFile(), false);
      nodes.start(REPLACED);
      awaitEqual(nodes);
      nodes.stop(REPLACED);
      assertThatThrownBy(() -> NodeBackup.seed(config, REPLACED, copy))
          .hasMessageContaining(directory + " is not empty");
      IoUtil.delete(directory.toFile(), false);
      assertThatThrownBy(() -> NodeBackup.seed(config, REPLACED, dir))
          .hasMessageContaining(dir + " is no directory of a node");
      // Another node's.
      assertThat(NodeBackup.seed(config, REPLACED, copy)).isPositive();
      deposits(nodes, 3);
      nodes.start(REPLACED);
      awaitEqual(nodes);
    }
  }

  private static void deposits(ThreeNodes nodes, int round) {
    for (int i = 1; i <= 20; i++) {
      nodes.deposit(1, 100, round * 20L + i);
    }
  }

  private static void awaitEqual(ThreeNodes nodes) {
    for (int i = 0; i < ThreeNodes.COUNT; i++) {
      ClusterNode node = nodes.node(i);
      await("all commands", () -> node.lastCommand() == nodes.node(0).lastCommand());
      assertThat(node.summary().join()).isEqualTo(nodes.node(0).summary().join());
    }
  }

  /** Its directory is empty, so only the log can say that it is not of this cluster. */
  @Test
  void aNodeWithOtherSettingsStops() throws IOException {
    try (ThreeNodes nodes = new ThreeNodes(TestCluster.ofThree(dir))) {
      nodes.start(0);
      nodes.start(1);
      nodes.addUser(1);
      Path file = dir.resolve("cluster.conf");
      Files.writeString(file, Files.readString(file) + "risk = false\n");
      ClusterConfig other = ClusterConfig.read(file);
      nodes.start(
          REPLACED, (config, node, listener) -> ClusterNode.start(other, node, listener, e -> {}));
      assertThatThrownBy(() -> nodes.node(REPLACED).end().get(120, TimeUnit.SECONDS))
          .cause()
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("name, number of nodes or risk of this node are not those of");
      nodes.deposit(1, 100, 1);
    }
  }

  @Test
  void aCopyOfAnotherClusterIsRefused() throws IOException {
    ClusterConfig config = TestCluster.alone(dir);
    ClusterNode.start(config, 0, new ReplicaListener() {}, e -> {}).close();
    Path copy = dir.resolve("copy");
    NodeBackup.backup(config, 0, copy);
    IoUtil.delete(config.directoryOf(0).toFile(), false);
    Path file = dir.resolve("cluster.conf");
    Files.writeString(file, Files.readString(file) + "name = other\n");
    ClusterConfig other = ClusterConfig.read(file);
    assertThatThrownBy(() -> NodeBackup.seed(other, 0, copy))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("cluster tandem")
        .hasMessageContaining("cluster other");
    assertThat(NodeBackup.seed(config, 0, copy)).isPositive();
  }
}
