package dev.tandem.cluster.door;

import dev.tandem.cluster.ClusterConfig;
import dev.tandem.cluster.ClusterException;
import dev.tandem.cluster.ClusterNode;
import dev.tandem.cluster.ReplicaListener;
import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.agrona.ErrorHandler;

/**
 * A node of a cluster with a gateway, which has the node's number. Clients may use any node: one
 * that has lost its node sends what is unanswered to another, under the same sequences, and gets
 * the first answer.
 */
public final class ClusterDoor implements AutoCloseable {

  private static final long POLL_NS = 5_000_000;

  private final ClusterConfig config;
  private final int number;
  private final ReplicaEngine engine;
  private final ClusterNode node;
  private Gateway gateway;
  private volatile boolean closed;

  private ClusterDoor(ClusterConfig config, int number, ReplicaEngine engine, ClusterNode node) {
    this.config = config;
    this.number = number;
    this.engine = engine;
    this.node = node;
  }

  /**
   * Starts the node; its gateway is opened by {@link #open}.
   *
   * @param listener gets what the replica applies, behind the gateway
   * @param errors gets what Aeron reports, warnings as well; called by any thread
   * @throws IOException as {@link ClusterNode#start}
   */
  public static ClusterDoor start(
      ClusterConfig config, int number, ReplicaListener listener, ErrorHandler errors)
      throws IOException {
    ReplicaEngine engine = new ReplicaEngine(config, number, errors);
    ClusterNode node = ClusterNode.start(config, number, engine.listener(listener), errors);
    engine.started(node);
    return new ClusterDoor(config, number, engine, node);
  }

  /** The node behind this door, which a caller must not close. */
  public ClusterNode node() {
    return node;
  }

  /**
   * Opens the gateway, when the node has applied what was in the log at its start: that needs a
   * leader. Clients see nothing older than that.
   *
   * @param settings of which the directory has the keys, the same on all nodes
   * @throws ClusterException if the node ends before
   * @throws IOException if there are no keys, or an address cannot be listened on
   * @throws IllegalArgumentException if the settings want what a node of a cluster has not
   */
  public Gateway open(GatewaySettings.Builder settings) throws IOException {
    while (!engine.isReady()) {
      if (closed || engine.failure().isPresent()) {
        throw new ClusterException("node " + number + " has ended before its gateway was open");
      }
      LockSupport.parkNanos(POLL_NS);
    }
    Gateway opened =
        Gateway.start(
            settings.node(number, config.nodes()).build(),
            answers -> {
              engine.reportTo(answers);
              return engine;
            });
    synchronized (this) {
      gateway = opened;
    }
    return opened;
  }

  /** Ends the sessions of clients, and then the node; the others continue. */
  @Override
  public void close() throws IOException {
    closed = true;
    synchronized (this) {
      if (gateway != null) {
        gateway.close();
      }
    }
    engine.close();
    node.close();
  }
}
