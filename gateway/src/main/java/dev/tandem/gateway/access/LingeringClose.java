package dev.tandem.gateway.access;

import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection behind the last that it was told. A socket that is closed before what came is
 * read resets, and the client may lose the word. So it is only half closed at first, and what comes
 * is read for a moment. By TLS it stays whole for that moment: half of it cannot be closed.
 */
public final class LastWord {

  private static final int LINGER_MILLIS = 100;

  private LastWord() {}

  /** Closes a connection whose last word is written, and which is read from. */
  // A close that fails is followed by the end of the channel.
  @SuppressWarnings("FutureReturnValueIgnored")
  public static void closeBehind(Channel channel) {
    if (channel instanceof DuplexChannel socket
        && channel.pipeline().get(SslHandler.class) == null) {
      socket.shutdownOutput();
    }
    channel.eventLoop().schedule(() -> channel.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
  }
}
