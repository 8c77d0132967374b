package dev.tandem.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * Reads requests, and knows whether it is in the middle of one: what came behind a whole request
 * may be the beginning of the next, and then its time runs.
 */
final class RequestDecoder extends HttpRequestDecoder {

  /** It has taken bytes of a request whose end it has not seen. */
  private boolean begun;

  RequestDecoder(HttpDecoderConfig config) {
    super(config);
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf bytes, List<Object> out)
      throws Exception {
    int from = bytes.readerIndex();
    int first = out.size();
    super.decode(ctx, bytes, out);
    if (out.size() > first) {
      begun = !(out.get(out.size() - 1) instanceof LastHttpContent);
    } else if (!begun) {
      begun = isMoreThanEmptyLines(bytes, from);
    }
  }

  /** Who looks at the other of the two lengths would see other requests. */
  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("both Content-Length and Transfer-Encoding");
  }

  /** Empty lines before a request are skipped, and are not its beginning. */
  private static boolean isMoreThanEmptyLines(ByteBuf bytes, int from) {
    for (int i = from; i < bytes.readerIndex(); i++) {
      byte b = bytes.getByte(i);
      if (b != '\r' && b != '\n') {
        return true;
      }
    }
    return false;
  }

  /** Whether bytes of a request are here whose end is not. */
  boolean isMidway() {
    return begun || actualReadableBytes() > 0;
  }
}
