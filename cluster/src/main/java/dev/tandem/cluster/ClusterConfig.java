package dev.tandem.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.agrona.SemanticVersion;

/**
 * The settings of a cluster: one file, the same on all nodes. Only one time is set, {@link
 * #heartbeatTimeout}; all others follow from it, so that none contradicts another.
 *
 * @param name of the cluster: a log of another one is refused
 * @param hosts host name or address of each node, by its number
 * @param port the first of the UDP ports; node n has ten from {@code port + 10 n} on, so that all
 *     nodes may be on one machine
 * @param directory node n keeps its log and snapshots in {@code node-n} below it
 * @param memory node n keeps the buffers of its media driver in a directory below this; it should
 *     be in memory
 * @param durability what an answer means
 * @param risk whether there are users, balances and holds
 * @param expectedUsers users that a replica has room for before it grows
 * @param expectedOrders live orders that a replica has room for before it grows
 * @param heartbeatTimeout silence of the leader after which another is elected
 * @param park the longest sleep of a thread that finds no work
 * @param snapshotEvery after which all nodes take a snapshot if there was a command; 0: on request
 * @param compareEvery commands after which nodes compare their hashes; 0: never
 * @param window commands of a gateway that may be unanswered, a power of two
 */
public record ClusterConfig(
    String name,
    List<String> hosts,
    int port,
    Path directory,
    Path memory,
    ReplicatedDurability durability,
    boolean risk,
    int expectedUsers,
    int expectedOrders,
    Duration heartbeatTimeout,
    Duration park,
    Duration snapshotEvery,
    int compareEvery,
    int window) {

  static final int PORTS_PER_NODE = 10;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private static final int INGRESS = 0;
  private static final int CONSENSUS = 1;
  private static final int LOG = 2;
  private static final int CATCHUP = 3;
  private static final int ARCHIVE = 4;

  /** Refuses what makes no sense, by its name in the file. */
  public ClusterConfig {
    hosts = List.copyOf(hosts);
    require(
        NAME.matcher(name).matches(),
        "name is '" + name + "', expected 1 to 64 of letters, digits, . _ and -");
    require(
        hosts.size() == 1 || hosts.size() == 3 || hosts.size() == 5,
        "there are %d nodes, expected 1, 3 or 5: an even number survives no more failures"
            .formatted(hosts.size()));
    require(
        port >= 1_024 && port + PORTS_PER_NODE * hosts.size() <= 65_535,
        "port is %d, expected 1024 to %d".formatted(port, 65_535 - PORTS_PER_NODE * hosts.size()));
    require(expectedUsers >= 0, "expected-users is " + expectedUsers + ", expected 0 or more");
    require(expectedOrders >= 0, "expected-orders is " + expectedOrders + ", expected 0 or more");
    require(
        heartbeatTimeout.compareTo(Duration.ofMillis(100)) >= 0
            && heartbeatTimeout.compareTo(Duration.ofMinutes(1)) <= 0,
        "heartbeat-timeout is %s ms, expected 100ms to 60s".formatted(heartbeatTimeout.toMillis()));
    require(
        park.toNanos() >= 1_000 && park.compareTo(heartbeatTimeout.dividedBy(20)) <= 0,
        "park is %d us, expected 1us to a twentieth of heartbeat-timeout"
            .formatted(park.toNanos() / 1_000));
    require(
        snapshotEvery.isZero() || snapshotEvery.compareTo(Duration.ofMillis(100)) >= 0,
        "snapshot-every is %s ms, expected 0s or at least 100ms"
            .formatted(snapshotEvery.toMillis()));
    require(compareEvery >= 0, "compare-every is " + compareEvery + ", expected 0 or more");
    require(
        window >= 1 && window <= 1 << 16 && Integer.bitCount(window) == 1,
        "window is %d, expected a power of two up to 65536".formatted(window));
  }

  private static void require(boolean right, String fault) {
    if (!right) {
      throw new IllegalArgumentException(fault);
    }
  }

  /**
   * Reads a file.
   *
   * @throws ClusterException if a setting is unknown, comes twice, is missing or makes no sense;
   *     the message names the file and the setting
   * @throws IOException if the file cannot be read
   */
  public static ClusterConfig read(Path file) throws IOException {
    return ClusterConfigFile.read(file);
  }

  /** How many nodes there are. */
  public int nodes() {
    return hosts.size();
  }

  /** Where a node keeps its log and snapshots. */
  public Path directoryOf(int node) {
    return directory.resolve("node-" + node);
  }

  /** Where a node's media driver has its buffers. */
  public Path memoryOf(int node) {
    // Only who has the lock of the node's directory uses it, so it is named by that.
    Path own = directoryOf(node).toAbsolutePath().normalize();
    return memory.resolve(
        "tandem-cluster-%d-%08x".formatted(port + PORTS_PER_NODE * node, own.hashCode()));
  }

  private String endpoint(int node, int offset) {
    return hosts.get(node) + ":" + (port + PORTS_PER_NODE * node + offset);
  }

  String archiveEndpoint(int node) {
    return endpoint(node, ARCHIVE);
  }

  /** All nodes as Aeron wants them. */
  String members() {
    return IntStream.range(0, nodes())
        .mapToObj(
            n ->
                "%d,%s,%s,%s,%s,%s"
                    .formatted(
                        n,
                        endpoint(n, INGRESS),
                        endpoint(n, CONSENSUS),
                        endpoint(n, LOG),
                        endpoint(n, CATCHUP),
                        endpoint(n, ARCHIVE)))
        .collect(Collectors.joining("|"));
  }

  /** Where clients reach the nodes, as Aeron wants it. */
  String ingressEndpoints() {
    return IntStream.range(0, nodes())
        .mapToObj(n -> n + "=" + endpoint(n, INGRESS))
        .collect(Collectors.joining(","));
  }

  /**
   * What all nodes must have alike, as the version of Aeron's application: that of the leader is in
   * the log.
   */
  int appVersion() {
    CRC32C sum = new CRC32C();
    sum.update("%s %d %s".formatted(name, nodes(), risk).getBytes(StandardCharsets.UTF_8));
    int digest = (int) sum.getValue();
    return SemanticVersion.compose(Envelope.VERSION, digest & 0xff, digest >> 8 & 0xff);
  }

  /** Ten heartbeats in a time-out: nine may be lost. */
  long heartbeatIntervalNs() {
    return heartbeatTimeout.toNanos() / 10;
  }

  /** An election does not take longer than it took to notice that one is needed. */
  long electionTimeoutNs() {
    return heartbeatTimeout.toNanos() / 2;
  }

  long electionStatusIntervalNs() {
    return electionTimeoutNs() / 10;
  }

  /** At least three times the heartbeat's, or a node votes before a leader has reached it. */
  long canvassTimeoutNs() {
    return heartbeatTimeout.toNanos() * 5;
  }

  /** Above the heartbeat's, so that an election begins before a stream counts as gone. */
  long imageLivenessNs() {
    return heartbeatTimeout.toNanos() * 3;
  }

  /** How long a client waits for one node before it tries the next. */
  long clientTimeoutNs() {
    return heartbeatTimeout.toNanos() * 2;
  }

  /** Above a failover, in which no session may end; short, or sessions of the dead use up all. */
  long sessionTimeoutNs() {
    return heartbeatTimeout.toNanos() * 10;
  }

  /** Above a failover: what the rule of terms sends again must not be sent twice. */
  long resendTimeoutNs() {
    return heartbeatTimeout.toNanos() * 10;
  }
}
