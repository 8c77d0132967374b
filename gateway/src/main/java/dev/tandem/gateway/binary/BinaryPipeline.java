package dev.tandem.gateway.binary;

import io.netty.channel.ChannelInitializer;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;

/** What a new connection of the binary protocol consists of. */
public final class BinaryPipeline extends ChannelInitializer<SocketChannel> {

  /** What a session may be sent and not have read, before it counts as slow, and until it does. */
  private static final WriteBufferWaterMark UNREAD = new WriteBufferWaterMark(128 << 10, 512 << 10);

  private final BinarySessions sessions;

  /** The pipelines of one gateway. */
  public BinaryPipeline(BinarySessions sessions) {
    this.sessions = sessions;
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    channel.config().setTcpNoDelay(true);
    channel.config().setWriteBufferWaterMark(UNREAD);
    channel.pipeline().addLast(new Frames(new BinarySession(sessions, channel)));
  }
}
