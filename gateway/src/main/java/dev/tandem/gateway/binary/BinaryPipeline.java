package dev.tandem.gateway.binary;

import io.netty.channel.ChannelInitializer;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;

/** What a new connection of the binary protocol consists of. */
public final class BinaryPipeline extends ChannelInitializer<SocketChannel> {

  /** What a session may be sent and not have read, before it counts as slow, and until it does. */
  private static final WriteBufferWaterMark UNREAD = new WriteBufferWaterMark(128 << 10, 512 << 10);

  private final BinarySessions sessions;
  private final SslContext tls;

  /**
   * The pipelines of one gateway.
   *
   * @param tls null for plain text
   */
  public BinaryPipeline(BinarySessions sessions, SslContext tls) {
    this.sessions = sessions;
    this.tls = tls;
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    channel.config().setTcpNoDelay(true);
    channel.config().setWriteBufferWaterMark(UNREAD);
    if (tls != null) {
      SslHandler secured = tls.newHandler(channel.alloc());
      // The time to log on holds for all of it, and is counted.
      secured.setHandshakeTimeoutMillis(0);
      channel.pipeline().addLast(secured);
    }
    channel.pipeline().addLast(new Frames(new BinarySession(sessions, channel)));
  }
}
