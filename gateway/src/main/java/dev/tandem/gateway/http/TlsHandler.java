package dev.tandem.gateway.http;

import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLEngine;

/**
 * TLS, and whether it is in the middle of a handshake or of a record: what is inside a record is
 * not known before its last byte is here.
 */
final class TlsHandler extends SslHandler {

  TlsHandler(SSLEngine engine) {
    super(engine);
    // The connection has times of its own, and counts who misses them.
    setHandshakeTimeoutMillis(0);
  }

  /** Whether bytes are here of which nothing could be handed on yet. */
  boolean isMidway() {
    return actualReadableBytes() > 0 || !handshakeFuture().isDone();
  }
}
