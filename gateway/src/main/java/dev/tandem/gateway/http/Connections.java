package dev.tandem.gateway.http;

import dev.tandem.gateway.access.ConnectionRefusals;
import dev.tandem.gateway.access.ConnectionSlots;
import dev.tandem.gateway.metrics.GatewayCounts;
import java.util.List;

/** All connections of the gateway, their limits and their end. On any event loop. */
public final class Connections {

  private final HttpLimits limits;
  private final GatewayCounts counts;
  private final ConnectionRefusals refusals;

  /** Guarded by itself: it is used when a connection comes, goes or first shows a key. */
  private final ConnectionSlots<Connection> open;

  private volatile boolean closing;

  /** Begins without a connection. */
  public Connections(HttpLimits limits, GatewayCounts counts) {
    this.limits = limits;
    this.counts = counts;
    open = new ConnectionSlots<>(limits.connections());
    refusals = new ConnectionRefusals(counts::unreported);
  }

  HttpLimits limits() {
    return limits;
  }

  GatewayCounts counts() {
    return counts;
  }

  /** Number of open connections. From any thread. */
  public int size() {
    synchronized (open) {
      return open.size();
    }
  }

  /** Whether responses are the last of their connections. */
  boolean isClosing() {
    return closing;
  }

  /** Takes a connection, for which one without a key may have to go; or refuses it. */
  boolean opened(Connection connection) {
    Connection inTheWay;
    synchronized (open) {
      inTheWay = open.inTheWayOf(connection);
      if (inTheWay != connection) {
        open.opened(connection);
      }
      if (inTheWay != null) {
        // Now: its loop may be notified later.
        open.closed(inTheWay);
      }
    }
    if (inTheWay == connection) {
      counts.closed("connections");
      return false;
    }
    if (inTheWay != null) {
      counts.closed("no_login");
      inTheWay.close();
    }
    return true;
  }

  /** It has shown a key, and gives way to nobody from now on. */
  void loggedOn(Connection connection) {
    synchronized (open) {
      open.loggedOn(connection);
    }
  }

  /** For those that are not taken. */
  ConnectionRefusals refusals() {
    return refusals;
  }

  void closed(Connection connection) {
    synchronized (open) {
      open.closed(connection);
    }
  }

  private List<Connection> all() {
    synchronized (open) {
      return open.all();
    }
  }

  /** Ends those of this loop that take too long. */
  public void sweep(long nowNs) {
    for (Connection connection : all()) {
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
    for (Connection connection : all()) {
      if (connection.isOfThisLoop() && connection.isIdle()) {
        connection.close();
      }
    }
  }
}
