package dev.tandem.gateway.http;

import dev.tandem.gateway.access.ConnectionRefusals;
import dev.tandem.gateway.metrics.GatewayCounts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** All connections of the gateway, their limits and their end. On any event loop. */
public final class Connections {

  private final HttpLimits limits;
  private final GatewayCounts counts;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final ConnectionRefusals refusals;
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean closing;

  /** None yet. */
  public Connections(HttpLimits limits, GatewayCounts counts) {
    this.limits = limits;
    this.counts = counts;
    refusals = new ConnectionRefusals(counts::untold);
  }

  HttpLimits limits() {
    return limits;
  }

  GatewayCounts counts() {
    return counts;
  }

  /** How many there are. */
  public int size() {
    return count.get();
  }

  /** Whether responses are the last of their connections. */
  boolean isClosing() {
    return closing;
  }

  /** Takes a connection, or refuses it. */
  boolean opened(Connection connection) {
    if (count.incrementAndGet() > limits.connections()) {
      count.decrementAndGet();
      counts.closed("connections");
      return false;
    }
    return open.add(connection);
  }

  /** For those that are not taken. */
  ConnectionRefusals refusals() {
    return refusals;
  }

  void closed(Connection connection) {
    if (open.remove(connection)) {
      count.decrementAndGet();
    }
  }

  /** Ends those of this loop that take too long. */
  public void sweep(long nowNs) {
    for (Connection connection : open) {
      String late = connection.isOfThisLoop() ? connection.late(nowNs) : null;
      if (late != null) {
        counts.closed(late);
        connection.close();
      }
    }
  }

  /**
   * Ends those of this loop that wait for nothing, now, and all others with their next response.
   * Streams are ended by who has their sessions.
   */
  public void finish() {
    closing = true;
    for (Connection connection : open) {
      if (connection.isOfThisLoop() && connection.isIdle()) {
        connection.close();
      }
    }
  }
}
