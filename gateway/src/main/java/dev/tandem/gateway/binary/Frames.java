package dev.tandem.gateway.binary;

import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Message;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Finds the messages in a stream of bytes and hands them to the session where they lie. What waits
 * for its rest is less than one message, so a connection costs a bounded number of bytes.
 */
final class Frames extends ByteToMessageDecoder {

  /** Longer than any message of this version, with room for fields of later ones. */
  static final int MOST_BYTES = 1_024;

  private final BinarySession session;

  Frames(BinarySession session) {
    this.session = session;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) throws Exception {
    session.opened();
    super.channelActive(ctx);
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    while (in.readableBytes() >= Message.HEADER && !session.isEnded()) {
      int at = in.readerIndex();
      int length = Message.HEADER + in.getUnsignedShortLE(at);
      if (length > MOST_BYTES) {
        session.end(Code.BAD_REQUEST, "oversized_message");
        break;
      }
      if (in.readableBytes() < length) {
        return;
      }
      ByteBuffer bytes = in.internalNioBuffer(at, length);
      in.skipBytes(length);
      session.heard(bytes, bytes.position());
    }
    if (session.isEnded()) {
      in.skipBytes(in.readableBytes());
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    // The decoder's own would read on where reading was turned off: it has handed out nothing.
    discardSomeReadBytes();
    ctx.fireChannelReadComplete();
    session.readWhileItReads();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) throws Exception {
    session.readWhileItReads();
    super.channelWritabilityChanged(ctx);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    session.lost();
    super.channelInactive(ctx);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    session.end(null, "connection_lost");
  }
}
