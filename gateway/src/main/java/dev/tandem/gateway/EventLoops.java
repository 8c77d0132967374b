package dev.tandem.gateway;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The loops of a gateway: the first has all state, and with others these carry connections. */
final class EventLoops {

  /** In which the loops of connections get nothing more from each other, and end. */
  private static final long QUIET_MILLIS = 50;

  private final EventLoopGroup group = Acceptor.newLoop();

  /** The same as {@link #group} where that is the one loop. */
  private final EventLoopGroup sockets;

  EventLoops(int loops) {
    sockets = loops == 1 ? group : Acceptor.newLoops(loops - 1);
  }

  /** The loop that has all state. */
  EventLoop first() {
    return group.next();
  }

  /** Those that carry connections. */
  EventLoopGroup sockets() {
    return sockets;
  }

  /** Whether the first loop also carries the connections. */
  boolean areOne() {
    return group.equals(sockets);
  }

  /**
   * Has a loop run a task again and again.
   *
   * @param failure gets what the task throws, after which it runs no more
   */
  // The task reports its failure itself.
  @SuppressWarnings("FutureReturnValueIgnored")
  void every(EventExecutor on, long millis, Runnable task, Consumer<Throwable> failure) {
    on.scheduleAtFixedRate(
        () -> {
          try {
            task.run();
          } catch (RuntimeException | Error e) {
            failure.accept(e);
            throw e;
          }
        },
        millis,
        millis,
        TimeUnit.MILLISECONDS);
  }

  /** Ends them all. */
  void end() {
    if (!areOne()) {
      // First: what they hand over at their end is handled by the loop that is left.
      sockets.shutdownGracefully(QUIET_MILLIS, 2_000, TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
