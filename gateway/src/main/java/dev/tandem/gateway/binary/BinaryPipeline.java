package dev.tandem.gateway.binary;

import dev.tandem.gateway.bridge.HandOver;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
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
  private final EventLoop state;

  /**
   * The pipelines of one gateway.
   *
   * @param tls null for plain text
   * @param state the loop of all sessions; null where it is that of all connections, too
   */
  public BinaryPipeline(BinarySessions sessions, SslContext tls, EventLoop state) {
    this.sessions = sessions;
    this.tls = tls;
    this.state = state;
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
    BinarySession session = new BinarySession(sessions, channel, state != null);
    Frames frames = new Frames(session);
    session.continuesBy(frames::proceed);
    if (state == null) {
      channel.pipeline().addLast(frames);
    } else {
      HandOver.add(channel.pipeline(), state, frames);
    }
  }
}
