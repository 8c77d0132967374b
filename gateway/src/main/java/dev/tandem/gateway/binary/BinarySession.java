package dev.tandem.gateway.binary;

import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.ShortMessageException;
import dev.tandem.core.command.Command;
import dev.tandem.gateway.access.LingeringClose;
import dev.tandem.gateway.bridge.ReadGate;
import dev.tandem.gateway.bridge.SessionEnd;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.metrics.GatewayFlightEvents;
import dev.tandem.gateway.orderentry.OrderEntry;
import dev.tandem.gateway.spi.MessageFrames;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One connection and the session that it logged on to: its life, what it is sent, and its end. What
 * it is sent and does not read takes a bounded number of bytes. On the event loop.
 */
// A write or close that fails is followed by the end of the channel, which is handled.
@SuppressWarnings("FutureReturnValueIgnored")
final class BinarySession implements MessageFrames.Connection, OrderEntry.Sender {

  private static final long LOGON_NS = 10_000_000_000L;

  /** So many of its own intervals a client may be silent. */
  private static final int SILENT_INTERVALS = 3;

  private static final int FLUSH_BYTES = 64 << 10;
  private static final int MOST_FOLLOWED = 256;

  private final BinarySessions sessions;
  private final Channel channel;
  private final boolean elsewhere;
  private final InMessages in;
  private final SubscribedUsers received;
  private final Set<Long> followed = new HashSet<>();
  private final long openedNs = System.nanoTime();
  private ByteBuf out;
  private Caller caller;
  private long client;
  private boolean cancelOnDisconnect;
  private long silenceNs;
  private long receivedNs = openedNs;
  private boolean stopping;

  private final SessionEnd end;

  /** Reports that it has not got yet are being sent. */
  private boolean proceeds;

  private ReadGate gate;

  /**
   * @param elsewhere whether another loop carries its connection, and sees to when it is read from
   */
  BinarySession(BinarySessions sessions, Channel channel, boolean elsewhere) {
    this.sessions = sessions;
    this.channel = channel;
    this.elsewhere = elsewhere;
    this.in = new InMessages(this, sessions);
    this.received = new SubscribedUsers(this, sessions);
    this.end = new SessionEnd(channel, elsewhere, sessions.counts, new AtEnd());
  }

  /** What hands out the messages that have waited. */
  void continuesBy(Runnable proceed) {
    gate =
        new ReadGate(
            channel,
            elsewhere,
            this::readOrWait,
            () -> {
              // Its messages waited here, but it was not silent.
              receivedNs = System.nanoTime();
              proceed.run();
              end.proceed();
            });
  }

  @Override
  public boolean mustWait() {
    return gate.mustWait(caller);
  }

  @Override
  public void opened() {
    if (!sessions.opened(this)) {
      end.turnedAway();
      sessions.refusals.report(channel, channel, this::noRoom);
    }
  }

  private ByteBuf noRoom() {
    return last(sessions.whyFull(), 0);
  }

  @Override
  public boolean isEnded() {
    return end.hasBegun();
  }

  @Override
  public boolean inputEnded() {
    return end.inputEnded();
  }

  Set<Long> followed() {
    return followed;
  }

  /** Who has logged on; null before that. */
  Caller caller() {
    return caller;
  }

  /** A whole message is here. */
  void received(ByteBuffer bytes, int at) {
    receivedNs = System.nanoTime();
    if (Message.schemaId(bytes, at) != Message.SCHEMA || Message.version(bytes, at) == 0) {
      end(Code.BAD_REQUEST, "malformed_message");
      return;
    }
    try {
      in.received(bytes, at, receivedNs);
    } catch (ShortMessageException e) {
      // A block that is too short: what follows it cannot be trusted either.
      end(Code.BAD_REQUEST, "malformed_message");
    }
  }

  void loggedOn(Caller newCaller, long heartbeatMillis, boolean newCancelOnDisconnect) {
    caller = newCaller;
    client = caller.key().client(caller.session());
    cancelOnDisconnect = newCancelOnDisconnect;
    silenceNs = TimeUnit.MILLISECONDS.toNanos(heartbeatMillis) * SILENT_INTERVALS;
    sessions.callers.connections().opened(caller.key());
    sessions.loggedOn(client, this);
    GatewayFlightEvents.session("binary", caller.key().name(), caller.session(), true);
    sessions.messages.logonAccepted(
        TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()),
        caller.session(),
        heartbeatMillis,
        out());
  }

  /** Subscribes to a user from now on; false if it follows too many. */
  boolean follow(long user) {
    if (followed.size() + received.size() >= MOST_FOLLOWED) {
      return false;
    }
    if (followed.add(user)) {
      sessions.reports.add(user, this);
    }
    return true;
  }

  /** Subscribes to a user's numbered reports; false if it follows too many. */
  boolean receive(long user, long run, long from) {
    if (received.has(user)) {
      return true;
    }
    if (followed.size() + received.size() >= MOST_FOLLOWED) {
      return false;
    }
    received.receive(user, run, from);
    return true;
  }

  /** Its number among all sessions of all keys; 0 before it has logged on. */
  long client() {
    return client;
  }

  /** Whether a numbered report can be sent now; if not, it is kept for a while. */
  boolean takesReports() {
    return !end.isOver() && channel.isWritable();
  }

  /** It does not read, and reports that it has not got are not kept any more. */
  void tooSlow() {
    end(Code.SLOW_READER, "slow_reader");
  }

  /** A command of this session is in flight. */
  void sent() {
    end.sent();
  }

  /** The kernel's answer to a command of this session. */
  @Override
  public void answered(Command answer) {
    if (!end.isOver()) {
      received.answering(answer);
      sessions.messages.answer(answer, answer.clientSequence, out());
    }
    end.answered();
  }

  /** A limit has refused a command of this session. */
  @Override
  public void refused(Refusal refusal, Command answer) {
    if (!end.isOver()) {
      count(refusal.name());
      sessions.messages.refusal(answer, Code.valueOf(refusal.name()), out());
    }
    end.answered();
  }

  /** A command of somebody else for a user that it follows. */
  void othersCommand(Command answer) {
    if (answer.clientKey != client && reads()) {
      sessions.messages.answer(answer, 0, out());
      sessions.counts.sentBinary();
    }
  }

  void fill(
      Command answer, int trade, long user, long order, int side, boolean took, boolean done) {
    if (reads()) {
      sessions.messages.fill(answer, trade, user, order, side, took, done, out());
      sessions.counts.sentBinary();
    }
  }

  void change(Command answer, int outcome) {
    if (reads()) {
      sessions.messages.change(answer, outcome, out());
      sessions.counts.sentBinary();
    }
  }

  /** Whether it reads its reports; a session that does not is ended. */
  private boolean reads() {
    if (!end.isOver() && !channel.isWritable()) {
      end(Code.SLOW_READER, "slow_reader");
    }
    return !end.isOver();
  }

  void refuse(long sequence, long order, int symbol, int command, Code code) {
    count(code.name());
    sessions.messages.refusal(sequence, order, symbol, command, code, out());
  }

  private void count(String refusal) {
    sessions.counts.refused(refusal.toLowerCase(Locale.ROOT));
  }

  void heartbeat(long number) {
    sessions.messages.heartbeat(number, out());
  }

  /** Where to write; it goes out at the end of this visit of the loop, or when it is much. */
  ByteBuf out() {
    if (out != null && out.readableBytes() >= FLUSH_BYTES) {
      flush();
    }
    if (out == null) {
      out = channel.alloc().directBuffer(1_024);
    }
    sessions.flushLater(this);
    return out;
  }

  void flush() {
    continueWithReports();
    if (out != null) {
      ByteBuf full = out;
      out = null;
      channel.writeAndFlush(full);
      readOrWait();
    }
  }

  private void continueWithReports() {
    if (!proceeds && received.size() > 0 && takesReports() && received.areOwed()) {
      proceeds = true;
      received.proceed();
      proceeds = false;
    }
  }

  /** Who does not read what it is answered, or has its turn later, is not read from either. */
  @Override
  public void readOrWait() {
    continueWithReports();
    if (stopping) {
      stop();
    }
    boolean reads = channel.isWritable() && !gate.waits();
    if (!elsewhere && !end.isOver() && channel.config().isAutoRead() != reads) {
      channel.config().setAutoRead(reads);
    }
  }

  void endIfSilent(long nowNs) {
    if (caller == null && nowNs - openedNs > LOGON_NS) {
      end(Code.UNAUTHORIZED, "no_login");
    } else if (caller != null && !gate.waits() && nowNs - receivedNs > silenceNs) {
      end(channel.isWritable() ? Code.SILENT : Code.SLOW_READER, "silent");
    }
  }

  /** The client has said that it goes: its orders stay, and commands before that are answered. */
  void loggedOut() {
    cancelOnDisconnect = false;
    end(Code.OK, null);
  }

  /** Its own code has thrown this, which is logged: what was sent is not known, so it ends. */
  @Override
  public void failed(Throwable thrown) {
    end.abort("internal_error");
  }

  @Override
  public void broken(boolean ours) {
    end(null, ours ? "internal_error" : "connection_lost");
  }

  @Override
  public void lost() {
    end.forget();
    if (out != null) {
      out.release();
      out = null;
    }
  }

  private final class AtEnd implements SessionEnd.Session {

    @Override
    public boolean hasUnhandled() {
      return gate.waits();
    }

    @Override
    public Object farewell() {
      return last(Code.OK, 0);
    }

    @Override
    public ChannelFuture writeLast(Object message) {
      return channel.writeAndFlush(message);
    }

    @Override
    public void forget() {
      received.forget();
      boolean wasIts = sessions.closed(client, BinarySession.this);
      if (caller != null) {
        sessions.callers.connections().closed(caller.key());
        GatewayFlightEvents.session("binary", caller.key().name(), caller.session(), false);
      }
      if (wasIts && cancelOnDisconnect) {
        cancelAll();
      }
    }
  }

  private void cancelAll() {
    sessions.desk.cancelAll(
        () -> sessions.desk.openOrders().allOfClient(client),
        result -> {
          sessions.counts.cancelled("disconnect", result.cancelled());
          sessions.counts.notCancelled("disconnect", result.left());
        },
        // Its connection has ended already.
        thrown -> {});
  }

  /**
   * Ends the connection, and says why if the client reads.
   *
   * @param code null if nothing is to be said
   * @param reason counted; null if the client requested it
   */
  void end(Code code, String reason) {
    end(code, 0, reason);
  }

  /** Ends a connection whose signed logon is of a time that is so far ahead, or behind. */
  void endFarTime(long aheadMillis) {
    end(
        Code.UNAUTHORIZED,
        Math.clamp(aheadMillis, -Integer.MAX_VALUE, Integer.MAX_VALUE),
        "no_login");
  }

  /**
   * The gateway stops: a client that reads slowly has time to read what is due to it, and the
   * logout. Completes when it is closed.
   */
  ChannelFuture stop() {
    stopping = true;
    if (!end.isOver() && !received.areOwed()) {
      sessions.counts.closed("stopping");
      ByteBuf last = last(Code.UNAVAILABLE, 0);
      end.forget();
      channel.config().setAutoRead(true);
      channel.writeAndFlush(last).addListener(written -> LingeringClose.begin(channel));
    }
    return channel.closeFuture();
  }

  /**
   * Ends the connection when the commands that it has sent are answered, and reads nothing more
   * from it; at once if it does not read.
   */
  private void end(Code code, int clockMillis, String reason) {
    end.begin(reason, code == null ? null : () -> last(code, clockMillis));
  }

  /** What is written and not sent yet, and a logout behind it. */
  private ByteBuf last(Code code, int clockMillis) {
    sessions.messages.logout(code, clockMillis, out());
    ByteBuf last = out;
    out = null;
    return last;
  }
}
