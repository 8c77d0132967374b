package dev.tandem.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetAddress;

/** Listens on addresses, by what the machine has for it: epoll, or NIO. */
final class Acceptor {

  private static final int SEND_BYTES = 256 << 10;

  private Acceptor() {}

  /** One event loop. */
  static EventLoopGroup newLoop() {
    IoHandlerFactory io =
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    return new MultiThreadIoEventLoopGroup(1, io);
  }

  /** Listens; each connection gets this pipeline. */
  static Channel bind(EventLoopGroup group, InetAddress host, int port, ChannelHandler pipeline)
      throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(group)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 1_024)
            .option(ChannelOption.SO_REUSEADDR, true)
            // What waits for a client that does not read has a bound in the system, too.
            .childOption(ChannelOption.SO_SNDBUF, SEND_BYTES)
            .childHandler(pipeline)
            .bind(host, port)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "cannot listen on %s port %d: %s"
              .formatted(host.getHostAddress(), port, bound.cause().getMessage()),
          bound.cause());
    }
    return bound.channel();
  }
}
