package dev.tandem.gateway.fix;

import dev.tandem.gateway.access.ApiKey;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.fix.Execution.State;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.spi.ProtocolContext;
import dev.tandem.gateway.spi.ProtocolServer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import quickfix.ConfigError;
import quickfix.Message;
import quickfix.Session;

/**
 * FIX 4.4 for a gateway. Connections, sessions and their files are on a thread of their own, so
 * what a store or a long resending takes delays nobody else. Orders go to the gateway's event loop,
 * and executions come back from there.
 */
// What is scheduled tells of its end itself, and is ended with its loop.
@SuppressWarnings("FutureReturnValueIgnored")
final class FixServer implements ProtocolServer {

  /** Executions that wait for this thread; more are told to nobody, and sessions end. */
  private static final int MOST_QUEUED = 100_000;

  private static final WriteBufferWaterMark UNREAD = new WriteBufferWaterMark(128 << 10, 512 << 10);
  private static final Pattern STORE =
      Pattern.compile("FIX\\.4\\.4-" + FixConnection.HERE + "-([a-z0-9-]+)(?:_(\\d+))?\\.body");

  private final ProtocolContext context;
  private final EventLoopGroup group;
  private final EventLoop thread;
  private final FixEngine engine;
  private final FixEntry entry;
  private final Executions executions;
  private final OrderFile file;
  private final String starts =
      "G" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
  private final Set<FixConnection> open = new LinkedHashSet<>();
  private final Set<FixSession> sessions = new LinkedHashSet<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger queued = new AtomicInteger();
  private Channel server;
  private long execIds;

  private FixServer(ProtocolContext context) throws IOException {
    this.context = context;
    Files.createDirectories(context.directory());
    OrderStates orders = new OrderStates();
    executions = new Executions(orders, this::told);
    entry = new FixEntry(context.entry(), orders, context.counts());
    engine = new FixEngine(context.directory());
    file = OrderFile.open(context.directory().resolve("orders"));
    group = context.sockets().newLoop();
    thread = group.next();
  }

  /** On the gateway's event loop. */
  static FixServer open(ProtocolContext context) throws IOException {
    FixServer server = new FixServer(context);
    boolean opened = false;
    try {
      server.open();
      opened = true;
      return server;
    } finally {
      if (!opened) {
        server.close();
      }
    }
  }

  private void open() throws IOException {
    List<State> written = file.inOrder();
    Map<OrderStates.Id, State> byId = new LinkedHashMap<>();
    written.forEach(state -> byId.put(new OrderStates.Id(state.symbol(), state.order()), state));
    List<State> known = executions.join(context.desk(), byId);
    file.begin(known);
    for (Caller caller : known()) {
      FixSession session = new FixSession(this, caller);
      executions.add(session);
      // One that cannot be read is asked for again when its client comes; the exchange starts.
      opened(session);
    }
    context.desk().listen(executions);
    server = context.sockets().listen(group, new Pipeline());
    thread.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
  }

  /** Sessions that there were before: what happens to their orders is kept for them. */
  private List<Caller> known() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(context.directory())) {
      files = all.sorted().toList();
    }
    List<Caller> callers = new ArrayList<>();
    for (Path path : files) {
      Matcher name = STORE.matcher(path.getFileName().toString());
      Caller caller = name.matches() ? context.callers().named(name.group(1)).orElse(null) : null;
      int number = caller == null || name.group(2) == null ? 0 : Integer.parseInt(name.group(2));
      if (caller != null && number < ApiKey.SESSIONS) {
        callers.add(new Caller(caller.key(), number, caller.orders()));
      }
    }
    return callers;
  }

  /** What a new connection consists of. */
  private final class Pipeline extends ChannelInitializer<SocketChannel> {
    @Override
    protected void initChannel(SocketChannel channel) {
      channel.config().setTcpNoDelay(true);
      channel.config().setWriteBufferWaterMark(UNREAD);
      if (context.tls() != null) {
        channel.pipeline().addLast(context.tls().newHandler(channel.alloc()));
      }
      channel.pipeline().addLast(new FixFrames(new FixConnection(FixServer.this, channel)));
    }
  }

  // From here on the thread of FIX.

  /** Whether there was room for one more. */
  boolean opened(FixConnection connection) {
    if (open.size() >= context.mostConnections()) {
      count("connections");
      return false;
    }
    open.add(connection);
    connections.set(open.size());
    return true;
  }

  void closed(FixConnection connection) {
    open.remove(connection);
    connections.set(open.size());
  }

  /**
   * Looks for a session.
   *
   * @param found told it, on this thread; null if the key is none, or the session cannot be read
   */
  void find(String token, int number, Consumer<FixSession> found) {
    context
        .loop()
        .execute(
            () -> {
              FixSession session = session(token, number);
              run(() -> found.accept(opened(session)));
            });
  }

  private FixSession opened(FixSession session) {
    try {
      if (session != null) {
        session.open();
        sessions.add(session);
      }
      return session;
    } catch (IOException e) {
      count("store_failed");
      return null;
    }
  }

  Session create(FixSession session) throws ConfigError {
    return engine.create(session);
  }

  void submit(FixSession session, FixOrder order, Message asked) {
    context.loop().execute(() -> entry.submit(session, order, asked));
  }

  /** An ExecID of what is not in the event stream. */
  String newExecId() {
    return starts + "-" + ++execIds;
  }

  void count(String reason) {
    context.loop().execute(() -> context.counts().closed(reason));
  }

  void refused(String reason) {
    context.loop().execute(() -> context.counts().refused(reason));
  }

  private void tick() {
    long now = System.nanoTime();
    new ArrayList<>(open).forEach(connection -> connection.endIfNotLoggedOn(now));
    new ArrayList<>(sessions).forEach(FixSession::tick);
  }

  private void tell(Execution execution, List<FixSession> to) {
    queued.decrementAndGet();
    if (execution.state().client() != 0) {
      try {
        file.put(execution.state());
      } catch (IOException e) {
        // Orders lose their names, and nothing else, when the gateway starts again. Who waits for
        // the report is told all the same.
        count("store_failed");
      }
    }
    to.forEach(session -> session.report(execution));
  }

  private void end() {
    sessions.forEach(FixSession::close);
    new ArrayList<>(open).forEach(FixConnection::disconnect);
    try {
      file.close();
    } catch (IOException e) {
      // What is there is there.
    }
  }

  // From here on the gateway's event loop.

  private FixSession session(String token, int number) {
    Caller caller;
    try {
      caller = context.callers().of(token).in(number);
    } catch (RefusedException | BadRequestException e) {
      return null;
    }
    FixSession session = executions.session(caller.key().client(number));
    if (session == null) {
      session = new FixSession(this, caller);
      executions.add(session);
    }
    return session;
  }

  private void told(Execution execution, List<FixSession> to) {
    if (queued.get() >= MOST_QUEUED) {
      to.forEach(FixSession::missed);
      return;
    }
    queued.incrementAndGet();
    run(() -> tell(execution, to));
  }

  /** Any thread: runs on that of FIX. */
  void run(Runnable task) {
    thread.execute(task);
  }

  // From here on any thread.

  @Override
  public InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  @Override
  public int connections() {
    return connections.get();
  }

  @Override
  public void finish() {
    server.close().syncUninterruptibly();
  }

  @Override
  public void close() {
    thread.submit(this::end).awaitUninterruptibly();
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
