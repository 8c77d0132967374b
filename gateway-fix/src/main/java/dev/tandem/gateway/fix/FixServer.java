package dev.tandem.gateway.fix;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Command;
import dev.tandem.gateway.access.ConnectionRefusals;
import dev.tandem.gateway.access.ConnectionSlots;
import dev.tandem.gateway.access.Faults;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.fix.Execution.State;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.spi.ProtocolContext;
import dev.tandem.gateway.spi.ProtocolServer;
import dev.tandem.wal.Durability;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import quickfix.ConfigError;
import quickfix.Message;
import quickfix.Session;

/**
 * FIX 4.4 for a gateway. Connections, sessions and their files are on a thread of their own, so
 * what a store or a long resending takes delays nobody else. Orders go to the gateway's event loop,
 * and executions come back from there.
 */
// Scheduled tasks report their failures themselves, and end with their loop.
@SuppressWarnings("FutureReturnValueIgnored")
final class FixServer implements ProtocolServer {

  /** Reports that wait for this thread, before sessions that wait for the most of them end. */
  private static final int MOST_QUEUED = 100_000;

  /** Drop copy sessions of a key: each costs a message for each execution. */
  static final int MOST_COPIES = 8;

  private static final WriteBufferWaterMark UNREAD = new WriteBufferWaterMark(128 << 10, 512 << 10);

  /** Of a session whose files do not say it: there is nothing to be made again. */
  private static final Place UNKNOWN = Place.behind(Long.MAX_VALUE);

  private final ProtocolContext context;
  private final FixFolder folder;
  private final EventLoopGroup group;
  private final EventLoop thread;
  private final FixEngine engine;
  private final FixEntry entry;
  private final ClOrdIds ids = new ClOrdIds();
  private final NameFile names;

  /** Waits for the disk, so that the thread of FIX need not. */
  private final EventLoopGroup writer;

  private final NamedOrders named;
  private final OrderStates orders = new OrderStates();
  private final Executions executions;
  private final String starts =
      "G" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
  private final ConnectionSlots<FixConnection> open;
  private final ConnectionRefusals refusals;
  private final FixMarket market;
  private final Set<FixSession> sessions = new LinkedHashSet<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final Deliveries deliveries;
  private final StoreFailures storeFailures = new StoreFailures();

  /** Null from the start on. */
  private Restore restore;

  /** Null until it is opened. */
  private OrderFile file;

  private Channel server;
  private boolean storeLost;
  private long execIds;

  private FixServer(ProtocolContext context) throws IOException {
    this.context = context;
    folder = new FixFolder(context.directory());
    open = new ConnectionSlots<>(context.mostConnections());
    refusals = new ConnectionRefusals(() -> context.loop().execute(context.counts()::unreported));
    entry = new FixEntry(context.entry(), orders, context.answers(), context.counts());
    engine = new FixEngine();
    group = context.sockets().newLoop();
    thread = group.next();
    writer = context.sockets().newLoop();
    names = new NameFile(folder.names(), context.durability() == Durability.SYNCED);
    named = new NamedOrders(ids, names, writer.next(), this);
    deliveries = new Deliveries(MOST_QUEUED, this::run, this::report);
    executions = new Executions(orders, new ToSessions());
    market = new FixMarket(context, this::run);
  }

  /** On the thread that starts the gateway, as all up to {@link #start}. */
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
    storeLost = folder.isLost();
    file = OrderFile.open(folder.orders());
    ids.load(names.read());
    restore = new Restore(orders, file.inOrder());
    for (Caller caller : folder.known(context.callers())) {
      if (isFull(caller)) {
        continue;
      }
      FixSession session = newSession(caller, UNKNOWN);
      // A session that cannot be read is opened again when its client connects; the exchange
      // starts.
      LogonRefusal unopened = opened(session, false);
      if (unopened != null) {
        session.missed().add();
        count(unopened.reason());
      }
      Place reached = Place.behind(file.reached());
      Place own = session.files().place();
      restore.add(session, own.isBefore(reached) ? reached : own);
    }
    executions.restore(restore);
  }

  @Override
  public void onStart(BookSnapshot book) {
    restore.add(book);
  }

  @Override
  public void onResult(Command answer) {
    executions.onAnswer(answer);
  }

  @Override
  public void start(long commands) throws IOException {
    List<State> known = executions.started(commands);
    restore = null;
    // All that was made again is written before that, and before anybody can log on.
    thread
        .submit(
            () -> {
              file.begin(known);
              ids.roll(file.live());
              sessions.forEach(session -> session.files().reached(Place.behind(commands - 1)));
              reached(commands - 1);
              return null;
            })
        .syncUninterruptibly();
    context.answers().listen(executions);
    market.open();
    server = context.sockets().listen(group, new Pipeline());
    thread.scheduleAtFixedRate(logged(this::tick), 1, 1, TimeUnit.SECONDS);
  }

  /** Brings executions to the thread of FIX. */
  private final class ToSessions implements Executions.Reported {
    @Override
    public void reported(Execution execution, List<FixSession> to) {
      deliveries.send(execution, to);
    }

    @Override
    public void reached(long command) {
      run(() -> FixServer.this.reached(command));
    }
  }

  /** What a new connection consists of. */
  private final class Pipeline extends ChannelInitializer<SocketChannel> {
    @Override
    protected void initChannel(SocketChannel channel) {
      channel.config().setTcpNoDelay(true);
      channel.config().setWriteBufferWaterMark(UNREAD);
      if (context.tls() != null) {
        SslHandler secured = context.tls().newHandler(channel.alloc());
        // The time to log on holds for all of it, and is counted.
        secured.setHandshakeTimeoutMillis(0);
        channel.pipeline().addLast(secured);
      }
      channel.pipeline().addLast(new FixFrames(new FixConnection(FixServer.this, channel)));
    }
  }

  // From here on the thread of FIX.

  /** Whether there was room for one more. */
  boolean opened(FixConnection connection) {
    FixConnection inTheWay = open.inTheWayOf(connection);
    if (inTheWay == connection) {
      count("connections");
      return false;
    }
    if (inTheWay != null) {
      inTheWay.end("no_login");
    }
    open.opened(connection);
    connections.set(open.size());
    return true;
  }

  /**
   * Whether a connection for which there is no room gets a Logout: if it sends its logon at once,
   * and not too many wait for one.
   */
  boolean turnAway(Channel channel) {
    return refusals.reportLater(channel);
  }

  void loggedOn(FixConnection connection) {
    open.loggedOn(connection);
  }

  /** Each connection's share of what all may have; not less than the least, which is little. */
  int share(int ofAll, int least, int most) {
    return share(open.size(), ofAll, least, most);
  }

  static int share(int connections, int ofAll, int least, int most) {
    return Math.clamp(ofAll / Math.max(1, connections), least, most);
  }

  void closed(FixConnection connection) {
    open.closed(connection);
    connections.set(open.size());
  }

  /** Why a message is none of FIX 4.4, in words; null if it is one. */
  String malformed(String message) {
    return engine.malformed(message);
  }

  /**
   * Finds the session of a logon that is right otherwise.
   *
   * @param found called on this thread, with it and null; or with the reason why it does not begin
   */
  void find(FixLogon logon, BiConsumer<FixSession, LogonRefusal> found) {
    context
        .loop()
        .execute(
            () -> {
              FixSession session = null;
              LogonRefusal refusal = LogonRefusal.SESSIONS;
              try {
                session = session(logon.caller(context.callers()));
              } catch (RefusedException e) {
                refusal = LogonRefusal.of(logon, e);
              } catch (BadRequestException e) {
                refusal = LogonRefusal.SESSION;
              } catch (RuntimeException | Error e) {
                refusal = fault(e);
              }
              FixSession its = session;
              LogonRefusal why = refusal;
              run(
                  () -> {
                    // Files that cannot be read are forgotten where the session begins anew.
                    found.accept(its, its == null ? why : opened(its, logon.isAnew()));
                  });
            });
  }

  private static LogonRefusal fault(Throwable thrown) {
    Faults.log("a session of FIX cannot be opened", thrown);
    return LogonRefusal.FAULT;
  }

  /** Opens it; why not, or null. */
  private LogonRefusal opened(FixSession session, boolean anew) {
    if (storeLost && !Files.exists(folder.of(session.caller()))) {
      session.missed().add();
    }
    sessions.add(session);
    try {
      session.open(anew);
      return null;
    } catch (IOException e) {
      storeFailed("session " + session.id() + " cannot be opened", e);
      return LogonRefusal.STORE;
    } catch (ConfigError | RuntimeException | LinkageError e) {
      return fault(e);
    }
  }

  Session create(FixSession session) throws ConfigError {
    return engine.create(session);
  }

  /** An order of a session, behind those that it has sent before. */
  void order(FixSession session, FixOrder order, Message asked) {
    if (order.id() < ClOrdIds.FIRST) {
      submit(session, order, asked);
    } else {
      named.submit(session, order, asked);
    }
  }

  /** An order whose number is that of its ClOrdID for ever. */
  void submit(FixSession session, FixOrder order, Message asked) {
    context.loop().execute(() -> entry.submit(session, order, asked));
  }

  /** An ExecID of what is not in the event stream. */
  String newExecId() {
    return starts + "-" + ++execIds;
  }

  /** From any thread. */
  void storeFailed(String what, IOException cause) {
    storeFailures.add(what, cause);
  }

  void count(String reason) {
    context.loop().execute(() -> context.counts().closed(reason));
  }

  void refused(String reason) {
    context.loop().execute(() -> context.counts().refused(reason));
  }

  private void tick() {
    long now = System.nanoTime();
    open.all().forEach(connection -> connection.endIfNotLoggedOn(now));
    new ArrayList<>(sessions).forEach(FixSession::tick);
    market.tick();
    if (ids.isNextDay()) {
      ids.roll(file.live());
      named.writeAnew();
    }
    try {
      file.catchUp();
    } catch (IOException e) {
      // It is tried again a second later.
      storeFailed("the file of orders cannot be written", e);
    }
  }

  private void report(Execution execution, List<FixSession> to) {
    try {
      keep(execution.state());
    } finally {
      to.forEach(session -> session.report(execution));
    }
  }

  /** What is known of an order is there when the gateway starts again. */
  void keep(State state) {
    try {
      file.put(state);
    } catch (IOException e) {
      // Orders lose their names, and nothing else, when the gateway starts again. The report is
      // sent all the same.
      storeFailed("the file of orders cannot be written", e);
      count("store_failed");
    }
  }

  /** All executions up to this command have come to their sessions. */
  private void reached(long command) {
    // A session without files has nothing that could say what it misses.
    boolean kept = true;
    for (FixSession session : sessions) {
      kept &= session.files().keepMissed();
    }
    try {
      if (kept) {
        file.reached(command);
      }
    } catch (IOException e) {
      // It is behind until it is written anew.
      storeFailed("the file of orders cannot be written", e);
    }
  }

  private void end(long lastCommand) {
    try {
      if (restore == null) {
        file.catchUp();
        reached(lastCommand);
      }
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      // What is there is there; what is not, the next start makes of the log.
      storeFailed("the file of orders cannot be written", e);
    }
    sessions.forEach(FixSession::close);
    open.all().forEach(FixConnection::disconnect);
  }

  // From here on the gateway's event loop.

  /** Null if the key has as many as it may have. */
  private FixSession session(Caller caller) {
    FixSession session = executions.session(caller.key().client(caller.session()));
    return session != null || isFull(caller)
        ? session
        : newSession(caller, Place.behind(executions.last()));
  }

  private boolean isFull(Caller caller) {
    return executions.copiesOf(caller.key()) >= MOST_COPIES;
  }

  private FixSession newSession(Caller caller, Place place) {
    FixSession session = new FixSession(this, caller, place);
    executions.add(session);
    return session;
  }

  /** Any thread: runs on that of FIX. */
  void run(Runnable task) {
    if (!thread.isShuttingDown()) {
      thread.execute(logged(task));
    }
  }

  private static Runnable logged(Runnable task) {
    return () -> Faults.run("a task of FIX has failed", task);
  }

  /** On the thread of FIX, a little later. */
  void after(int millis, Runnable task) {
    thread.schedule(logged(task), millis, TimeUnit.MILLISECONDS);
  }

  // From here on any thread.

  Listings listings() {
    return context.listings();
  }

  /** What clients call their orders; on the thread of FIX. */
  ClOrdIds ids() {
    return ids;
  }

  /** On the thread of FIX. */
  FixMarket market() {
    return market;
  }

  FixFolder folder() {
    return folder;
  }

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
    // What comes behind it from now on is the next start's.
    long last = executions.last();
    thread.submit(logged(() -> end(last))).awaitUninterruptibly();
    writer.next().submit(logged(names::close)).awaitUninterruptibly();
    writer.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
