package dev.tandem.gateway.bridge;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where one loop carries a connection and another has its session: stands below the session, on the
 * connection's loop, and bounds what was read and not handled yet. From a client that sends faster
 * than its commands are handled, or does not read its answers, nothing more is read.
 */
public final class HandOver extends ChannelInboundHandlerAdapter {

  /** With so much between the loops nothing more is read; what is read at once comes on top. */
  private static final long MOST_BYTES = 64 << 10;

  /** About what one message takes beside its bytes. */
  private static final int MESSAGE_BYTES = 128;

  private final EventLoop to;
  private final AtomicLong unprocessed = new AtomicLong();
  private ChannelHandlerContext ctx;

  /** Bytes since the session's loop was last requested to report its progress. */
  private long unreported;

  /** Written by the connection's loop. */
  private volatile boolean full;

  /** Nothing is read, because the session must wait. On the connection's loop. */
  private boolean held;

  private HandOver(EventLoop to) {
    this.to = to;
  }

  /** Puts a session on this loop at the end of a connection of another one. */
  // All that Netty 4 has for a handler on another loop: it keeps the order of the handler's events,
  // counts its writes when they are handed over, and releases what comes too late.
  @SuppressWarnings("deprecation")
  public static void add(ChannelPipeline pipeline, EventLoop to, ChannelHandler session) {
    pipeline.addLast(new HandOver(to));
    pipeline.addLast(to, session);
  }

  /**
   * Stops reading from a connection whose session must wait, or continues; by the session, on its
   * loop. What was read before still comes to the session.
   */
  public static void hold(ChannelPipeline pipeline, boolean held) {
    HandOver below = pipeline.get(HandOver.class);
    if (below != null) {
      below.ctx.executor().execute(() -> below.hold(held));
    }
  }

  private void hold(boolean newHeld) {
    held = newHeld;
    readOrWait();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext newCtx) {
    ctx = newCtx;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    int bytes = MESSAGE_BYTES + bytes(message);
    unreported += bytes;
    if (unprocessed.addAndGet(bytes) >= MOST_BYTES && !full) {
      full = true;
      readOrWait();
    }
    context.fireChannelRead(message);
  }

  private static int bytes(Object message) {
    if (message instanceof ByteBuf bytes) {
      return bytes.readableBytes();
    }
    return message instanceof ByteBufHolder holder ? holder.content().readableBytes() : 0;
  }

  /**
   * Not passed on to the session, which would pass it to the end of the pipeline, on this loop
   * again.
   */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    long received = unreported;
    if (received > 0) {
      unreported = 0;
      // Behind what it is about.
      to.execute(() -> received(received));
    }
  }

  /** On the session's loop. */
  private void received(long bytes) {
    if (unprocessed.addAndGet(-bytes) < MOST_BYTES / 2 && full) {
      ctx.executor().execute(this::proceed);
    }
  }

  private void proceed() {
    if (full && unprocessed.get() < MOST_BYTES / 2) {
      full = false;
      readOrWait();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    readOrWait();
    context.fireChannelWritabilityChanged();
  }

  private void readOrWait() {
    if (ctx.isRemoved()) {
      return;
    }
    ChannelConfig config = ctx.channel().config();
    boolean reads = !full && !held && ctx.channel().isWritable();
    if (config.isAutoRead() != reads) {
      config.setAutoRead(reads);
    }
  }
}
