package dev.tandem.gateway.http;

import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpMessage;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpContentException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Assembles requests; of a request that is too large only that fact is passed on. Nearly every body
 * comes in one piece, which is used as it is, where Netty's aggregator would wrap it in a composite
 * buffer.
 */
final class WholeRequests extends HttpObjectAggregator {

  private final int mostBytes;

  /** Whose body may come in one piece. */
  private HttpRequest begun;

  WholeRequests(int mostBytes) {
    super(mostBytes, true);
    this.mostBytes = mostBytes;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object part) throws Exception {
    HttpRequest request = begun;
    if (request == null) {
      if (part instanceof HttpRequest next && mayBeOnePiece(next)) {
        begun = next;
      } else {
        super.channelRead(ctx, part);
      }
      return;
    }
    begun = null;
    if (part instanceof LastHttpContent body
        && body.decoderResult().isSuccess()
        && body.content().readableBytes() <= mostBytes) {
      ctx.fireChannelRead(
          new DefaultFullHttpRequest(
              request.protocolVersion(),
              request.method(),
              request.uri(),
              body.content(),
              request.headers(),
              body.trailingHeaders()));
    } else {
      super.channelRead(ctx, request);
      super.channelRead(ctx, part);
    }
  }

  /**
   * A request with Expect: 100-continue, or with a Content-Length that is too large, is answered
   * before its body.
   */
  private boolean mayBeOnePiece(HttpRequest request) {
    return request.decoderResult().isSuccess()
        && !(request instanceof FullHttpMessage)
        && !request.headers().contains(HttpHeaderNames.EXPECT)
        && !request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)
        && HttpUtil.getContentLength(request, 0L) <= mostBytes;
  }

  /** 100 Continue. All else is a response, which waits for those that are before it. */
  @Override
  protected Object newContinueResponse(HttpMessage start, int most, ChannelPipeline pipeline) {
    return isContentLengthInvalid(start, most)
        ? null
        : super.newContinueResponse(start, most, pipeline);
  }

  /** Whether it is refused before its body; not only for its length. */
  @Override
  protected boolean isContentLengthInvalid(HttpMessage start, int most) {
    return refusal(start) != null || super.isContentLengthInvalid(start, most);
  }

  /** Why a request is refused before its body; null if it is not. */
  private static RefusedException refusal(HttpMessage start) {
    return expectsMore(start)
        ? new RefusedException(
            Refusal.EXPECTATION_FAILED, "nothing can be expected but 100-continue")
        : transferRefusal(start);
  }

  /**
   * Only a body that is chunked, once, has an end that can be found. Of any other coding the bytes
   * would be taken for what they are not, or for the next request.
   */
  private static RefusedException transferRefusal(HttpMessage start) {
    List<String> fields = start.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (fields.isEmpty()) {
      return null;
    }
    if (start.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0) {
      return new RefusedException(
          Refusal.BAD_REQUEST, "Transfer-Encoding is not known to HTTP/1.0");
    }
    List<String> codings =
        Stream.of(String.join(",", fields).split(","))
            .map(String::strip)
            .filter(coding -> !coding.isEmpty())
            .toList();
    if (codings.stream().anyMatch(coding -> !coding.equalsIgnoreCase("chunked"))) {
      return new RefusedException(
          Refusal.NOT_IMPLEMENTED, "no Transfer-Encoding is known here but chunked");
    }
    return codings.size() == 1
        ? null
        : new RefusedException(Refusal.BAD_REQUEST, "a body is chunked once");
  }

  /** Whether it expects something else than 100 Continue. */
  private static boolean expectsMore(HttpMessage start) {
    String expected = start.headers().get(HttpHeaderNames.EXPECT);
    return expected != null
        && start.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0
        && !HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expected);
  }

  @Override
  protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
    // It is refused in its turn, as what cannot be read is.
    DefaultFullHttpRequest refused =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1,
            oversized instanceof HttpRequest request ? request.method() : HttpMethod.POST,
            "/",
            Unpooled.EMPTY_BUFFER);
    RefusedException why = refusal(oversized);
    refused.setDecoderResult(
        DecoderResult.failure(why == null ? new TooLongHttpContentException() : why));
    ctx.fireChannelRead(refused);
  }
}
