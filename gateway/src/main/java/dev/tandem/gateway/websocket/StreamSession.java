package dev.tandem.gateway.websocket;

import dev.tandem.gateway.access.Faults;
import dev.tandem.gateway.access.InputEnd;
import dev.tandem.gateway.bridge.ReadGate;
import dev.tandem.gateway.bridge.SessionEnd;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.metrics.GatewayFlightEvents;
import dev.tandem.gateway.reports.ReportReader;
import dev.tandem.gateway.reports.ReportSession;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * One WebSocket. Its first message says whose it is. What it is sent and does not read takes a
 * bounded number of bytes: then market data is conflated or the session cut off, and no further
 * message of it is read.
 */
// A write or close that fails is followed by the end of the channel, which is handled.
@SuppressWarnings("FutureReturnValueIgnored")
public final class StreamSession extends SimpleChannelInboundHandler<WebSocketFrame>
    implements ReportSession {

  /** In which a client answers that the session ends. */
  private static final int CLOSE_MILLIS = 1_000;

  /** Codes of close frames that are somebody's; the others are not defined. */
  private static final int LAST_CODE = 4_999;

  private final StreamSessions sessions;
  private final Subscriptions subscriptions;
  private final StreamRequests requests;
  private final boolean elsewhere;
  private final Runnable loggedOn;
  private ChannelHandlerContext ctx;
  private Caller caller;
  private boolean stats;
  private boolean stopping;
  private SessionEnd end;

  /** Frames that wait because the key has as many commands in flight as it may have. */
  private final ArrayDeque<WebSocketFrame> unprocessed = new ArrayDeque<>();

  private ReadGate gate;
  private final long openedNs = System.nanoTime();
  private long receivedNs = openedNs;

  /**
   * A session that has just been opened.
   *
   * @param elsewhere whether another loop carries its connection, and sees to when it is read from
   * @param loggedOn called when it has shown a key
   */
  public StreamSession(StreamSessions sessions, boolean elsewhere, Runnable loggedOn) {
    this.sessions = sessions;
    this.elsewhere = elsewhere;
    this.loggedOn = loggedOn;
    this.subscriptions = new Subscriptions(this, sessions);
    this.requests = new StreamRequests(this, subscriptions, sessions);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext newCtx) {
    ctx = newCtx;
    gate = new ReadGate(ctx.channel(), elsewhere, this::readWhileItReads, this::proceed);
    end = new SessionEnd(ctx.channel(), elsewhere, sessions.counts, new AtEnd());
    sessions.opened(this);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    end.forget();
    // A subscription may have begun since it was over.
    leave();
    super.channelInactive(context);
  }

  private void leave() {
    releaseUnprocessed();
    sessions.closed(this);
    subscriptions.forget();
  }

  private final class AtEnd implements SessionEnd.Session {

    @Override
    public boolean hasUnhandled() {
      return !unprocessed.isEmpty() || gate.waits();
    }

    @Override
    public Object farewell() {
      return new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE.code(), "");
    }

    @Override
    public void forget() {
      if (caller != null) {
        sessions.callers.connections().closed(caller.key());
        GatewayFlightEvents.session("stream", caller.key().name(), caller.session(), false);
      }
      leave();
    }

    @Override
    public ChannelFuture writeLast(Object message) {
      return ctx.writeAndFlush(message);
    }
  }

  private void releaseUnprocessed() {
    unprocessed.forEach(WebSocketFrame::release);
    unprocessed.clear();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
    receivedNs = System.nanoTime();
    if (end.isOver() && frame instanceof CloseWebSocketFrame) {
      ctx.close();
    }
    if (end.hasBegun()) {
      return;
    }
    if (gate.mustWait(caller)) {
      unprocessed.add(frame.retain());
    } else {
      received(frame);
    }
  }

  private void proceed() {
    while (!unprocessed.isEmpty() && !end.hasBegun() && !gate.mustWait(caller)) {
      WebSocketFrame frame = unprocessed.poll();
      try {
        received(frame);
      } finally {
        frame.release();
      }
    }
    end.proceed();
  }

  private void received(WebSocketFrame frame) {
    if (frame instanceof TextWebSocketFrame text) {
      requests.perform(text.content());
    } else if (frame instanceof PingWebSocketFrame ping) {
      if (ctx.channel().isWritable()) {
        ctx.writeAndFlush(new PongWebSocketFrame(ping.content().retain()));
      }
    } else if (frame instanceof CloseWebSocketFrame close) {
      end(answerTo(close.statusCode()), null);
    } else if (!(frame instanceof PongWebSocketFrame)) {
      end(WebSocketCloseStatus.INVALID_MESSAGE_TYPE.code(), "binary_frame");
    }
  }

  /** The code of the close frame that answers one; the decoder knows those that are reserved. */
  private static int answerTo(int code) {
    return code > LAST_CODE ? WebSocketCloseStatus.PROTOCOL_ERROR.code() : code;
  }

  /** Who it is; null before its login. */
  Caller caller() {
    return caller;
  }

  void loggedOn(Caller found) {
    caller = found;
    loggedOn.run();
    sessions.callers.connections().opened(caller.key());
    GatewayFlightEvents.session("stream", caller.key().name(), caller.session(), true);
  }

  ReadGate gate() {
    return gate;
  }

  void wantStats() {
    stats = true;
  }

  /** A command of it is in flight. */
  void sent() {
    end.sent();
  }

  /** It is answered, and the answer is written. */
  void answered() {
    end.answered();
  }

  /** Writes the answer to a message of its own that was read. */
  void send(ByteBuf message) {
    subscriptions.deliver();
    ctx.write(new TextWebSocketFrame(message));
    sessions.flushLater(this);
    readWhileItReads();
  }

  boolean hasEnded() {
    return end.isOver();
  }

  /** Whether another loop carries its connection, while this one continues. */
  boolean isElsewhere() {
    return elsewhere;
  }

  /** Whether it reads what it is sent. */
  boolean reads() {
    return ctx.channel().isWritable();
  }

  /** Who does not read what it is answered, or has its turn later, is not read from either. */
  private void readWhileItReads() {
    if (!elsewhere) {
      ctx.channel().config().setAutoRead(ctx.channel().isWritable() && !gate.waits());
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
    readWhileItReads();
    subscriptions.catchUp();
    if (stopping) {
      stop();
    }
    super.channelWritabilityChanged(context);
  }

  /**
   * Sends market data if the session reads; otherwise conflates it or ends the session.
   *
   * @param frames the messages as they go out; released here
   */
  void offer(Subscription subscription, ByteBuf frames, int messages) {
    if (!subscription.behind && !end.isOver() && ctx.channel().isWritable()) {
      ctx.write(frames, ctx.voidPromise());
      sessions.counts.sent(messages);
      sessions.flushLater(this);
      return;
    }
    frames.release();
    if (subscription.channel.conflated) {
      subscription.behind = true;
    } else {
      end(WebSocketCloseStatus.POLICY_VIOLATION.code(), "slow_subscriber");
    }
  }

  /** Whether a report can be sent now, behind the market data that was before it. */
  @Override
  public boolean takesReports() {
    if (!end.isOver()) {
      subscriptions.deliver();
    }
    return !end.isOver() && reads();
  }

  @Override
  public boolean push(ReportReader reader, long number, ByteBuf report, boolean live) {
    push(subscriptions.inUnits(reader, report));
    return true;
  }

  /** Writes a message that is no answer to a message of the client. */
  private void push(ByteBuf message) {
    ctx.write(new TextWebSocketFrame(message));
    sessions.counts.sent();
    sessions.flushLater(this);
  }

  @Override
  public void tooSlowForReports() {
    end(WebSocketCloseStatus.POLICY_VIOLATION.code(), "slow_subscriber");
  }

  void offerStats(ByteBuf message) {
    if (ctx.channel().isWritable()) {
      push(message.retainedDuplicate());
    }
  }

  boolean wantsStats() {
    return stats;
  }

  void flush() {
    ctx.flush();
  }

  void ping() {
    if (ctx.channel().isWritable()) {
      ctx.writeAndFlush(new PingWebSocketFrame());
    }
  }

  boolean endIfSilent(long nowNs) {
    if (caller == null && nowNs - openedNs > StreamSessions.LOGIN_NS) {
      end(WebSocketCloseStatus.POLICY_VIOLATION.code(), "no_login");
    } else if (nowNs - receivedNs > StreamSessions.SILENCE_NS) {
      end(WebSocketCloseStatus.POLICY_VIOLATION.code(), "silent");
    }
    return end.isOver();
  }

  /**
   * Ends the session when the commands that it has sent are answered, and reads nothing more from
   * it. If it does not read, neither the answers nor the close frame can reach it, and what is
   * queued for it is thrown away.
   *
   * @param code of the close frame; -1 for one without a code
   * @param reason counted; null if the client requested it
   */
  void end(int code, String reason) {
    releaseUnprocessed();
    String text = reason == null ? "" : reason;
    end.begin(
        reason, () -> code < 0 ? new CloseWebSocketFrame() : new CloseWebSocketFrame(code, text));
  }

  /** The client sends nothing more, and may still read. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (InputEnd.isIn(event) && !end.inputEnded()) {
      ctx.close();
    }
    super.userEventTriggered(context, event);
  }

  /**
   * The gateway stops: the session gets its close frame behind all reports that are due to it, as
   * soon as it reads, and is closed when it has answered or has had time to. Completes when it is
   * closed.
   */
  ChannelFuture stop() {
    stopping = true;
    if (!end.isOver() && reads() && !subscriptions.oweReports()) {
      subscriptions.deliver();
    }
    // What was delivered may have been too much for it.
    if (!end.isOver() && reads() && !subscriptions.oweReports()) {
      end.forget();
      sessions.counts.closed("stopping");
      ctx.channel().config().setAutoRead(true);
      ctx.writeAndFlush(
              new CloseWebSocketFrame(WebSocketCloseStatus.ENDPOINT_UNAVAILABLE, "stopping"))
          .addListener(
              written ->
                  ctx.executor().schedule(() -> ctx.close(), CLOSE_MILLIS, TimeUnit.MILLISECONDS));
    }
    return ctx.channel().closeFuture();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof TooLongFrameException) {
      // In pieces, each of which was short enough for the decoder.
      end(WebSocketCloseStatus.MESSAGE_TOO_BIG.code(), "oversized_message");
      return;
    }
    if (cause instanceof CorruptedWebSocketFrameException corrupted) {
      int code = corrupted.closeStatus().code();
      boolean tooBig = code == WebSocketCloseStatus.MESSAGE_TOO_BIG.code();
      end(code, tooBig ? "oversized_message" : "malformed_frame");
      return;
    }
    if (Faults.logOurs(cause)) {
      end.abort("internal_error");
    } else {
      end.abort(cause instanceof DecoderException ? "malformed_frame" : "connection_lost");
    }
  }

  /** Its own code has thrown this, which is logged: what was sent is not known, so it ends. */
  @Override
  public void failed(Throwable thrown) {
    end.abort("internal_error");
  }
}
