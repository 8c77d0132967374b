package dev.tandem.gateway.http;

import dev.tandem.gateway.access.Faults;
import dev.tandem.gateway.access.InputEnd;
import dev.tandem.gateway.access.LingeringClose;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonText;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The requests of one connection, one after the other: the next is answered when the response to
 * this one has gone out, so a client that does not read costs one response. Once a further request
 * has come meanwhile, nothing more is read: to turn reading off and on for each one would be two
 * calls of the system a request.
 *
 * <p>Where the gateway's state is on another loop, one request at a time goes there and is answered
 * from there; all else is on the connection's loop.
 */
// A write or close that fails is followed by the end of the channel, which is handled.
@SuppressWarnings("FutureReturnValueIgnored")
final class HttpConnection extends SimpleChannelInboundHandler<FullHttpRequest> {

  private static final int MOST_TOGETHER = 128;

  private final Connection connection;
  private final ResponseEncoder encoder;
  private final Connections all;
  private final Routes routes;
  private final EventLoop state;
  private final RequestChecks checks;
  private final Credentials credentials;
  private final StreamUpgrade upgrade;
  private ChannelHandlerContext ctx;
  private final ArrayDeque<FullHttpRequest> waiting = new ArrayDeque<>();

  /** Called when a response is written; created once, as each response needs one. */
  private final ChannelFutureListener onWritten = this::written;

  private final ChannelFutureListener closeAfterWrite = future -> close();
  private boolean busy;

  /** Whether the request at hand is answered. */
  private boolean responded;

  private boolean failed;
  private boolean inputEnded;
  private boolean closing;
  private boolean unreadable;
  private boolean keepAlive;

  /**
   * @param state the loop of the gateway's state; null where it is this one
   */
  HttpConnection(
      Connection connection,
      ResponseEncoder encoder,
      Connections all,
      Routes routes,
      EventLoop state) {
    this.connection = connection;
    this.encoder = encoder;
    this.all = all;
    this.routes = routes;
    this.state = state;
    checks = new RequestChecks(routes);
    credentials = new Credentials(routes.callers(), connection::loggedOn);
    upgrade = new StreamUpgrade(connection, all, routes, state);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext newCtx) {
    ctx = newCtx;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    super.channelActive(context);
    context.channel().config().setAutoRead(true);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    if (failed) {
      return;
    }
    if (busy) {
      if (waiting.size() + 1 >= MOST_TOGETHER) {
        // The one at hand is carried out, so it is answered; of the others nothing was done.
        failed = true;
        all.counts().closed("pipelined");
        forgetWaiting();
        return;
      }
      waiting.add(request.retain());
      ctx.channel().config().setAutoRead(false);
    } else {
      answer(request);
    }
  }

  /** Whole requests that were received are answered; then, or if there is none, it ends. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (InputEnd.isIn(event)) {
      inputEnded = true;
      if (!busy || closing) {
        ctx.close();
      }
    }
    super.userEventTriggered(context, event);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    forgetWaiting();
    super.channelInactive(context);
  }

  private void forgetWaiting() {
    waiting.forEach(FullHttpRequest::release);
    waiting.clear();
  }

  private void next() {
    busy = false;
    if (failed) {
      // Meanwhile too many have come together.
      close();
      return;
    }
    FullHttpRequest request = waiting.poll();
    if (request == null && inputEnded) {
      ctx.close();
      return;
    }
    if (request == null) {
      ctx.channel().config().setAutoRead(true);
      return;
    }
    try {
      answer(request);
    } finally {
      request.release();
    }
  }

  private void answer(FullHttpRequest request) {
    busy = true;
    responded = false;
    connection.answering();
    keepAlive = HttpUtil.isKeepAlive(request);
    encoder.headOnly(request.method().equals(HttpMethod.HEAD));
    if (state == null) {
      dispatch(request);
    } else {
      on(state, request, this::dispatch);
    }
  }

  /** Continues with a request on the loop of the state, or from there on this one. */
  private void on(EventExecutor loop, FullHttpRequest request, Consumer<FullHttpRequest> next) {
    request.retain();
    loop.execute(
        () -> {
          try {
            next.accept(request);
          } catch (RuntimeException | Error e) {
            ctx.executor().execute(() -> exceptionCaught(ctx, e));
          } finally {
            request.release();
          }
        });
  }

  private void dispatch(FullHttpRequest request) {
    try {
      if (!request.decoderResult().isSuccess() || request.protocolVersion().majorVersion() != 1) {
        keepAlive = false;
        unreadable = true;
        TooLong tooLong = TooLong.of(request);
        if (tooLong != null) {
          refuse(tooLong.status(), tooLong.name(), tooLong.detail(all.limits()));
          return;
        }
        if (request.decoderResult().cause() instanceof RefusedException refused) {
          throw refused;
        }
        throw new BadRequestException("malformed HTTP");
      }
      Target target = Target.of(request.uri());
      checks.check(request, target);
      String path = target.path();
      String raw = path;
      Map<String, List<String>> query = Map.of();
      if (!isPlain(path)) {
        QueryStringDecoder uri = new QueryStringDecoder(path);
        try {
          path = uri.path();
          raw = uri.rawPath();
          query = uri.parameters();
        } catch (IllegalArgumentException e) {
          throw new BadRequestException("malformed address");
        }
      }
      if (routes.isStream(path)) {
        upgrade.check(request);
        if (state == null) {
          begin(request, target);
        } else {
          on(ctx.executor(), request, whole -> begin(whole, target));
        }
        return;
      }
      Routes.Found found = routes.find(request.method(), raw);
      found
          .route()
          .handler()
          .handle(
              new Request(
                  this,
                  found.route().fields(),
                  found.fields(),
                  query,
                  request.content(),
                  credentials.caller(request, target)));
    } catch (BadRequestException e) {
      boolean packed = request.headers().contains(HttpHeaderNames.CONTENT_ENCODING);
      refuse(
          Refusal.BAD_REQUEST,
          packed ? "a body with Content-Encoding is not read" : e.getMessage());
    } catch (NotAllowedException e) {
      ByteBuf problem = problem(e.refusal().status(), e.refusal().name(), e.getMessage());
      respond(
          e.refusal().status(), routes.heads().ofNotAllowed(Problem.TYPE, e.allowed()), problem);
    } catch (RefusedException e) {
      refuse(e.refusal(), e.getMessage());
    } catch (RuntimeException e) {
      fault(e);
    }
  }

  /** Answers a request in whose handling this was thrown; one that is answered already ends it. */
  private void fault(RuntimeException thrown) {
    Faults.log("a request cannot be answered", thrown);
    if (responded) {
      fault();
    } else {
      refuse(Refusal.INTERNAL_ERROR, "a fault of the gateway, which has logged it");
    }
  }

  private void begin(FullHttpRequest request, Target target) {
    if (ctx.isRemoved() || inputEnded) {
      // The client has gone meanwhile, or can send nothing in its stream.
      ctx.close();
      return;
    }
    forgetWaiting();
    upgrade.shakeHands(ctx, request, target);
  }

  /** Whether a path is as it stands: without a query, and nothing to be decoded. */
  private static boolean isPlain(String uri) {
    for (int i = 0; i < uri.length(); i++) {
      char c = uri.charAt(i);
      if (c == '?' || c == '%' || c == '#' || c == '+') {
        return false;
      }
    }
    return true;
  }

  /** On the loop of the gateway's state. */
  void execute(Runnable task) {
    (state == null ? ctx.executor() : state).execute(() -> run(task));
  }

  /** On that loop: continues a request whose handler has returned, with the same care. */
  void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      fault(e);
    } catch (Error e) {
      Faults.log("a request cannot be answered; its connection ends", e);
      fault();
    }
  }

  /** A fault, which is logged, has left a request without an answer. From any loop. */
  void fault() {
    if (ctx.executor().inEventLoop()) {
      end("internal_error");
    } else {
      ctx.executor().execute(() -> end("internal_error"));
    }
  }

  void refuse(Refusal refusal, String detail) {
    refuse(refusal.status(), refusal.name(), detail);
  }

  private void refuse(int status, String code, String detail) {
    respond(status, Problem.TYPE, problem(status, code, detail));
  }

  private ByteBuf problem(int status, String code, String detail) {
    all.counts().refused(code.toLowerCase(Locale.ROOT));
    return JsonText.object(
        ResponseEncoder.ROOM, to -> Problem.writeWhole(to, status, code, detail));
  }

  void respond(int status, String contentType, ByteBuf bytes) {
    respond(status, routes.heads().of(status, contentType), bytes);
  }

  private void respond(int status, byte[] head, ByteBuf bytes) {
    responded = true;
    all.counts().responded(status);
    boolean proceeds = keepAlive && !all.isClosing();
    ctx.writeAndFlush(new Response(head, bytes, !proceeds))
        .addListener(proceeds ? onWritten : closeAfterWrite);
  }

  private void written(Future<?> future) {
    if (!future.isSuccess() || failed) {
      close();
      return;
    }
    connection.answered();
    if (waiting.isEmpty() && !connection.isDecoding()) {
      next();
    } else {
      // Not at once: requests that came together would nest, and not be counted.
      ctx.executor().execute(this::next);
    }
  }

  /** More of what could not be read may follow. */
  private void close() {
    closing = true;
    if ((unreadable || failed) && !inputEnded) {
      // What a client sends that does not wait for answers is not read: it could be any amount.
      ctx.channel().config().setAutoRead(!failed);
      LingeringClose.begin(ctx.channel());
    } else {
      ctx.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // Bytes after which the decoder cannot continue, or a socket that is gone; or else a fault.
    if (Faults.logOurs(cause)) {
      end("internal_error");
    } else {
      end(cause instanceof DecoderException ? "decoder" : "connection_lost");
    }
  }

  private void end(String reason) {
    // What else came together fails as well; it is one connection that ends.
    if (!failed) {
      failed = true;
      all.counts().closed(reason);
    }
    ctx.close();
  }
}
