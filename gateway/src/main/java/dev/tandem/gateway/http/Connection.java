package dev.tandem.gateway.http;

import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.json.JsonText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/**
 * Watches the time that one connection takes: below TLS and the decoder, so that it sees the first
 * byte of a request whose end never comes.
 */
// A write or close that fails is followed by the end of the channel, which is handled.
@SuppressWarnings("FutureReturnValueIgnored")
final class Connection extends ChannelInboundHandlerAdapter {

  private enum State {
    IDLE,
    READING,
    ANSWERING,
    STREAMING,
    REFUSED
  }

  private final Connections all;
  private final RequestDecoder decoder;
  private final TlsHandler tls;
  private ChannelHandlerContext ctx;
  private State state = State.IDLE;
  private boolean decoding;
  private boolean undecided;
  private long sinceNs = System.nanoTime();
  private long idleSinceNs = sinceNs;

  /**
   * @param tls null for plain text
   */
  Connection(Connections all, RequestDecoder decoder, TlsHandler tls) {
    this.all = all;
    this.decoder = decoder;
    this.tls = tls;
  }

  @Override
  public void channelActive(ChannelHandlerContext newCtx) throws Exception {
    ctx = newCtx;
    if (all.opened(this)) {
      super.channelActive(ctx);
    } else {
      refuse();
    }
  }

  private void refuse() {
    state = State.REFUSED;
    if (all.refusals().report(ctx.channel(), ctx, this::noRoom)) {
      ctx.channel().config().setAutoRead(true);
    }
  }

  /** A response by hand: the encoder is above this. */
  private ByteBuf noRoom() {
    Refusal why = Refusal.TOO_MANY_CONNECTIONS;
    all.counts().responded(why.status());
    ByteBuf problem =
        JsonText.object(
            to ->
                Problem.writeWhole(
                    to, why.status(), why.name(), "the gateway has no room for a connection"));
    String head =
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: %s\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
            .formatted(Problem.TYPE, problem.readableBytes());
    return Unpooled.wrappedBuffer(Unpooled.copiedBuffer(head, StandardCharsets.US_ASCII), problem);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    all.closed(this);
    super.channelInactive(context);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
    if (state == State.REFUSED) {
      ReferenceCountUtil.release(bytes);
      return;
    }
    if (state == State.IDLE) {
      enter(State.READING);
    }
    decoding = true;
    super.channelRead(context, bytes);
    decoding = false;
    if (undecided) {
      decide();
    } else if (state == State.READING && !isMidway()) {
      // What came was TLS's own, or empty lines: no request has begun, and none was answered.
      state = State.IDLE;
      sinceNs = idleSinceNs;
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    super.channelReadComplete(context);
    if (state == State.READING && !context.channel().config().isAutoRead()) {
      // The request is not whole yet.
      context.read();
    }
  }

  private void enter(State next) {
    state = next;
    sinceNs = System.nanoTime();
  }

  /** A whole request is here. */
  void answering() {
    undecided = false;
    enter(State.ANSWERING);
  }

  /** The response has been read by the client. */
  void answered() {
    undecided = true;
    // What came with the request is looked at first.
    if (!decoding) {
      decide();
    }
  }

  /** What came with a request or meanwhile may be the beginning of one whose end never comes. */
  private void decide() {
    undecided = false;
    enter(isMidway() ? State.READING : State.IDLE);
    idleSinceNs = sinceNs;
  }

  /** Whether bytes are here of a handshake, a record or a request whose end is not. */
  private boolean isMidway() {
    return decoder.isMidway() || (tls != null && tls.isMidway());
  }

  /** It is a stream from now on, which has its own times. */
  void streaming() {
    enter(State.STREAMING);
  }

  /** Whether requests are being read that came together. */
  boolean isDecoding() {
    return decoding;
  }

  boolean isOfThisLoop() {
    return ctx.executor().inEventLoop();
  }

  /** Whether nothing is being answered, and no session is here. */
  boolean isIdle() {
    return state != State.ANSWERING && state != State.STREAMING;
  }

  void close() {
    ctx.close();
  }

  /** A request or login of it was a key's; from any loop. */
  void loggedOn() {
    all.loggedOn(this);
  }

  /** Why it must end; null if it may continue. */
  String late(long nowNs) {
    long ns = nowNs - sinceNs;
    return switch (state) {
      case READING -> ns > all.limits().requestTime().toNanos() ? "slow_request" : null;
      case ANSWERING -> ns > all.limits().responseTime().toNanos() ? "slow_reader" : null;
      case IDLE -> ns > all.limits().idleTime().toNanos() ? "idle" : null;
      case STREAMING, REFUSED -> null;
    };
  }
}
