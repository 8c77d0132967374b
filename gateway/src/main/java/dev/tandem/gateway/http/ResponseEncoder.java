package dev.tandem.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Writes responses, each in one buffer, so that it goes out by a call of the system for one: that
 * of its body, where that has room in front. Netty's own kinds it writes as Netty does. One to a
 * question for the head alone has no body.
 */
// The promise of a write reports its outcome.
@SuppressWarnings("FutureReturnValueIgnored")
final class ResponseEncoder extends HttpResponseEncoder {

  private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LAST =
      "\r\nconnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int DIGITS = 10;

  /** So much room in front of a body is enough for what comes before it. */
  static final int ROOM = 384;

  private boolean headOnly;

  /** Whether the response to the request at hand has no body; the next call is for the next one. */
  void headOnly(boolean isHead) {
    headOnly = isHead;
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise)
      throws Exception {
    if (message instanceof Response response) {
      ctx.write(encode(ctx, response), promise);
    } else {
      super.write(ctx, message, promise);
    }
  }

  private ByteBuf encode(ChannelHandlerContext ctx, Response response) {
    ByteBuf body = response.content();
    if (!headOnly && body.readerIndex() == ROOM) {
      String length = Integer.toString(body.readableBytes());
      byte[] end = response.isLast() ? LAST : END;
      int from = ROOM - response.head().length - length.length() - end.length;
      if (from >= 0) {
        int to = body.writerIndex();
        body.setIndex(from, from);
        body.writeBytes(response.head());
        ByteBufUtil.writeAscii(body, length);
        body.writeBytes(end).writerIndex(to);
        return body;
      }
    }
    try {
      int length = body.readableBytes();
      ByteBuf bytes = ctx.alloc().ioBuffer(response.head().length + DIGITS + LAST.length + length);
      bytes.writeBytes(response.head());
      ByteBufUtil.writeAscii(bytes, Integer.toString(length));
      bytes.writeBytes(response.isLast() ? LAST : END);
      if (!headOnly) {
        bytes.writeBytes(body);
      }
      return bytes;
    } finally {
      body.release();
    }
  }

  @Override
  protected boolean isContentAlwaysEmpty(HttpResponse response) {
    return headOnly || super.isContentAlwaysEmpty(response);
  }
}
