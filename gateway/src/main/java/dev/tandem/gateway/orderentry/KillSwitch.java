package dev.tandem.gateway.orderentry;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.gateway.bridge.MassCancelled;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.bridge.Reply;
import dev.tandem.gateway.bridge.Submitted;
import dev.tandem.gateway.metrics.GatewayCounts;
import java.util.function.Consumer;

/** Cancels all orders of a user at once, also those in flight. On the event loop. */
public final class KillSwitch {

  private final OrderDesk desk;
  private final GatewayCounts counts;

  /** Cancels by this desk. */
  public KillSwitch(OrderDesk desk, GatewayCounts counts) {
    this.desk = desk;
    this.counts = counts;
  }

  /**
   * Suspends a user, who then cannot place, move or amend, and cancels all of his orders.
   *
   * @param done receives the result later; where the kernel has refused to suspend, nothing was
   *     done
   * @param failed called at most once, with what {@code done} has thrown, which is logged
   * @return whether the kernel has it
   */
  public Submitted kill(long user, Consumer<MassCancelled> done, Consumer<Throwable> failed) {
    return desk.submit(
        c -> Commands.suspendUser(c, user),
        new Reply() {
          @Override
          public void answered(Command answer) {
            ResultCode code = ResultCode.of(answer.result);
            if (code == ResultCode.OK || code == ResultCode.USER_SUSPENDED) {
              cancel(user, "kill", done, failed);
            } else {
              int live = desk.openOrders().ofUser(user);
              done.accept(new MassCancelled(0, live, code, false));
            }
          }

          @Override
          public void failed(Throwable thrown) {
            failed.accept(thrown);
          }
        });
  }

  /**
   * Cancels all orders of a user, who may continue to trade.
   *
   * @param done receives the result; within this call if the exchange has stopped, and then this
   *     call throws what it throws
   * @param failed called at most once, with what {@code done} has thrown later, which is logged
   */
  public void cancelAll(long user, Consumer<MassCancelled> done, Consumer<Throwable> failed) {
    cancel(user, "request", done, failed);
  }

  private void cancel(
      long user, String reason, Consumer<MassCancelled> done, Consumer<Throwable> failed) {
    desk.cancelAll(
        () -> desk.openOrders().allOfUser(user),
        result -> {
          counts.cancelled(reason, result.cancelled());
          counts.notCancelled(reason, result.left());
          if (result.stopped()) {
            counts.refused("unavailable");
          }
          done.accept(result);
        },
        failed);
  }
}
