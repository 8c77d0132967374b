package dev.tandem.gateway.access;

import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection without losing the last message that it was sent. A socket that is closed
 * before all that came is read resets, and the client may lose that message. So the socket is only
 * half closed at first, and what comes is read for a moment. With TLS, half of it cannot be closed:
 * it stays open for that moment.
 */
public final class LingeringClose {

  private static final int LINGER_MILLIS = 100;

  private LingeringClose() {}

  /** Closes a connection whose last message is written, and which is still read from. */
  // A close that fails is followed by the end of the channel.
  @SuppressWarnings("FutureReturnValueIgnored")
  public static void begin(Channel channel) {
    if (channel instanceof DuplexChannel socket
        && channel.pipeline().get(SslHandler.class) == null) {
      socket.shutdownOutput();
    }
    channel.eventLoop().schedule(() -> channel.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
  }
}
