package dev.tandem.gateway.bridge;

import dev.tandem.core.Exchange;
import dev.tandem.gateway.metrics.GatewayFlightEvents;
import io.netty.channel.EventLoop;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Has the event loop drive an exchange that has no thread: after each round of its sockets, for all
 * that was read in it, and when another thread or the log calls. It polls a bounded number of times
 * and then looks at its sockets again.
 */
public final class LoopDriver {

  private static final int POLLS = 2;

  private final EventLoop loop;
  private final AtomicBoolean called = new AtomicBoolean();
  private final Runnable visit = this::visit;
  private volatile Exchange exchange;
  private Consumer<Throwable> onFailure = e -> {};

  /** Drives on this loop. */
  public LoopDriver(EventLoop loop) {
    this.loop = Objects.requireNonNull(loop, "loop");
  }

  /** Has the exchange polled; any thread, also before {@link #drive}. */
  public void wake() {
    if (!called.get() && called.compareAndSet(false, true)) {
      loop.execute(visit);
    }
  }

  /** Says what to drive; what was called for before is done now. */
  public void drive(Exchange newExchange) {
    exchange = newExchange;
    loop.execute(visit);
  }

  /** Sets what is called, on the loop, when the exchange has failed. */
  void onFailure(Consumer<Throwable> newOnFailure) {
    onFailure = newOnFailure;
  }

  private void visit() {
    Exchange driven = exchange;
    if (driven == null) {
      // The call is not lost: the first visit comes with the exchange.
      return;
    }
    called.set(false);
    long began = GatewayFlightEvents.visitBegins();
    int done = 0;
    try {
      for (int i = 0; i < POLLS; i++) {
        int now = driven.poll();
        if (now == 0) {
          return;
        }
        done += now;
      }
      wake();
    } catch (RuntimeException e) {
      onFailure.accept(e);
    } finally {
      GatewayFlightEvents.visited(began, done);
    }
  }
}
