package dev.tandem.gateway.spi;

import dev.tandem.gateway.access.Faults;
import dev.tandem.gateway.access.InputEnd;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Finds the messages of a protocol in a stream of bytes and hands them to their connection. What
 * waits for its rest is less than one message, so a connection costs a bounded number of bytes. On
 * the connection's event loop.
 */
public abstract class MessageFrames extends ByteToMessageDecoder {

  /** Is notified of what becomes of the socket. */
  public interface Connection {

    /** The socket is connected. Called once, before all other methods. */
    void opened();

    /** Whether the bytes that still come are to be discarded. */
    boolean isEnded();

    /**
     * Whether the next message waits, as it lies; whoever says so calls {@link #proceed} later, and
     * has no more read until then.
     */
    default boolean mustWait() {
      return false;
    }

    /**
     * The client sends nothing more. What came before is answered first.
     *
     * @return false if nothing is to be waited for: then it is closed
     */
    default boolean inputEnded() {
      return false;
    }

    /** All that has come was handed out, or there is room again for what is written. */
    void readOrWait();

    /** The socket is closed. Called once, and no method after it. */
    void lost();

    /**
     * The socket, or what was read from it, has thrown: the connection is to be closed.
     *
     * @param ours whether a fault of the gateway is the cause, which is logged
     */
    void broken(boolean ours);
  }

  private final Connection connection;
  private ChannelHandlerContext ctx;

  /** Hands its messages and the events of its socket to this connection. */
  protected MessageFrames(Connection connection) {
    this.connection = connection;
  }

  /**
   * Hands out the next message, or ends the connection if there can be none.
   *
   * @return false if the next one is not whole yet
   */
  protected abstract boolean next(ByteBuf in);

  @Override
  public final void handlerAdded(ChannelHandlerContext newCtx) {
    ctx = newCtx;
  }

  /** Hands out messages that have waited. */
  public final void proceed() {
    if (!ctx.isRemoved()) {
      try {
        // Nothing more has come, but what is there is looked at again.
        channelRead(ctx, Unpooled.EMPTY_BUFFER);
      } catch (Exception e) {
        exceptionCaught(ctx, e);
      }
    }
  }

  @Override
  public final void channelActive(ChannelHandlerContext context) throws Exception {
    connection.opened();
    super.channelActive(context);
  }

  @Override
  protected final void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    while (!connection.isEnded()) {
      if (connection.mustWait() || !next(in)) {
        return;
      }
    }
    in.skipBytes(in.readableBytes());
  }

  @Override
  public final void channelReadComplete(ChannelHandlerContext context) {
    // The decoder's own would read on where reading was turned off: it has handed out nothing.
    discardSomeReadBytes();
    context.fireChannelReadComplete();
    connection.readOrWait();
  }

  @Override
  public final void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
    connection.readOrWait();
    super.channelWritabilityChanged(context);
  }

  /** The decoder's own would give up the messages that wait. */
  // A close that fails is followed by the end of the channel.
  @SuppressWarnings("FutureReturnValueIgnored")
  @Override
  public final void userEventTriggered(ChannelHandlerContext context, Object event)
      throws Exception {
    if (!InputEnd.isIn(event)) {
      super.userEventTriggered(context, event);
    } else if (!connection.inputEnded()) {
      context.close();
    }
  }

  @Override
  public final void channelInactive(ChannelHandlerContext context) throws Exception {
    connection.lost();
    super.channelInactive(context);
  }

  @Override
  public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    connection.broken(Faults.logOurs(cause));
  }
}
