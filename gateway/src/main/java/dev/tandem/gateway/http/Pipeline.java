package dev.tandem.gateway.http;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.ssl.SslContext;

/** What a new connection consists of. */
public final class Pipeline extends ChannelInitializer<SocketChannel> {

  /** What a stream may be sent and not have read, before it counts as slow, and until it does. */
  private static final WriteBufferWaterMark UNREAD = new WriteBufferWaterMark(128 << 10, 512 << 10);

  private static final int CHUNK_BYTES = 8_192;

  /** Read at once where messages wait for another loop: an empty one is six bytes here. */
  private static final int MOST_READ = 16 << 10;

  private final Connections all;
  private final Routes routes;
  private final SslContext tls;
  private final EventLoop state;

  /**
   * The pipelines of one gateway.
   *
   * @param tls null for plain text
   * @param state the loop of all sessions; null where it is that of all connections, too
   */
  public Pipeline(Connections all, Routes routes, SslContext tls, EventLoop state) {
    this.all = all;
    this.routes = routes;
    this.tls = tls;
    this.state = state;
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    channel.config().setAutoRead(false);
    channel.config().setTcpNoDelay(true);
    channel.config().setWriteBufferWaterMark(UNREAD);
    if (state != null) {
      channel
          .config()
          .setRecvByteBufAllocator(new AdaptiveRecvByteBufAllocator(64, 2_048, MOST_READ));
    }
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
        .addLast(new WholeRequests(all.limits().bodyBytes()))
        .addLast("requests", new HttpConnection(connection, encoder, all, routes, state));
  }
}
