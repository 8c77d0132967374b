package dev.tandem.cluster;

import static dev.tandem.cluster.TestCluster.await;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import java.io.IOException;

/** Three nodes in this process, each with an ingress. */
final class ThreeNodes implements AutoCloseable {

  static final int COUNT = 3;

  private final ClusterConfig config;
  private final ClusterIngress[] ingress = new ClusterIngress[COUNT];
  private final ClusterNode[] nodes = new ClusterNode[COUNT];
  private final Command command = new Command();

  /** Starts a node with this listener. */
  interface Starter {
    ClusterNode start(ClusterConfig config, int node, ReplicaListener listener) throws IOException;
  }

  ThreeNodes(ClusterConfig config) {
    this.config = config;
  }

  void start(int node) throws IOException {
    start(
        node,
        (settings, number, listener) -> ClusterNode.start(settings, number, listener, e -> {}));
  }

  void start(int node, Starter starter) throws IOException {
    ingress[node] = new ClusterIngress(config, node, node, (sequence, c) -> {}, e -> {});
    nodes[node] = starter.start(config, node, ingress[node].listener());
    ingress[node].start();
  }

  void stop(int node) throws IOException {
    if (ingress[node] != null) {
      ingress[node].close();
      ingress[node] = null;
    }
    if (nodes[node] != null) {
      nodes[node].close();
      nodes[node] = null;
    }
  }

  ClusterNode node(int node) {
    return nodes[node];
  }

  void addUser(long user) {
    Commands.addUser(command, user);
    submit();
  }

  void deposit(long user, long amount, long transaction) {
    Commands.adjustBalance(command, user, 10, amount, transaction);
    submit();
  }

  /** By node 0, and waits for the answer. */
  private void submit() {
    ingress[0].submit(command);
    await("the answer", () -> ingress[0].unanswered() == 0);
  }

  @Override
  public void close() throws IOException {
    for (int node = 0; node < COUNT; node++) {
      stop(node);
    }
  }
}
