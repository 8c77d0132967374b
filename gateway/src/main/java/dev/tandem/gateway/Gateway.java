package dev.tandem.gateway;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.core.api.StageTimings;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.binary.BinaryPipeline;
import dev.tandem.gateway.binary.BinarySessions;
import dev.tandem.gateway.bridge.DueOrders;
import dev.tandem.gateway.bridge.Engine;
import dev.tandem.gateway.bridge.ExchangeEngine;
import dev.tandem.gateway.bridge.LoopDriver;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.command.Callers;
import dev.tandem.gateway.demo.DemoMarket;
import dev.tandem.gateway.http.CommandRoutes;
import dev.tandem.gateway.http.Connections;
import dev.tandem.gateway.http.HistoryRoutes;
import dev.tandem.gateway.http.Pipeline;
import dev.tandem.gateway.http.QueryRoutes;
import dev.tandem.gateway.http.Route;
import dev.tandem.gateway.http.Routes;
import dev.tandem.gateway.http.SystemRoutes;
import dev.tandem.gateway.metrics.GatewayCounts;
import dev.tandem.gateway.metrics.GatewayFlightEvents;
import dev.tandem.gateway.metrics.StageMeters;
import dev.tandem.gateway.orderentry.KillSwitch;
import dev.tandem.gateway.orderentry.OrderEntry;
import dev.tandem.gateway.spi.ProtocolContext;
import dev.tandem.gateway.spi.ProtocolServer;
import dev.tandem.gateway.websocket.MarketChannels;
import dev.tandem.gateway.websocket.StreamSessions;
import dev.tandem.history.History;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * An exchange that clients reach by the network. It is one of this process, whose log and keys are
 * in one directory and which continues where that log ends, or a replica of a cluster. A command is
 * acknowledged when it is settled and as durable as configured, so it survives any restart; a
 * client without an answer sends it again under the same sequence.
 *
 * <p>One event loop carries all connections and submits orders. It never waits. With more loops,
 * the first keeps the state and submits orders, and the others carry the connections of HTTP,
 * WebSocket and the binary protocol.
 */
public final class Gateway implements AutoCloseable {

  private static final int ANSWERS = 4_096;
  private static final int QUESTIONS = 256;

  private final GatewaySettings settings;
  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final GatewayCounts counts = new GatewayCounts(meters);
  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  private final String adminToken;
  private final String demoToken;
  private final KeyFile keys;
  private final SslContext tls;

  /** Null where another engine is behind this. */
  private final Exchange exchange;

  private final Engine engine;
  private final OrderDesk desk;
  private final EventLoops loops;
  private final EventLoop loop;
  private final ThreadPoolExecutor waiting;
  private final RestoredReports restored;
  private final OrderEntry entry;
  private Callers callers;
  private Connections connections;
  private StreamSessions streams;
  private Routes routes;
  private BinarySessions binary;
  private Channel server;
  private Channel binaryServer;
  private ProtocolServer fix;

  /** Null if none is kept. */
  private History history;

  private final StageMeters stages;
  private final GatewayFlightEvents.Figures figures = this::figures;
  private boolean closed;
  private volatile List<String> unfinished = List.of();

  private Gateway(GatewaySettings settings, Engine.Starter other) throws IOException {
    this.settings = settings;
    tls = Acceptor.tls(settings.certificate, settings.certificateKey);
    keys = KeyFile.openPrivately(keyFile(settings));
    if (other != null && keys.isEmpty()) {
      throw new IOException(
          keyFile(settings) + ": there is no key; all nodes need the same keys, so none is made");
    }
    MarketChannels channels = new MarketChannels();
    loops = new EventLoops(settings.loops);
    loop = loops.first();
    LoopDriver driver = other == null && settings.isLoopDriven() ? new LoopDriver(loop) : null;
    desk = driver == null ? new OrderDesk(ANSWERS, channels) : new OrderDesk(driver, channels);
    StageTimings timings = settings.stageMetrics ? new StageTimings() : null;
    stages = timings == null ? null : new StageMeters(timings);
    entry = new OrderEntry(desk, settings.orderLimits);
    restored =
        other != null
            ? RestoredReports.none(settings)
            : new RestoredReports(
                settings, desk.listings(), settings.fix == null ? null : this::openFix);
    boolean runs = false;
    try {
      exchange =
          other != null ? null : EmbeddedExchange.start(settings, desk, driver, timings, restored);
      engine = exchange == null ? other.start(desk.ring()) : new ExchangeEngine(exchange);
      runs = true;
    } finally {
      if (!runs) {
        giveUp();
      }
    }
    // Now nobody else has this directory.
    adminToken = keys.isEmpty() ? newKey("admin", Role.ADMIN, Set.of()) : null;
    demoToken = settings.demo ? newKey("demo", Role.TRADE, Set.of(DemoMarket.USER)) : null;
    waiting =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUESTIONS),
            task -> new Thread(task, "tandem-questions"));
    boolean started = false;
    try {
      open(channels);
      started = true;
    } finally {
      if (!started) {
        close();
        if (adminToken != null) {
          // Nobody was shown this key.
          Files.deleteIfExists(keyFile(settings));
        }
      }
    }
  }

  private void giveUp() {
    if (restored.protocol() != null) {
      restored.protocol().close();
    }
    endLoops();
  }

  private void endLoops() {
    loops.end();
    restored.close();
  }

  private String newKey(String name, Role role, Set<Long> users) throws IOException {
    try {
      return keys.add(name, role, users);
    } catch (IOException e) {
      engine.close();
      giveUp();
      throw e;
    }
  }

  private static Path keyFile(GatewaySettings settings) {
    return settings.directory.resolve("keys.json");
  }

  /**
   * Starts, and returns when clients can connect.
   *
   * @throws IOException if the address cannot be listened on, or the keys cannot be read or written
   */
  public static Gateway start(GatewaySettings settings) throws IOException {
    return new Gateway(Objects.requireNonNull(settings, "settings"), null);
  }

  /**
   * Starts in front of another engine than an exchange of its own, as that of a cluster's node. Of
   * the directory it has the keys alone. {@link #close} closes the engine.
   *
   * @throws IllegalArgumentException if the settings want what only an exchange of its own has
   */
  public static Gateway start(GatewaySettings settings, Engine.Starter engine) throws IOException {
    settings.requireNothingOfAnExchange();
    return new Gateway(settings, Objects.requireNonNull(engine, "engine"));
  }

  private void open(MarketChannels channels) throws IOException {
    connections = new Connections(settings.limits, counts);
    HealthFigures health =
        new HealthFigures(engine, desk, connections::size, () -> streams.size(), this::isSound);
    streams =
        new StreamSessions(
            desk, entry, callers(), channels, restored.streams(), counts, loop, health);
    binary =
        new BinarySessions(
            desk,
            entry,
            callers(),
            counts,
            loop,
            settings.limits.connections(),
            restored.numbered());
    // Who listens is known now: from here on answers come on the loop.
    desk.open(engine, loop, waiting, failure::complete);
    DemoMarket demo = settings.demo ? demoMarket() : null;
    GatewayFlightEvents.opened(figures);
    engine.bindTo(meters);
    meters.getPrometheusRegistry().register(desk.latency());
    if (stages != null) {
      meters.getPrometheusRegistry().register(stages);
    }
    counts.gauge("connections", "Open connections", connections::size);
    counts.gauge("sessions", "Open streams", streams::size);
    counts.gauge("binary.connections", "Open connections of the binary protocol", binary::size);
    counts.gauge("open.orders", "Live orders", desk.openOrders()::size);
    counts.gauge("waiting", "Commands that wait for their answers", desk::waiting);
    restored.addGauges(counts);
    SystemRoutes system =
        new SystemRoutes(settings.history != null, meters, this::isSound, health, this::writeDemo);
    List<Route> all = new ArrayList<>(system.routes());
    all.addAll(new CommandRoutes(entry, new KillSwitch(desk, counts), desk.listings()).routes());
    all.addAll(new QueryRoutes(desk, engine, waiting, settings.orderLimits).routes());
    if (settings.history != null) {
      history = History.start(settings.journal(), settings.history);
    }
    all.addAll(new HistoryRoutes(history, desk.listings()).routes());
    routes =
        new Routes(
            all,
            callers(),
            streams,
            settings.host.isLoopbackAddress(),
            settings.publicName,
            system.headers());
    fix = restored.protocol();
    if (fix != null) {
      startFix();
    }
    EventLoop state = loops.areOne() ? null : loop;
    server =
        Acceptor.bind(
            loops.sockets(),
            settings.host,
            settings.port,
            new Pipeline(connections, routes, tls, state));
    binaryServer =
        Acceptor.bind(
            loops.sockets(),
            settings.host,
            settings.binaryPort,
            new BinaryPipeline(binary, tls, state));
    loops.every(loop, 1_000, this::sweep, failure::complete);
    if (exchange != null) {
      loops.every(loop, 1_000, new DueOrders(desk)::lookNow, failure::complete);
    }
    for (EventExecutor each : loops.sockets()) {
      loops.every(each, 1_000, () -> connections.sweep(System.nanoTime()), failure::complete);
    }
    if (demo != null) {
      loops.every(loop, 1_000 / DemoMarket.TICKS_PER_SECOND, demo::tick, failure::complete);
    }
  }

  /** Only when nobody else has the log: what was signed for who had it is not good here. */
  private Callers callers() {
    if (callers == null) {
      callers =
          new Callers(keys, settings.rates, settings.keyConnections, settings.keyCommands, loop)
              .at(settings.node, settings.nodes);
    }
    return callers;
  }

  private ProtocolServer openFix() throws IOException {
    return settings.fix.open(
        new ProtocolContext(
            desk,
            desk,
            desk.listings(),
            entry,
            callers(),
            counts,
            loop,
            settings.directory.resolve("fix"),
            settings.durability,
            settings.limits.connections(),
            tls,
            new Acceptor.At(settings.host, settings.fixPort)));
  }

  private void startFix() {
    // It listens to what is the loop's, which has no connection yet.
    loop.submit(
            () -> {
              fix.start(recovery().commands());
              return null;
            })
        .syncUninterruptibly();
    counts.gauge("fix.connections", "Open connections of FIX", fix::connections);
  }

  private DemoMarket demoMarket() {
    DemoMarket.prepare(exchange);
    long millis = System.currentTimeMillis();
    // Ids that no earlier run has used, and that fit the 53 bits of a browser's numbers.
    return new DemoMarket(desk, settings.demoRate, millis * 1_000, millis);
  }

  private void sweep() {
    long now = System.nanoTime();
    streams.sweep(now);
    binary.sweep(now);
    engine.failure().ifPresent(failure::complete);
  }

  /** Approximate, where they are the event loop's: the recorder's thread reads them. */
  private GatewayFlightEvents.Snapshot figures() {
    Map<String, Long> answers = new TreeMap<>();
    engine.answers().forEach((code, count) -> answers.put(code.name(), count));
    return new GatewayFlightEvents.Snapshot(
        desk.waiting(),
        engine.unwritten(),
        desk.openOrders().size(),
        connections.size(),
        streams.size(),
        binary.size(),
        fix == null ? 0 : fix.connections(),
        answers,
        stages == null ? Map.of() : stages.times());
  }

  /** The event loop, for who counts its visits. */
  EventLoop loop() {
    return loop;
  }

  /** What the loop knows. */
  OrderDesk desk() {
    return desk;
  }

  /** The streams, for who lets their time pass. */
  StreamSessions streams() {
    return streams;
  }

  /** What is counted. */
  MeterRegistry meters() {
    return meters;
  }

  private boolean isSound() {
    return !failure.isDone() && engine.failure().isEmpty();
  }

  private void writeDemo(JsonGenerator to) throws IOException {
    to.writeBooleanField("demo", demoToken != null);
    if (demoToken != null) {
      to.writeStringField("key", demoToken);
      to.writeNumberField("user", DemoMarket.USER);
    }
    to.writeNumberField("node", settings.node);
    to.writeNumberField("nodes", settings.nodes);
  }

  /** Where clients connect. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  /** Whether all of it is by TLS. */
  public boolean isSecured() {
    return tls != null;
  }

  /** Where clients of the binary protocol connect. */
  public InetSocketAddress binaryAddress() {
    return (InetSocketAddress) binaryServer.localAddress();
  }

  /** Where clients of FIX connect; empty if there is none. */
  public Optional<InetSocketAddress> fixAddress() {
    return Optional.ofNullable(fix).map(ProtocolServer::address);
  }

  /** The administrator's key, if this start has made it: it can be shown only now. */
  public Optional<String> adminToken() {
    return Optional.ofNullable(adminToken);
  }

  /** What was found in the log; only where the exchange is its own. */
  public RecoveryReport recovery() {
    return Optional.ofNullable(exchange).flatMap(Exchange::recovery).orElseThrow();
  }

  /** All routes, for the test that compares them with the document. */
  public Routes routes() {
    return routes;
  }

  /** Completed when the exchange has stopped for good, with the cause. */
  public CompletableFuture<Throwable> failure() {
    return failure;
  }

  /**
   * Stops: accepts no more connections and commands, answers those in flight, sends sessions what
   * is due to them and ends them, all of it for at most ten seconds. Then it takes a snapshot and
   * closes the exchange. Nothing that was acknowledged needs this. Returns within a minute: what
   * hangs is left, as {@link #unfinished} says.
   */
  @Override
  public void close() {
    close(StopSteps.Times.USUAL);
  }

  synchronized void close(StopSteps.Times times) {
    if (closed) {
      return;
    }
    closed = true;
    GatewayFlightEvents.closed(figures);
    StopSteps stop = new StopSteps();
    stop.step("sessions", times.drain(), this::drain);
    if (fix != null) {
      stop.step("FIX", times.fix(), fix::close);
    }
    waiting.shutdownNow();
    if (history != null) {
      stop.step("history", times.fix(), history::close);
    }
    if (binaryServer != null && isSound()) {
      stop.step("snapshot", times.snapshot(), engine::prepareStop);
    }
    stop.step("exchange", times.exchange(), engine::close);
    stop.step("event loops", times.loops(), this::endLoops);
    unfinished = stop.unfinished();
    stop.rethrow();
  }

  /**
   * The steps of {@link #close} that had not ended when their time was over; none before it. The
   * log has all that was acknowledged, whichever they are, and the next start continues from there.
   */
  public List<String> unfinished() {
    return unfinished;
  }

  private void drain() {
    if (binaryServer == null) {
      return;
    }
    server.close().syncUninterruptibly();
    binaryServer.close().syncUninterruptibly();
    if (fix != null) {
      fix.finish();
    }
    new GatewayShutdown(desk, connections, streams, binary, loop, loops.sockets()).run();
  }
}
