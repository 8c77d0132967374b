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
 * Cancels many orders, a few at a time, so that commands of others find room between them. Which
 * ones is asked when a command that was sent now is answered: so those that were on their way
 * before it are among them. An order that is gone meanwhile is no failure. Any other refusal is
 * one, and so is a stop: then no more are tried, and who waits is told how many are left. On the
 * event loop.
 */
final class MassCancel {

  private static final int AT_ONCE = 64;

  private final OrderDesk desk;
  private final ArrayDeque<OpenOrders.Open> left = new ArrayDeque<>();
  private final Supplier<Collection<OpenOrders.Open>> orders;
  private final Consumer<MassCancelled> done;
  private int waiting;
  private int cancelled;
  private int notCancelled;
  private ResultCode refused;
  private boolean stopped;
  private boolean told;

  private MassCancel(
      OrderDesk desk, Supplier<Collection<OpenOrders.Open>> orders, Consumer<MassCancelled> done) {
    this.desk = desk;
    this.orders = orders;
    this.done = done;
  }

  static void start(
      OrderDesk desk, Supplier<Collection<OpenOrders.Open>> orders, Consumer<MassCancelled> done) {
    new MassCancel(desk, orders, done).begin();
  }

  // What it schedules tells of its end itself.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void begin() {
    switch (desk.submit(Commands::nop, answer -> list())) {
      case TAKEN -> {}
      case BUSY -> desk.loop().schedule(this::begin, 1, TimeUnit.MILLISECONDS);
      // Those that are on their way are not known.
      case STOPPED -> done.accept(new MassCancelled(0, orders.get().size(), null, true));
    }
  }

  private void list() {
    left.addAll(orders.get());
    goOn();
  }

  // What it schedules tells of its end itself.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void goOn() {
    while (waiting < AT_ONCE && !left.isEmpty()) {
      OpenOrders.Open order = left.peek();
      Submitted submitted =
          desk.submit(
              c -> Commands.cancel(c, order.user(), order.symbol(), order.order()), this::answered);
      if (submitted == Submitted.BUSY) {
        desk.loop().schedule(this::goOn, 1, TimeUnit.MILLISECONDS);
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
    if (waiting == 0 && left.isEmpty() && !told) {
      told = true;
      done.accept(new MassCancelled(cancelled, notCancelled, refused, stopped));
    }
  }

  /** Those that are on their way to their answers are waited for. */
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
    goOn();
  }
}
