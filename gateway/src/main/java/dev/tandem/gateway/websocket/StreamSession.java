package dev.tandem.gateway.websocket;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.ExchangeFailedException;
import dev.tandem.core.command.Command;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.bridge.ReadGate;
import dev.tandem.gateway.command.Answers;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.CommandRequest;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;
import dev.tandem.gateway.json.JsonText;
import dev.tandem.gateway.metrics.GatewayFlightEvents;
import dev.tandem.gateway.orderentry.OrderEntry;
import dev.tandem.gateway.reports.ReportReader;
import dev.tandem.gateway.reports.ReportSession;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One WebSocket. Its first message says whose it is. What it is sent and does not read takes a
 * bounded number of bytes: then market data is conflated or the session cut off, and no further
 * message of it is read.
 */
// A write or close that fails is followed by the end of the channel, which is told.
@SuppressWarnings("FutureReturnValueIgnored")
public final class StreamSession extends SimpleChannelInboundHandler<WebSocketFrame>
    implements ReportSession {

  /** In which a client answers that the session ends. */
  private static final int CLOSE_MILLIS = 1_000;

  private final StreamSessions sessions;
  private final Subscriptions subscriptions;
  private final boolean elsewhere;
  private final Runnable loggedOn;
  private ChannelHandlerContext ctx;
  private Caller caller;
  private boolean stats;
  private boolean ended;
  private boolean stopping;

  /** What came since its key has as many commands on their way as it may have. */
  private final ArrayDeque<WebSocketFrame> unheard = new ArrayDeque<>();

  private ReadGate gate;
  private final long openedNs = System.nanoTime();
  private long heardNs = openedNs;

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
  }

  @Override
  public void handlerAdded(ChannelHandlerContext newCtx) {
    ctx = newCtx;
    gate = new ReadGate(ctx.channel(), elsewhere, this::readWhileItReads, this::goOn);
    sessions.opened(this);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    forget();
    super.channelInactive(context);
  }

  private void forget() {
    if (!ended && caller != null) {
      sessions.callers.connections().closed(caller.key());
      GatewayFlightEvents.session("stream", caller.key().name(), caller.session(), false);
    }
    ended = true;
    unheard.forEach(WebSocketFrame::release);
    unheard.clear();
    sessions.closed(this);
    subscriptions.forget();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
    heardNs = System.nanoTime();
    if (ended) {
      if (frame instanceof CloseWebSocketFrame) {
        ctx.close();
      }
      return;
    }
    if (gate.mustWait(caller)) {
      unheard.add(frame.retain());
    } else {
      heard(frame);
    }
  }

  private void goOn() {
    while (!unheard.isEmpty() && !gate.mustWait(caller)) {
      WebSocketFrame frame = unheard.poll();
      try {
        heard(frame);
      } finally {
        frame.release();
      }
    }
  }

  private void heard(WebSocketFrame frame) {
    if (frame instanceof TextWebSocketFrame text) {
      heard(text.content());
    } else if (frame instanceof PingWebSocketFrame ping) {
      if (ctx.channel().isWritable()) {
        ctx.writeAndFlush(new PongWebSocketFrame(ping.content().retain()));
      }
    } else if (frame instanceof CloseWebSocketFrame close) {
      end(close.statusCode() == 1000 ? WebSocketCloseStatus.NORMAL_CLOSURE : null, null);
    } else if (!(frame instanceof PongWebSocketFrame)) {
      end(WebSocketCloseStatus.INVALID_MESSAGE_TYPE, "binary_frame");
    }
  }

  private void heard(ByteBuf json) {
    String id = null;
    try {
      JsonFields fields = JsonFields.read(json, StreamFields.FIELDS);
      id = fields.textOrNull("id");
      if (id != null && id.length() > 64) {
        id = null;
        throw new BadRequestException("id is longer than 64 characters");
      }
      perform(fields, id);
    } catch (BadRequestException e) {
      refuse(id, Refusal.BAD_REQUEST, e.getMessage());
    } catch (RefusedException e) {
      refuse(id, e.refusal(), e.getMessage());
    } catch (ExchangeFailedException | IllegalStateException e) {
      refuse(id, Refusal.UNAVAILABLE, "the exchange has stopped");
    }
  }

  private void perform(JsonFields fields, String id) throws BadRequestException, RefusedException {
    String op = fields.text("op");
    if (caller == null && !op.equals("login")) {
      throw new RefusedException(Refusal.UNAUTHORIZED, "the first message must be a login");
    }
    switch (op) {
      case "login" -> login(fields.only(StreamFields.LOGIN), id);
      case "subscribe" -> {
        subscriptions.subscribe(
            fields.only(StreamFields.SUBSCRIBE),
            caller,
            gate,
            resumed -> reply(id, Resumed.channel(sessions.run, resumed)),
            (refusal, why) -> refuse(id, refusal, why));
      }
      case "unsubscribe" -> {
        subscriptions.unsubscribe(fields.only(StreamFields.UNSUBSCRIBE));
        done(id);
      }
      case "executions" -> {
        long user = user(fields.only(StreamFields.EXECUTIONS));
        String run = fields.textOrNull("run");
        long from = run == null ? 0 : fields.number("from", 0, Long.MAX_VALUE);
        subscriptions.executions(
            user,
            caller,
            run,
            from,
            (seq, missed) -> reply(id, Resumed.reports(sessions.run, seq, missed)));
      }
      case "orders" -> {
        long user = user(fields.only(StreamFields.ORDERS));
        caller.require(Role.READ, user);
        caller.asks(System.nanoTime());
        orders(user, fields, id);
      }
      case "stats" -> {
        fields.only(StreamFields.BARE);
        stats = true;
        done(id);
      }
      case "ping" -> {
        fields.only(StreamFields.BARE);
        done(id);
      }
      default -> command(op, fields, id);
    }
  }

  private void login(JsonFields fields, String id) throws BadRequestException, RefusedException {
    if (caller != null) {
      throw new BadRequestException("this session has a login already");
    }
    Caller found = StreamLogin.caller(fields, sessions.callers);
    if (!sessions.callers.connections().hasRoom(found.key())) {
      throw new RefusedException(
          Refusal.TOO_MANY_CONNECTIONS, "the key has as many connections as it may have");
    }
    caller = found;
    loggedOn.run();
    sessions.callers.connections().opened(caller.key());
    GatewayFlightEvents.session("stream", caller.key().name(), caller.session(), true);
    done(id);
  }

  private void command(String op, JsonFields fields, String id)
      throws BadRequestException, RefusedException {
    CommandRequest request;
    try {
      request = CommandRequest.valueOf(op.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new BadRequestException("unknown op");
    }
    Set<String> known = new HashSet<>(request.fields());
    known.addAll(StreamFields.BARE);
    fields.only(known);
    boolean taken =
        sessions.entry.submit(
            request.of(fields, caller, System.nanoTime()),
            answer -> answered(answer, id),
            (refusal, answer) -> {
              caller.share().answered();
              if (!ended) {
                refuse(id, refusal, OrderEntry.why(refusal));
              }
            });
    if (!taken) {
      throw new RefusedException(Refusal.BUSY, "the exchange has no room now; try again");
    }
    caller.share().taken();
  }

  private void answered(Command answer, String id) {
    caller.share().answered();
    if (!ended) {
      reply(
          id,
          to -> {
            to.writeStringField("t", "answer");
            Answers.write(answer, to);
          });
    }
  }

  private static long user(JsonFields fields) throws BadRequestException {
    return fields.number("user", Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** Live orders of a user as they are just now, between two reports. */
  private void orders(long user, JsonFields fields, String id)
      throws BadRequestException, RefusedException {
    JsonText.Writer page = LiveOrders.page(sessions.desk, user, fields);
    long seq = subscriptions.reported(user);
    reply(
        id,
        to -> {
          to.writeStringField("t", "orders");
          to.writeNumberField("user", user);
          if (seq >= 0) {
            to.writeNumberField("seq", seq);
          }
          page.write(to);
        });
  }

  private void done(String id) {
    reply(id, to -> to.writeStringField("t", "done"));
  }

  private void refuse(String id, Refusal refusal, String detail) {
    String reason = refusal.name().toLowerCase(Locale.ROOT);
    sessions.counts.refused(reason);
    reply(
        id,
        to -> {
          to.writeStringField("t", "error");
          to.writeStringField("code", refusal.name());
          to.writeStringField("detail", detail);
        });
    if (caller == null) {
      boolean isFull = refusal == Refusal.TOO_MANY_CONNECTIONS;
      end(WebSocketCloseStatus.POLICY_VIOLATION, isFull ? "connections" : "no_login");
    }
  }

  private void reply(String id, JsonText.Writer fields) {
    send(
        JsonText.object(
            (JsonGenerator to) -> {
              fields.write(to);
              if (id != null) {
                to.writeStringField("id", id);
              }
            }));
  }

  /** Writes a message of its own, which it has asked for by one that was read. */
  void send(ByteBuf message) {
    subscriptions.deliver();
    ctx.write(new TextWebSocketFrame(message));
    sessions.flushLater(this);
    readWhileItReads();
  }

  boolean hasEnded() {
    return ended;
  }

  /** Whether what it is sent is read by another loop, while this one goes on. */
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
    if (!subscription.behind && !ended && ctx.channel().isWritable()) {
      ctx.write(frames, ctx.voidPromise());
      sessions.counts.sent(messages);
      sessions.flushLater(this);
      return;
    }
    frames.release();
    if (subscription.channel.conflated) {
      subscription.behind = true;
    } else {
      end(WebSocketCloseStatus.POLICY_VIOLATION, "slow_subscriber");
    }
  }

  /** Whether a report can be sent now, behind the market data that was before it. */
  @Override
  public boolean takesReports() {
    if (!ended) {
      subscriptions.deliver();
    }
    return !ended && reads();
  }

  @Override
  public boolean push(ReportReader reader, long number, ByteBuf report, boolean live) {
    push(report);
    return true;
  }

  /** Writes a message that no message of the client has asked for. */
  private void push(ByteBuf message) {
    ctx.write(new TextWebSocketFrame(message));
    sessions.counts.sent();
    sessions.flushLater(this);
  }

  @Override
  public void tooSlowForReports() {
    end(WebSocketCloseStatus.POLICY_VIOLATION, "slow_subscriber");
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
      end(WebSocketCloseStatus.POLICY_VIOLATION, "no_login");
    } else if (nowNs - heardNs > StreamSessions.SILENCE_NS) {
      end(WebSocketCloseStatus.POLICY_VIOLATION, "silent");
    }
    return ended;
  }

  /**
   * Ends the session. If it does not read, the close frame cannot reach it, and what is queued for
   * it is thrown away.
   *
   * @param reason counted; null if the client asked for it
   */
  private void end(WebSocketCloseStatus status, String reason) {
    if (ended) {
      return;
    }
    boolean reads = ctx.channel().isWritable();
    forget();
    if (reason != null) {
      sessions.counts.closed(reason);
    }
    if (reads && status != null) {
      ctx.writeAndFlush(new CloseWebSocketFrame(status, reason == null ? "" : reason))
          .addListener(written -> ctx.close());
      // Should it stop to read just now.
      ctx.executor().schedule(() -> ctx.close(), 5, TimeUnit.SECONDS);
    } else {
      ctx.close();
    }
  }

  /**
   * The gateway stops: the session is told so behind all reports that are due to it, as soon as it
   * reads that, and closed when it has answered or has had time to; told when that is.
   */
  ChannelFuture stop() {
    stopping = true;
    if (!ended && reads() && !subscriptions.oweReports()) {
      subscriptions.deliver();
    }
    // What was delivered may have been too much for it.
    if (!ended && reads() && !subscriptions.oweReports()) {
      forget();
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
      end(WebSocketCloseStatus.MESSAGE_TOO_BIG, "oversized_message");
      return;
    }
    boolean malformed = cause instanceof DecoderException;
    if (!ended) {
      forget();
      sessions.counts.closed(malformed ? "malformed_frame" : "connection_lost");
    }
    // The decoder has said why to the client, and closes when that is out.
    ctx.executor().schedule(() -> ctx.close(), malformed ? 1 : 0, TimeUnit.SECONDS);
  }
}
