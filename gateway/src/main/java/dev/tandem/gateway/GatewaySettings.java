package dev.tandem.gateway;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.gateway.command.CommandRates;
import dev.tandem.gateway.http.HttpLimits;
import dev.tandem.gateway.orderentry.OrderLimits;
import dev.tandem.gateway.reports.ReportFeeds;
import dev.tandem.gateway.spi.ProtocolProvider;
import dev.tandem.history.History;
import dev.tandem.wal.Durability;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/** How a gateway runs; made by {@link #in}. */
public final class GatewaySettings {

  /** Commands a second of one key, by default. */
  public static final long ORDERS_PER_SECOND = 50_000;

  /** The port of HTTP by default; that of the binary protocol is the next one. */
  public static final int PORT = 8_480;

  /** Commands of one key that are in flight at once, by default: a quarter of the ring. */
  public static final int KEY_COMMANDS = 1_024;

  /** Questions a second of one key, by default. */
  public static final long QUESTIONS_PER_SECOND = 5_000;

  private static final Pattern NAME =
      Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(:\\d{1,5})?");

  private static final int MOST_LOOPS = 64;

  /** More would hold up a start for seconds. */
  private static final long MOST_REPLAYED_FOR_REPORTS = 4_000_000;

  private static final int HIGHEST_PORT = 65_535;

  final Path directory;
  final InetAddress host;
  final int port;
  final int binaryPort;

  /** -1: none. */
  final int fixPort;

  final ProtocolProvider fix;
  final boolean plainNetwork;

  /** By which browsers reach it through a proxy; null: by none. */
  final String publicName;

  final Path certificate;
  final Path certificateKey;
  final Topology topology;
  final boolean kernelThread;
  final int loops;
  final Durability durability;
  final CommandRates.Limits rates;
  final int keyConnections;
  final int keyCommands;
  final long snapshotEvery;
  final boolean wholeLog;
  final boolean keptForCursors;
  final int segmentBytes;

  /** The database of the history; null: none is kept. */
  final String history;

  final HttpLimits limits;
  final OrderLimits orderLimits;
  final int reportHistory;
  final boolean stageMetrics;
  final boolean demo;
  final int demoRate;
  final int node;
  final int nodes;

  /** Whether the event loop runs the kernel. */
  boolean isLoopDriven() {
    return topology.isFused() && !kernelThread;
  }

  /** A node of a cluster has none of this. */
  void requireNothingOfAnExchange() {
    if (demo || fix != null || stageMetrics || history != null) {
      throw new IllegalArgumentException(
          "a node of a cluster has no generated market, no FIX, no history and no times of stages");
    }
  }

  /** How the exchange keeps its log. */
  JournalOptions journal() {
    JournalOptions log =
        JournalOptions.in(directory.resolve("log"))
            .durability(durability)
            .snapshotEvery(snapshotEvery)
            .segmentBytes(segmentBytes)
            .replayBeforeSnapshot(reportHistory == 0 ? 0 : MOST_REPLAYED_FOR_REPORTS);
    // A history that is only paused needs its records all the same.
    boolean hasHistory = history != null || History.isFollowing(log.directory());
    log = keptForCursors || hasHistory ? log.keepForCursors() : log;
    return wholeLog ? log.keepWholeLog() : log;
  }

  private GatewaySettings(Builder from) {
    directory = Objects.requireNonNull(from.directory, "directory");
    host = Objects.requireNonNull(from.host, "host");
    port = checkedPort(from.port);
    binaryPort = checkedPort(from.binaryPort < 0 ? nextTo(port) : from.binaryPort);
    fixPort = from.fixPort;
    fix = fixPort < 0 ? null : provider("fix");
    plainNetwork = from.plainNetwork;
    publicName = from.publicName;
    if (publicName != null && !NAME.matcher(publicName).matches()) {
      throw new IllegalArgumentException(
          "the public name is a host, and a port unless it is the usual one, not '"
              + publicName
              + "'");
    }
    topology = Objects.requireNonNull(from.topology, "topology");
    kernelThread = from.kernelThread;
    loops = from.loops;
    if (loops < 1 || loops > MOST_LOOPS) {
      throw new IllegalArgumentException(
          "%d event loops, expected 1 to %d".formatted(loops, MOST_LOOPS));
    }
    durability = Objects.requireNonNull(from.durability, "durability");
    rates =
        new CommandRates.Limits(
            from.ordersPerSecond,
            from.sessionOrdersPerSecond,
            from.userOrdersPerSecond,
            from.questionsPerSecond);
    keyConnections = from.keyConnections;
    keyCommands = from.keyCommands;
    snapshotEvery = from.snapshotEvery;
    wholeLog = from.wholeLog;
    keptForCursors = from.keptForCursors;
    segmentBytes = from.segmentBytes;
    history = from.history == null ? null : History.checked(from.history);
    limits = Objects.requireNonNull(from.limits, "limits");
    orderLimits = Objects.requireNonNull(from.orderLimits, "orderLimits");
    reportHistory = from.reportHistory;
    stageMetrics = from.stageMetrics;
    demo = from.demo;
    demoRate = from.demoRate;
    node = from.node;
    nodes = from.nodes;
    if (keyConnections < 0) {
      throw new IllegalArgumentException("connections of a key are 0, any number, or more");
    }
    if (keyCommands < 0) {
      throw new IllegalArgumentException("commands of a key at once are 0, any number, or more");
    }
    if (snapshotEvery < 0 || demoRate < 0) {
      throw new IllegalArgumentException("rates and intervals are 0 or more");
    }
    if (reportHistory < 0 || reportHistory > ReportFeeds.MOST_KEPT) {
      throw new IllegalArgumentException(
          "%d reports of a user, expected 0 to %d".formatted(reportHistory, ReportFeeds.MOST_KEPT));
    }
    certificate = from.certificate;
    certificateKey = from.certificateKey;
    if ((certificate == null) != (certificateKey == null)) {
      throw new IllegalArgumentException("a certificate and its key go together");
    }
    if (!host.isLoopbackAddress() && !plainNetwork && certificate == null) {
      throw new IllegalArgumentException(
          "without TLS keys would cross the network in plain text: give a certificate, listen on"
              + " loopback behind a proxy with TLS (--public-name), or ask for --plain-network");
    }
  }

  private static ProtocolProvider provider(String protocol) {
    return ProtocolProvider.of(protocol)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "for %s put tandem-gateway-%s on the class path: it is not there"
                        .formatted(protocol.toUpperCase(Locale.ROOT), protocol)));
  }

  private static int checkedPort(int port) {
    if (port < 0 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException("port " + port + ", expected 0 to " + HIGHEST_PORT);
    }
    return port;
  }

  private static int nextTo(int port) {
    return port == 0 || port == HIGHEST_PORT ? 0 : port + 1;
  }

  /** An exchange in this directory, at loopback; all else as it is by default. */
  public static Builder in(Path directory) {
    return new Builder(Objects.requireNonNull(directory, "directory"));
  }

  /** Makes settings; each method returns this. */
  public static final class Builder {
    private final Path directory;
    private InetAddress host = InetAddress.getLoopbackAddress();
    private int port = PORT;
    private int binaryPort = -1;
    private int fixPort = -1;
    private boolean plainNetwork;
    private String publicName;
    private Path certificate;
    private Path certificateKey;
    private Topology topology = Topology.auto();
    private boolean kernelThread;
    private int loops = 1;
    private Durability durability = Durability.SYNCED;
    private long ordersPerSecond = ORDERS_PER_SECOND;
    private long sessionOrdersPerSecond;
    private long userOrdersPerSecond;
    private long questionsPerSecond = QUESTIONS_PER_SECOND;
    private int keyConnections;
    private int keyCommands = KEY_COMMANDS;
    private long snapshotEvery = 1_000_000;
    private boolean wholeLog;
    private boolean keptForCursors;
    private int segmentBytes;
    private String history;
    private HttpLimits limits = HttpLimits.DEFAULT;
    private OrderLimits orderLimits = OrderLimits.NONE;
    private int reportHistory = ReportFeeds.KEPT;
    private boolean stageMetrics;
    private boolean demo;
    private int demoRate;
    private int node;
    private int nodes = 1;

    private Builder(Path directory) {
      this.directory = directory;
    }

    /** The address to listen on. */
    public Builder host(InetAddress newHost) {
      host = newHost;
      return this;
    }

    /** The port of HTTP; 0 for any that is free. */
    public Builder port(int newPort) {
      port = newPort;
      return this;
    }

    /** The port of the binary protocol; 0 for any that is free. */
    public Builder binaryPort(int newPort) {
      binaryPort = checkedPort(newPort);
      return this;
    }

    /**
     * Listens for FIX 4.4, too, which needs {@code tandem-gateway-fix} on the class path; 0 for any
     * port that is free.
     */
    public Builder fixPort(int newPort) {
      fixPort = checkedPort(newPort);
      return this;
    }

    /** Allows other addresses than loopback although there is no TLS. */
    public Builder plainNetwork(boolean allowed) {
      plainNetwork = allowed;
      return this;
    }

    /**
     * The name by which browsers reach it through a proxy that has TLS, as their address bar shows
     * it: a host, with the port if that is not the usual one. Requests with this Host are taken
     * although the gateway listens on loopback, and a page of this name is its own.
     */
    public Builder publicName(String name) {
      publicName = name;
      return this;
    }

    /** TLS 1.3 by a certificate, or a chain of them, and its key: files of PEM. */
    public Builder tls(Path newCertificate, Path newKey) {
      certificate = newCertificate;
      certificateKey = newKey;
      return this;
    }

    /** The threads of the exchange. */
    public Builder topology(Topology newTopology) {
      topology = newTopology;
      return this;
    }

    /**
     * Whether {@link Topology#fused()} has threads of its own; by default the event loop does its
     * work after each round of its sockets.
     */
    public Builder kernelThread(boolean on) {
      kernelThread = on;
      return this;
    }

    /**
     * Event loops. One does all, by default. Of more, the first has the state and submits orders,
     * and the others carry the connections.
     */
    public Builder loops(int newLoops) {
      loops = newLoops;
      return this;
    }

    /** How durable a command is before it is answered. */
    public Builder durability(Durability newDurability) {
      durability = newDurability;
      return this;
    }

    /** Commands a second of one key; 0: any number. */
    public Builder ordersPerSecond(long most) {
      ordersPerSecond = most;
      return this;
    }

    /** Commands a second of one session of a key; 0, the default: any number. */
    public Builder sessionOrdersPerSecond(long most) {
      sessionOrdersPerSecond = most;
      return this;
    }

    /** Commands a second for one user, whoever sends them; 0, the default: any number. */
    public Builder userOrdersPerSecond(long most) {
      userOrdersPerSecond = most;
      return this;
    }

    /**
     * Questions a second of one key: symbols, books, balances and live orders by REST,
     * subscriptions of a stream and of the binary protocol; 0: any number.
     */
    public Builder questionsPerSecond(long most) {
      questionsPerSecond = most;
      return this;
    }

    /** Streams and binary sessions of one key at once; 0, the default: any number. */
    public Builder keyConnections(int most) {
      keyConnections = most;
      return this;
    }

    /**
     * Commands of one key that are in flight at once, by streams, the binary protocol and FIX; what
     * more it sends is read when half of them are answered. 0: any number.
     */
    public Builder keyCommands(int most) {
      keyCommands = most;
      return this;
    }

    /** A snapshot whenever so many commands were logged; 0: only at the end. */
    public Builder snapshotEvery(long commands) {
      snapshotEvery = commands;
      return this;
    }

    /**
     * Whether the log is kept from its first record on; by default what a snapshot makes up for is
     * deleted.
     */
    public Builder wholeLog(boolean kept) {
      wholeLog = kept;
      return this;
    }

    /** Whether the log, and a snapshot it continues, wait for those who read it by a cursor. */
    public Builder keepForCursors(boolean kept) {
      keptForCursors = kept;
      return this;
    }

    /**
     * Keeps a history in this database, {@code jdbc:sqlite:FILE} or {@code jdbc:postgresql:…},
     * whose driver must be on the class path. The log is then kept until the history has it.
     */
    public Builder history(String url) {
      history = Objects.requireNonNull(url, "url");
      return this;
    }

    /** Keeps a history in the file {@code history.db} of the directory, by SQLite. */
    public Builder history() {
      return history(History.fileBeside(directory.resolve("log")));
    }

    /** Bytes of a segment of the log; 0: as the log has them, 64 MiB for a new one. */
    public Builder segmentBytes(int bytes) {
      segmentBytes = bytes;
      return this;
    }

    /** What connections may cost. */
    public Builder limits(HttpLimits newLimits) {
      limits = newLimits;
      return this;
    }

    /** What orders may be; anything by default. */
    public Builder orderLimits(OrderLimits newLimits) {
      orderLimits = newLimits;
      return this;
    }

    /**
     * Execution reports that are kept for each user to whom a stream is subscribed, for streams
     * that come back; 0: none.
     */
    public Builder reportHistory(int reports) {
      reportHistory = reports;
      return this;
    }

    /** Measures how long each stage of the kernel works on each command; by default it does not. */
    public Builder stageMetrics(boolean measured) {
      stageMetrics = measured;
      return this;
    }

    /** Generates a market of so many commands a second, and gives its user's key to all. */
    public Builder demo(int rate) {
      demo = true;
      demoRate = rate;
      return this;
    }

    /**
     * Which of several gateways with the same keys this is: what is signed for one is then refused
     * by the others. By default it is the only one.
     */
    public Builder node(int number, int of) {
      node = number;
      nodes = of;
      return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException if they cannot be, with the reason
     */
    public GatewaySettings build() {
      return new GatewaySettings(this);
    }
  }
}
