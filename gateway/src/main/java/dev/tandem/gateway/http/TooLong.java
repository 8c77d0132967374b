package dev.tandem.gateway.http;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.TooLongHttpContentException;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;

/** What of a request is longer than the gateway reads, by the names and statuses of HTTP. */
public enum TooLong {
  /** The body has more bytes than {@link HttpLimits#bodyBytes}. */
  TOO_LARGE(413),
  /** The request line has more than 4,096 bytes. */
  URI_TOO_LONG(414),
  /** The header fields have more than 8,192 bytes, all together. */
  HEADERS_TOO_LARGE(431);

  static final int LINE_BYTES = 4_096;
  static final int HEADER_BYTES = 8_192;

  private final int status;

  TooLong(int status) {
    this.status = status;
  }

  int status() {
    return status;
  }

  /** What the decoder found too long; null if it is something else that it could not read. */
  static TooLong of(FullHttpRequest request) {
    Throwable cause = request.decoderResult().cause();
    if (cause instanceof TooLongHttpHeaderException) {
      return HEADERS_TOO_LARGE;
    }
    if (cause instanceof TooLongHttpContentException) {
      return TOO_LARGE;
    }
    // The size of a chunk is a line, too; by then the headers are there.
    return cause instanceof TooLongHttpLineException && request.headers().isEmpty()
        ? URI_TOO_LONG
        : null;
  }

  /** Says so, with the limit. */
  String detail(HttpLimits limits) {
    return switch (this) {
      case TOO_LARGE -> "a body has at most " + limits.bodyBytes() + " bytes";
      case URI_TOO_LONG -> "a request line has at most " + LINE_BYTES + " bytes";
      case HEADERS_TOO_LARGE ->
          "header fields have at most " + HEADER_BYTES + " bytes, all together";
    };
  }
}
