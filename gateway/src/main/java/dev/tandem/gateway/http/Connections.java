package dev.tandem.gateway.http;

import dev.tandem.gateway.metrics.GatewayCounts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** All connections of the gateway, their limits and their end. On the event loop. */
public final class Connections {

  private static final int MOST_TOLD = 64;

  private final HttpLimits limits;
  private final GatewayCounts counts;
  private final Set<Connection> open = new LinkedHashSet<>();
  private final Set<Connection> telling = new HashSet<>();
  private boolean closing;

  /** None yet. */
  public Connections(HttpLimits limits, GatewayCounts counts) {
    this.limits = limits;
    this.counts = counts;
  }

  HttpLimits limits() {
    return limits;
  }

  GatewayCounts counts() {
    return counts;
  }

  /** How many there are. */
  public int size() {
    return open.size();
  }

  /** Whether responses are the last of their connections. */
  boolean isClosing() {
    return closing;
  }

  /** Takes a connection, or refuses it. */
  boolean opened(Connection connection) {
    if (open.size() >= limits.connections()) {
      counts.closed("connections");
      return false;
    }
    return open.add(connection);
  }

  /** Whether one that is not taken may be told so: only a few wait for that at once. */
  boolean mayTell(Connection connection) {
    return telling.size() < MOST_TOLD && telling.add(connection);
  }

  void closed(Connection connection) {
    open.remove(connection);
    telling.remove(connection);
  }

  /** Ends the connections that take too long. */
  public void sweep(long nowNs) {
    for (Connection connection : new ArrayList<>(open)) {
      String late = connection.late(nowNs);
      if (late != null) {
        counts.closed(late);
        connection.close();
      }
    }
  }

  /** Ends those that wait for nothing, now, and the others with their next response. */
  public void finish() {
    closing = true;
    for (Connection connection : new ArrayList<>(open)) {
      if (!connection.isBusy()) {
        connection.close();
      }
    }
  }
}
