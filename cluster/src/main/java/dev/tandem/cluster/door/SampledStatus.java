package dev.tandem.cluster.door;

import dev.tandem.cluster.ClusterConfig;
import dev.tandem.cluster.NodeStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.LockSupport;
import org.agrona.ErrorHandler;

/** The status of a node, read once a second on a thread of its own: it reads files. */
final class SampledStatus implements AutoCloseable {

  private static final long INTERVAL_NS = 1_000_000_000;

  private final ClusterConfig config;
  private final int node;
  private final ErrorHandler errors;
  private final Thread thread;
  private volatile NodeStatus latest;
  private volatile boolean closed;

  SampledStatus(ClusterConfig config, int node, ErrorHandler errors) {
    this.config = config;
    this.node = node;
    this.errors = errors;
    thread = new Thread(this::run, "tandem-cluster-status");
    thread.setDaemon(true);
  }

  /** Once the node runs. */
  void start() {
    sample();
    thread.start();
  }

  private void sample() {
    try {
      latest = NodeStatus.of(config, node);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run() {
    while (!closed) {
      LockSupport.parkNanos(INTERVAL_NS);
      try {
        sample();
      } catch (RuntimeException | Error e) {
        // The last one stays, and the next may be read.
        errors.onError(e);
      }
    }
  }

  /** At most some seconds old. Any thread. */
  NodeStatus latest() {
    return latest;
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
