package dev.tandem.gateway;

import dev.tandem.core.topology.Topology;
import dev.tandem.gateway.http.HttpLimits;
import dev.tandem.wal.Durability;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Objects;

/**
 * How a gateway runs. Each method that takes a choice returns a copy with it.
 *
 * @param directory where the log, its snapshots and the keys are
 * @param host the address to listen on; all of this machine's loopback unless {@code plainNetwork}
 * @param port 0 for any that is free
 * @param plainNetwork whether other addresses than loopback are allowed although there is no TLS
 * @param durability how durable a command is before it is answered
 * @param ordersPerSecond commands a second of one key; 0: any number
 * @param snapshotEvery a snapshot whenever so many commands were logged; 0: only at the end
 * @param segmentBytes bytes of a segment of the log; 0: as the log has them, 64 MiB for a new one
 * @param demo whether a market is generated, and its user's key given to whoever asks
 */
public record GatewaySettings(
    Path directory,
    InetAddress host,
    int port,
    boolean plainNetwork,
    Topology topology,
    Durability durability,
    long ordersPerSecond,
    long snapshotEvery,
    int segmentBytes,
    HttpLimits limits,
    boolean demo,
    int demoRate) {

  /** Commands a second of one key, by default. */
  public static final long ORDERS_PER_SECOND = 50_000;

  /** The port by default. */
  public static final int PORT = 8_480;

  /** Checks. */
  public GatewaySettings {
    Objects.requireNonNull(directory, "directory");
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + ", expected 0 to 65535");
    }
    if (!host.isLoopbackAddress() && !plainNetwork) {
      throw new IllegalArgumentException(
          "without TLS, which this gateway does not have, keys would cross the network in plain"
              + " text: listen on loopback behind a proxy with TLS, or ask for --plain-network");
    }
    if (ordersPerSecond < 0 || snapshotEvery < 0 || demoRate < 0) {
      throw new IllegalArgumentException("rates and intervals are 0 or more");
    }
  }

  /** An exchange in this directory, at loopback. */
  public static GatewaySettings in(Path directory) {
    return new GatewaySettings(
        directory,
        InetAddress.getLoopbackAddress(),
        PORT,
        false,
        Topology.auto(),
        Durability.SYNCED,
        ORDERS_PER_SECOND,
        1_000_000,
        0,
        HttpLimits.DEFAULT,
        false,
        200);
  }

  /** At another port. */
  public GatewaySettings at(int newPort) {
    return new GatewaySettings(
        directory,
        host,
        newPort,
        plainNetwork,
        topology,
        durability,
        ordersPerSecond,
        snapshotEvery,
        segmentBytes,
        limits,
        demo,
        demoRate);
  }

  /** With segments of the log of another size. */
  public GatewaySettings segments(int bytes) {
    return new GatewaySettings(
        directory,
        host,
        port,
        plainNetwork,
        topology,
        durability,
        ordersPerSecond,
        snapshotEvery,
        bytes,
        limits,
        demo,
        demoRate);
  }

  /** With other limits. */
  public GatewaySettings limited(HttpLimits newLimits, long newOrdersPerSecond) {
    return new GatewaySettings(
        directory,
        host,
        port,
        plainNetwork,
        topology,
        durability,
        newOrdersPerSecond,
        snapshotEvery,
        segmentBytes,
        newLimits,
        demo,
        demoRate);
  }

  /** With a generated market of so many commands a second. */
  public GatewaySettings withDemo(int rate) {
    return new GatewaySettings(
        directory,
        host,
        port,
        plainNetwork,
        topology,
        durability,
        ordersPerSecond,
        snapshotEvery,
        segmentBytes,
        limits,
        true,
        rate);
  }
}
