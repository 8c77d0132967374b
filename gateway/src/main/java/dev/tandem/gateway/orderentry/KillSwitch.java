package dev.tandem.gateway.orderentry;

import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.metrics.GatewayCounts;

/** Cancels all orders of a user at once, those that are on their way, too. On the event loop. */
public final class KillSwitch {

  /** Is told what came of it. */
  @FunctionalInterface
  public interface Done {
    /**
     * All is cancelled, or nothing was done.
     *
     * @param refused the code if the kernel knows no such user; null otherwise
     * @param cancelled how many orders were still there
     */
    void done(ResultCode refused, int cancelled);
  }

  private final OrderDesk desk;
  private final GatewayCounts counts;

  /** Cancels by this desk. */
  public KillSwitch(OrderDesk desk, GatewayCounts counts) {
    this.desk = desk;
    this.counts = counts;
  }

  /**
   * Suspends a user, who then cannot place or move, and cancels all of his orders.
   *
   * @return false if the kernel has no room: nothing was done
   */
  public boolean kill(long user, Done done) {
    return desk.submit(
        c -> Commands.suspendUser(c, user),
        answer -> {
          ResultCode code = ResultCode.of(answer.result);
          if (code == ResultCode.OK || code == ResultCode.USER_SUSPENDED) {
            cancel(user, "kill", done);
          } else {
            done.done(code, 0);
          }
        });
  }

  /** Cancels all orders of a user, who may go on. */
  public void cancelAll(long user, Done done) {
    cancel(user, "request", done);
  }

  private void cancel(long user, String reason, Done done) {
    desk.cancelAll(
        () -> desk.openOrders().allOfUser(user),
        cancelled -> {
          counts.cancelled(reason, cancelled);
          done.done(null, cancelled);
        });
  }
}
