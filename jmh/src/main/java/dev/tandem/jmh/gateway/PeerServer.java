package dev.tandem.jmh.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Netty alone: an echo of bytes, or a constant answer to each request of HTTP. One event loop. */
// A write that fails is followed by the end of the channel.
@SuppressWarnings("FutureReturnValueIgnored")
public final class PeerServer {

  private static final byte[] CONSTANT = "{\"code\":\"OK\"}".getBytes(StandardCharsets.UTF_8);

  private PeerServer() {}

  /**
   * Its argument is {@code echo} or {@code http}; prints the port, and serves until it is ended.
   */
  public static void main(String[] args) throws InterruptedException {
    boolean http = args[0].equals("http");
    Channel server =
        new ServerBootstrap()
            .group(new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()))
            .channel(EpollServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    if (http) {
                      channel.pipeline().addLast(new HttpServerCodec(), new Constant());
                    } else {
                      channel.pipeline().addLast(new Echo());
                    }
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    System.out.println("serving " + ((InetSocketAddress) server.localAddress()).getPort());
    server.closeFuture().sync();
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
      ctx.write(bytes, ctx.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      ctx.flush();
    }
  }

  private static final class Constant extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object part) {
      boolean isWhole = part instanceof LastHttpContent;
      ReferenceCountUtil.release(part);
      if (isWhole) {
        ByteBuf body = Unpooled.wrappedBuffer(CONSTANT);
        DefaultFullHttpResponse response =
            new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body);
        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, CONSTANT.length);
        ctx.write(response, ctx.voidPromise());
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      ctx.flush();
    }
  }
}
