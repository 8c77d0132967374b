package dev.tandem.gateway;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.util.concurrent.ThreadAwareExecutor;

/**
 * Epoll for sockets whose input has ended and that are still written to. Netty 4.2 takes a socket
 * out of epoll when it waits for nothing, and cannot put it back: a response that does not fit into
 * the socket's buffer would then fail. Here it waits for errors, which epoll reports in any case.
 */
final class HalfClosedSockets implements IoHandler {

  private final IoHandler epoll;

  private HalfClosedSockets(IoHandler epoll) {
    this.epoll = epoll;
  }

  static IoHandlerFactory newFactory() {
    IoHandlerFactory factory = EpollIoHandler.newFactory();
    return (ThreadAwareExecutor executor) -> new HalfClosedSockets(factory.newHandler(executor));
  }

  private record Registration(IoRegistration of) implements IoRegistration {
    // As the interface has it.
    @SuppressWarnings("TypeParameterUnusedInFormals")
    @Override
    public <T> T attachment() {
      return of.attachment();
    }

    @Override
    public long submit(IoOps ops) {
      return of.submit(EpollIoOps.NONE.equals(ops) ? EpollIoOps.EPOLLERR : ops);
    }

    @Override
    public boolean isValid() {
      return of.isValid();
    }

    @Override
    public boolean cancel() {
      return of.cancel();
    }
  }

  @Override
  public IoRegistration register(IoHandle handle) throws Exception {
    return new Registration(epoll.register(handle));
  }

  @Override
  public void initialize() {
    epoll.initialize();
  }

  @Override
  public int run(IoHandlerContext context) {
    return epoll.run(context);
  }

  @Override
  public void prepareToDestroy() {
    epoll.prepareToDestroy();
  }

  @Override
  public void destroy() {
    epoll.destroy();
  }

  @Override
  public void wakeup() {
    epoll.wakeup();
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> type) {
    return epoll.isCompatible(type);
  }
}
