package dev.tandem.gateway.http;

import dev.tandem.gateway.json.JsonText;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslContext;
import java.util.Locale;

/** What a new connection consists of. */
public final class Pipeline extends ChannelInitializer<SocketChannel> {

  /** What a stream may be sent and not have read, before it counts as slow, and until it does. */
  private static final WriteBufferWaterMark UNREAD = new WriteBufferWaterMark(128 << 10, 512 << 10);

  private static final int CHUNK_BYTES = 8_192;

  private final Connections all;
  private final Routes routes;
  private final SslContext tls;

  /**
   * The pipelines of one gateway.
   *
   * @param tls null for plain text
   */
  public Pipeline(Connections all, Routes routes, SslContext tls) {
    this.all = all;
    this.routes = routes;
    this.tls = tls;
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    channel.config().setAutoRead(false);
    channel.config().setTcpNoDelay(true);
    channel.config().setWriteBufferWaterMark(UNREAD);
    RequestDecoder decoder =
        new RequestDecoder(
            new HttpDecoderConfig()
                .setMaxInitialLineLength(TooLong.LINE_BYTES)
                .setMaxHeaderSize(TooLong.HEADER_BYTES)
                .setMaxChunkSize(CHUNK_BYTES));
    ResponseEncoder encoder = new ResponseEncoder();
    TlsHandler secured = tls == null ? null : new TlsHandler(tls.newEngine(channel.alloc()));
    Connection connection = new Connection(all, decoder, secured);
    channel.pipeline().addLast(connection);
    if (secured != null) {
      // Above what watches the time: a handshake that never ends is a request that never ends.
      channel.pipeline().addLast(secured);
    }
    channel
        .pipeline()
        // In this order, so that where a WebSocket takes their places its decoder can write.
        .addLast(encoder)
        .addLast(decoder)
        .addLast(new Whole())
        .addLast("requests", new HttpConnection(connection, encoder, all, routes));
  }

  /** Puts requests together, and answers those that are too large as everything is answered. */
  private final class Whole extends HttpObjectAggregator {

    Whole() {
      super(all.limits().bodyBytes(), true);
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
      TooLong why = TooLong.TOO_LARGE;
      int status = why.status();
      all.counts().refused(why.name().toLowerCase(Locale.ROOT));
      all.counts().responded(status);
      ByteBuf problem =
          JsonText.object(
              to -> Problem.writeWhole(to, status, why.name(), why.detail(all.limits())));
      DefaultFullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, problem);
      response.headers().set(HttpHeaderNames.CONTENT_TYPE, Problem.TYPE);
      response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, problem.readableBytes());
      response.headers().set(HttpHeaderNames.CONNECTION, "close");
      ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }
  }
}
