package dev.tandem.gateway.access;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundInvoker;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Tells connections for which there is no room why, and closes them. Only a few wait for that at
 * once; all others are closed without a word. On any event loop.
 */
public final class NoRoom {

  private static final int MOST_TOLD = 64;

  private final Set<Channel> telling = ConcurrentHashMap.newKeySet();

  /** Nobody is told anything yet. */
  public NoRoom() {}

  /**
   * Closes a connection, if that is possible after a last word. By TLS it is not: before the
   * handshake nothing can be said.
   *
   * @param by writes it
   * @param word is asked for if it is said, and released
   * @return whether it is said
   */
  // A write or close that fails is followed by the end of the channel.
  @SuppressWarnings("FutureReturnValueIgnored")
  public boolean tell(Channel channel, ChannelOutboundInvoker by, Supplier<ByteBuf> word) {
    if (!(channel instanceof DuplexChannel)
        || channel.pipeline().get(SslHandler.class) != null
        || telling.size() >= MOST_TOLD) {
      channel.close();
      return false;
    }
    telling.add(channel);
    channel.closeFuture().addListener(closed -> telling.remove(channel));
    by.writeAndFlush(word.get()).addListener(written -> LastWord.closeBehind(channel));
    return true;
  }
}
