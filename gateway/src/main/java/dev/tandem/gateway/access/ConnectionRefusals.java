package dev.tandem.gateway.access;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundInvoker;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Closes connections for which there is no room, after a message that says so. Only a few wait for
 * that at once; all others are closed without a message. On any event loop.
 */
public final class ConnectionRefusals {

  private static final int MOST_REFUSALS = 64;

  /** Within it a connection that waits for its message must identify itself. */
  private static final int FIRST_WORD_MILLIS = 1_000;

  private final Set<Channel> reporting = ConcurrentHashMap.newKeySet();
  private final Runnable unreported;

  /**
   * No message is sent yet.
   *
   * @param unreported called for each connection that is closed without a message
   */
  public ConnectionRefusals(Runnable unreported) {
    this.unreported = unreported;
  }

  /**
   * Closes a connection, after a last message where that is possible. By TLS it is not: nothing can
   * be sent before the handshake, which costs more than many orders, and whoever opens connections
   * above the limit could have it done for each of them.
   *
   * @param by writes it
   * @param word gives the message, only if it is sent; released here
   * @return whether it is sent
   */
  // A write or close that fails is followed by the end of the channel.
  @SuppressWarnings("FutureReturnValueIgnored")
  public boolean report(Channel channel, ChannelOutboundInvoker by, Supplier<ByteBuf> word) {
    if (!begin(channel)) {
      return false;
    }
    by.writeAndFlush(word.get()).addListener(written -> LingeringClose.begin(channel));
    return true;
  }

  /**
   * Keeps a connection for a moment until its protocol allows a message, which the caller sends; a
   * connection that may not wait is closed.
   *
   * @return whether it waits
   */
  @SuppressWarnings("FutureReturnValueIgnored")
  public boolean reportLater(Channel channel) {
    if (!begin(channel)) {
      return false;
    }
    channel
        .eventLoop()
        .schedule(
            () -> {
              if (channel.isOpen()) {
                unreported.run();
                channel.close();
              }
            },
            FIRST_WORD_MILLIS,
            TimeUnit.MILLISECONDS);
    return true;
  }

  @SuppressWarnings("FutureReturnValueIgnored")
  private boolean begin(Channel channel) {
    if (!(channel instanceof DuplexChannel)
        || channel.pipeline().get(SslHandler.class) != null
        || reporting.size() >= MOST_REFUSALS) {
      unreported.run();
      channel.close();
      return false;
    }
    reporting.add(channel);
    channel.closeFuture().addListener(closed -> reporting.remove(channel));
    return true;
  }
}
