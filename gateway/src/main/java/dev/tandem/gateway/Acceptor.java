package dev.tandem.gateway;

import dev.tandem.gateway.spi.ProtocolContext;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.nio.file.Path;

/** Listens on addresses, by what the machine has for it: epoll, or NIO. */
final class Acceptor {

  private static final int SEND_BYTES = 256 << 10;

  private Acceptor() {}

  /** The place of one protocol. */
  record At(InetAddress host, int port) implements ProtocolContext.Sockets {

    @Override
    public EventLoopGroup newLoop() {
      return Acceptor.newLoop();
    }

    @Override
    public Channel listen(EventLoopGroup loop, ChannelHandler pipeline) throws IOException {
      return bind(loop, host, port, pipeline);
    }
  }

  /** One event loop. */
  static EventLoopGroup newLoop() {
    return newLoops(1);
  }

  /** So many event loops. */
  static EventLoopGroup newLoops(int loops) {
    IoHandlerFactory io =
        Epoll.isAvailable() ? HalfClosedSockets.newFactory() : NioIoHandler.newFactory();
    return new MultiThreadIoEventLoopGroup(loops, io);
  }

  /**
   * TLS 1.3 by a certificate and its key, in files of PEM; null if there are none.
   *
   * @throws IOException if they cannot be used
   */
  static SslContext tls(Path certificate, Path key) throws IOException {
    if (certificate == null) {
      return null;
    }
    try {
      return SslContextBuilder.forServer(certificate.toFile(), key.toFile())
          .sslProvider(SslProvider.JDK)
          .protocols("TLSv1.3")
          .build();
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(
          "no TLS by the certificate %s and the key %s: %s"
              .formatted(
                  certificate,
                  key,
                  e.getCause() == null ? e.getMessage() : e.getCause().getMessage()),
          e);
    }
  }

  /**
   * Listens; each connection gets this pipeline.
   *
   * @throws BindException if that address cannot be listened on
   */
  static Channel bind(EventLoopGroup group, InetAddress host, int port, ChannelHandler pipeline)
      throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(group)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 1_024)
            .option(ChannelOption.SO_REUSEADDR, true)
            // Who has sent all may still read: each protocol closes when it has answered.
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            // What waits for a client that does not read has a bound in the system, too.
            .childOption(ChannelOption.SO_SNDBUF, SEND_BYTES)
            .childHandler(pipeline)
            .bind(host, port)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      BindException failed =
          new BindException(
              "cannot listen on %s port %d: %s"
                  .formatted(host.getHostAddress(), port, bound.cause().getMessage()));
      failed.initCause(bound.cause());
      throw failed;
    }
    return bound.channel();
  }
}
