package dev.tandem.app.serve;

import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import dev.tandem.gateway.http.HttpLimits;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a gateway listens, and what clients may do, as options. */
public final class DoorOptions {

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "The address to listen on. Default: ${DEFAULT-VALUE}.")
  private String host;

  @Option(
      names = "--plain-network",
      description =
          "Allows other addresses than loopback without TLS: keys then travel in plain text.")
  private boolean plainNetwork;

  @Option(
      names = "--public-name",
      paramLabel = "HOST[:PORT]",
      description =
          "The name by which browsers reach it through a proxy with TLS, as their address bar shows"
              + " it.")
  private String publicName;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "TLS 1.3 for all ports by this certificate or chain, in PEM; with --tls-key.")
  private Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The key of the certificate, PKCS #8 in PEM.")
  private Path certificateKey;

  @Option(
      names = "--loops",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Event loops, 1 to 64. Of more than one, the first submits orders and the others carry"
              + " the connections. Default: ${DEFAULT-VALUE}.")
  private int loops;

  @Option(
      names = "--orders-per-second",
      paramLabel = "N",
      defaultValue = "50000",
      description = "Commands a second of one key; 0: no limit. Default: ${DEFAULT-VALUE}.")
  private long ordersPerSecond;

  @Mixin private LimitOptions orderLimits;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Connections at once, streams too. Default: ${DEFAULT-VALUE}.")
  private int connections;

  @Option(
      names = "--max-body",
      paramLabel = "BYTES",
      defaultValue = "16384",
      description = "Bytes of a request or message. Default: ${DEFAULT-VALUE}.")
  private int bodyBytes;

  @Option(
      names = "--report-history",
      paramLabel = "N",
      defaultValue = "1024",
      description =
          "Execution reports kept for each user, for streams that come back; 0: none. Default:"
              + " ${DEFAULT-VALUE}.")
  private int reportHistory;

  @Option(
      names = "--request-time",
      paramLabel = "MS",
      defaultValue = "10000",
      description =
          "Milliseconds from a request's first byte to its last. Default: ${DEFAULT-VALUE}.")
  private int requestMillis;

  /**
   * Sets them.
   *
   * @throws IllegalArgumentException if they make no sense
   */
  public GatewaySettings.Builder set(GatewaySettings.Builder builder) throws UnknownHostException {
    HttpLimits usual = HttpLimits.DEFAULT;
    if (connections < 1 || bodyBytes < 256 || requestMillis < 1) {
      throw new IllegalArgumentException(
          "limits are at least 1 connection, 256 bytes and 1 millisecond");
    }
    HttpLimits limits =
        new HttpLimits(
            connections,
            bodyBytes,
            Duration.ofMillis(requestMillis),
            usual.responseTime(),
            usual.idleTime());
    orderLimits.set(builder);
    return builder
        .host(InetAddress.getByName(host))
        .plainNetwork(plainNetwork)
        .publicName(publicName)
        .tls(certificate, certificateKey)
        .loops(loops)
        .ordersPerSecond(ordersPerSecond)
        .reportHistory(reportHistory)
        .limits(limits)
        .orderLimits(orderLimits.limits());
  }

  /** Prints where clients connect. */
  public static void printAddresses(Gateway gateway, PrintWriter out) {
    out.println("binary " + printed(gateway.binaryAddress()));
    gateway.fixAddress().ifPresent(address -> out.println("FIX " + printed(address)));
    out.println(
        (gateway.isSecured() ? "serving https://" : "serving http://")
            + printed(gateway.address()));
  }

  private static String printed(InetSocketAddress address) {
    String text = address.getAddress().getHostAddress();
    return (text.contains(":") ? "[" + text + "]" : text) + ":" + address.getPort();
  }
}
