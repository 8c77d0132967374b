package dev.tandem.gateway.access;

import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;

/**
 * Says of an event of a connection whether it is the end of what the client sends. It may still
 * read: what came before is answered, then the connection is closed.
 */
public final class InputEnd {

  private InputEnd() {}

  /** Whether nothing more comes: the socket is half closed, or TLS says so. */
  public static boolean isIn(Object event) {
    return event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent;
  }
}
