package dev.tandem.gateway.fix;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Finds the messages in a stream of bytes, by BodyLength. What waits for its rest is less than one
 * message, so a connection costs a bounded number of bytes. Whether the sum is right is seen later:
 * then a message is passed over, and asked for again.
 */
final class FixFrames extends ByteToMessageDecoder {

  /** Much longer than any message that is understood. */
  static final int MOST_BYTES = 4_096;

  private static final byte SOH = 1;
  private static final byte[] BEGIN = "8=FIX.4.4\u00019=".getBytes(StandardCharsets.US_ASCII);
  private static final int MOST_DIGITS = 5;

  /** {@code 10=nnn} and its end. */
  private static final int TRAILER = 7;

  private final FixConnection connection;

  FixFrames(FixConnection connection) {
    this.connection = connection;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) throws Exception {
    connection.opened();
    super.channelActive(ctx);
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    while (!connection.isEnded()) {
      int length = length(in);
      if (length < 0) {
        connection.end("malformed_message");
      } else if (length > MOST_BYTES) {
        connection.end("oversized_message");
      } else if (length == 0 || in.readableBytes() < length) {
        return;
      } else {
        connection.heard(in.readCharSequence(length, StandardCharsets.ISO_8859_1).toString());
      }
    }
    in.skipBytes(in.readableBytes());
  }

  /** Bytes of the message that begins here; 0 if that is not known yet, -1 if there is none. */
  private static int length(ByteBuf in) {
    int at = in.readerIndex();
    int there = in.readableBytes();
    for (int i = 0; i < Math.min(there, BEGIN.length); i++) {
      if (in.getByte(at + i) != BEGIN[i]) {
        return -1;
      }
    }
    int body = 0;
    for (int i = BEGIN.length; i < there; i++) {
      byte next = in.getByte(at + i);
      if (next == SOH && i > BEGIN.length) {
        int length = i + 1 + body + TRAILER;
        return there < length || length > MOST_BYTES || endsIn(in, at + length) ? length : -1;
      }
      if (next < '0' || next > '9' || i - BEGIN.length >= MOST_DIGITS) {
        return -1;
      }
      body = body * 10 + next - '0';
    }
    return 0;
  }

  private static boolean endsIn(ByteBuf in, int end) {
    return in.getByte(end - 1) == SOH
        && in.getByte(end - TRAILER) == '1'
        && in.getByte(end - TRAILER + 1) == '0'
        && in.getByte(end - TRAILER + 2) == '='
        && in.getByte(end - TRAILER - 1) == SOH;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    // The decoder's own would read on where reading was turned off: it has handed out nothing.
    discardSomeReadBytes();
    ctx.fireChannelReadComplete();
    connection.readOrWait();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) throws Exception {
    connection.readOrWait();
    super.channelWritabilityChanged(ctx);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    connection.lost();
    super.channelInactive(ctx);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    connection.end("connection_lost");
  }
}
