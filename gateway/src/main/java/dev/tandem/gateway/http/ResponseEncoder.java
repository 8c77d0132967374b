package dev.tandem.gateway.http;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;

/** Writes responses; one to a question for the head alone has no body. */
final class ResponseEncoder extends HttpResponseEncoder {

  private boolean headOnly;

  /** Whether the response to the request at hand has no body; the next call is for the next one. */
  void headOnly(boolean isHead) {
    headOnly = isHead;
  }

  @Override
  protected boolean isContentAlwaysEmpty(HttpResponse response) {
    return headOnly || super.isContentAlwaysEmpty(response);
  }
}
