package dev.tandem.gateway;

import dev.tandem.gateway.binary.BinarySessions;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.http.Connections;
import dev.tandem.gateway.websocket.StreamSessions;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Brings the connections of a gateway to their end: no command is taken any more, all that were
 * taken are answered, each session is sent what is due to it and then that it ends. All of it
 * within a bound: who does not read for so long is closed.
 */
final class GatewayShutdown {

  private static final long MOST_SECONDS = 10;
  private static final int LOOK_MILLIS = 5;

  private final OrderDesk desk;
  private final Connections connections;
  private final StreamSessions streams;
  private final BinarySessions binary;
  private final EventLoop loop;
  private final EventLoopGroup sockets;
  private final CompletableFuture<Void> done = new CompletableFuture<>();

  /**
   * @param loop of the gateway's state
   * @param sockets the loops of the connections
   */
  GatewayShutdown(
      OrderDesk desk,
      Connections connections,
      StreamSessions streams,
      BinarySessions binary,
      EventLoop loop,
      EventLoopGroup sockets) {
    this.desk = desk;
    this.connections = connections;
    this.streams = streams;
    this.binary = binary;
    this.loop = loop;
    this.sockets = sockets;
  }

  /** Returns when all connections with a session are closed, or the time is over. */
  void run() {
    loop.execute(
        () -> {
          desk.close();
          if (isOneLoop()) {
            connections.finish();
          } else {
            sockets.forEach(each -> each.execute(connections::finish));
          }
          binary.finish();
          awaitAnswers();
        });
    done.completeOnTimeout(null, MOST_SECONDS, TimeUnit.SECONDS).join();
    if (!isOneLoop()) {
      // No request comes after those that are here, those are answered, and that is written.
      awaitTasks(sockets);
      awaitTask(loop);
      awaitTasks(sockets);
    }
  }

  private boolean isOneLoop() {
    return sockets.equals(loop.parent());
  }

  // It completes the future that is given.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void awaitAnswers() {
    if (desk.waiting() == 0) {
      // Behind what the last answers have left to write.
      loop.execute(this::endSessions);
    } else if (!done.isDone()) {
      loop.schedule(this::awaitAnswers, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void endSessions() {
    List<ChannelFuture> ends = new ArrayList<>(binary.endAll());
    ends.addAll(streams.endAll());
    AtomicInteger left = new AtomicInteger(1 + ends.size());
    for (ChannelFuture end : ends) {
      end.addListener(closed -> oneLess(left));
    }
    oneLess(left);
  }

  private void oneLess(AtomicInteger left) {
    if (left.decrementAndGet() == 0) {
      done.complete(null);
    }
  }

  /** All that these loops have to do now is done. */
  private static void awaitTasks(EventLoopGroup of) {
    List<Future<?>> behind = new ArrayList<>();
    of.forEach(each -> behind.add(each.submit(() -> {})));
    behind.forEach(task -> task.awaitUninterruptibly(MOST_SECONDS, TimeUnit.SECONDS));
  }

  private static void awaitTask(EventLoop of) {
    of.submit(() -> {}).awaitUninterruptibly(MOST_SECONDS, TimeUnit.SECONDS);
  }
}
