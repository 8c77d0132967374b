package dev.tandem.gateway.http;

import dev.tandem.gateway.bridge.HandOver;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.websocket.StreamSession;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** Upgrades a connection to a stream at its request. */
// A write or close that fails is followed by the end of the channel, which is handled.
@SuppressWarnings("FutureReturnValueIgnored")
final class StreamUpgrade {

  private static final String VERSION = "13";
  private static final int KEY_BYTES = 16;

  private final Connection connection;
  private final Connections all;
  private final Routes routes;
  private final EventLoop state;

  /**
   * @param state the loop of the stream's session; null where it is the connection's
   */
  StreamUpgrade(Connection connection, Connections all, Routes routes, EventLoop state) {
    this.connection = connection;
    this.all = all;
    this.routes = routes;
    this.state = state;
  }

  /**
   * Whether a request begins a stream.
   *
   * @throws RefusedException if it does not, or none can begin
   */
  void check(FullHttpRequest request) throws RefusedException, BadRequestException {
    if (!request.method().equals(HttpMethod.GET)) {
      throw new NotAllowedException(List.of(HttpMethod.GET.name()));
    }
    String upgrade = request.headers().get(HttpHeaderNames.UPGRADE, "");
    if (!upgrade.toLowerCase(Locale.ROOT).equals("websocket")) {
      throw new BadRequestException("this is a WebSocket");
    }
    if (request.protocolVersion().minorVersion() == 0
        || !request.headers().containsValue(HttpHeaderNames.CONNECTION, "upgrade", true)) {
      throw new BadRequestException("a WebSocket begins with HTTP/1.1 and Connection: Upgrade");
    }
    if (!VERSION.equals(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_VERSION))) {
      throw new BadRequestException("only version 13 of WebSocket is known here");
    }
    if (!isKey(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_KEY, ""))) {
      throw new BadRequestException("Sec-WebSocket-Key is not 16 bytes in base 64");
    }
    if (all.isClosing()) {
      throw new RefusedException(Refusal.UNAVAILABLE, "the gateway is stopping");
    }
  }

  /** Puts the stream into the place of the connection's requests, on the connection's loop. */
  void shakeHands(ChannelHandlerContext ctx, FullHttpRequest request, Target target) {
    WebSocketDecoderConfig config =
        WebSocketDecoderConfig.newBuilder()
            .maxFramePayloadLength(all.limits().bodyBytes())
            .allowExtensions(false)
            // The session does it, behind the answers that are due to it.
            .closeOnProtocolViolation(false)
            .build();
    String url = "ws://" + request.headers().get(HttpHeaderNames.HOST) + target.path();
    WebSocketServerHandshaker shaker =
        new WebSocketServerHandshakerFactory(url, null, config).newHandshaker(request);
    connection.streaming();
    shaker
        .handshake(ctx.channel(), request)
        .addListener(
            done -> {
              if (!done.isSuccess()) {
                ctx.close();
              }
            });
    ctx.pipeline().addAfter(ctx.name(), "frames", new WholeMessages(all.limits().bodyBytes()));
    StreamSession session =
        new StreamSession(routes.streams(), state != null, connection::loggedOn);
    if (state == null) {
      ctx.pipeline().addAfter("frames", "stream", session);
    } else {
      HandOver.add(ctx.pipeline(), state, session);
    }
    ctx.pipeline().remove(ctx.handler());
    ctx.channel().config().setAutoRead(true);
  }

  private static boolean isKey(String key) {
    try {
      return Base64.getDecoder().decode(key.strip()).length == KEY_BYTES;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
