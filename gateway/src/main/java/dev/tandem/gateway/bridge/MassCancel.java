package dev.tandem.gateway.bridge;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Cancels many orders, a few at a time, so that commands of others find room between them. The list
 * of orders is taken when a command that was sent now is answered, so it includes orders whose
 * commands were in flight before it. An order that is gone meanwhile is no failure. Any other
 * refusal is one, and so is a stop: then no more are tried, and the result counts what is left. An
 * exception is logged and reported once, unless {@link #start} itself throws it. On the event loop.
 */
final class MassCancel {

  private static final int AT_ONCE = 64;

  private final OrderDesk desk;
  private final ArrayDeque<OpenOrders.Open> left = new ArrayDeque<>();
  private final Supplier<Collection<OpenOrders.Open>> orders;
  private final Consumer<MassCancelled> done;
  private final Consumer<Throwable> failed;
  private final Reply reply = reply(this::answered);
  private int waiting;
  private int cancelled;
  private int notCancelled;
  private ResultCode refused;
  private boolean stopped;
  private boolean reported;
  private boolean faulty;

  private MassCancel(
      OrderDesk desk,
      Supplier<Collection<OpenOrders.Open>> orders,
      Consumer<MassCancelled> done,
      Consumer<Throwable> failed) {
    this.desk = desk;
    this.orders = orders;
    this.done = done;
    this.failed = failed;
  }

  static void start(
      OrderDesk desk,
      Supplier<Collection<OpenOrders.Open>> orders,
      Consumer<MassCancelled> done,
      Consumer<Throwable> failed) {
    new MassCancel(desk, orders, done, failed).begin();
  }

  private void begin() {
    switch (desk.submit(Commands::nop, reply(answer -> list()))) {
      case TAKEN -> {}
      case BUSY -> later(this::begin);
      // Those whose commands are in flight are not known.
      case STOPPED -> done.accept(new MassCancelled(0, orders.get().size(), null, true));
    }
  }

  private void list() {
    left.addAll(orders.get());
    cancel();
  }

  private void cancel() {
    while (waiting < AT_ONCE && !left.isEmpty()) {
      OpenOrders.Open order = left.peek();
      Submitted submitted =
          desk.submit(c -> Commands.cancel(c, order.user(), order.symbol(), order.order()), reply);
      if (submitted == Submitted.BUSY) {
        later(this::cancel);
        return;
      }
      if (submitted == Submitted.STOPPED) {
        stopped = true;
        giveUp();
        break;
      }
      left.poll();
      waiting++;
    }
    if (waiting == 0 && left.isEmpty() && !reported) {
      reported = true;
      done.accept(new MassCancelled(cancelled, notCancelled, refused, stopped));
    }
  }

  /** Answers that are in flight are waited for. */
  private void giveUp() {
    notCancelled += left.size();
    left.clear();
  }

  private void answered(Command answer) {
    waiting--;
    ResultCode code = ResultCode.of(answer.result);
    if (code == ResultCode.OK) {
      cancelled++;
    } else if (code != ResultCode.UNKNOWN_ORDER) {
      // As with a full log: it is live, and the next would be refused as well.
      refused = refused == null ? code : refused;
      notCancelled++;
      giveUp();
    }
    cancel();
  }

  private Reply reply(Consumer<Command> answered) {
    return new Reply() {
      @Override
      public void answered(Command answer) {
        answered.accept(answer);
      }

      @Override
      public void failed(Throwable thrown) {
        fail(thrown);
      }
    };
  }

  // The step itself reports its end, or what it throws.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void later(Runnable step) {
    desk.loop()
        .schedule(
            () -> {
              try {
                step.run();
              } catch (RuntimeException | Error e) {
                OrderDesk.fault(this::fail, e);
              }
            },
            1,
            TimeUnit.MILLISECONDS);
  }

  /** Once; no result is reported after it. */
  private void fail(Throwable thrown) {
    reported = true;
    if (!faulty) {
      faulty = true;
      failed.accept(thrown);
    }
  }
}
