package dev.tandem.gateway.orderentry;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.bridge.Reply;
import dev.tandem.gateway.command.Refusal;
import java.util.function.Consumer;

/**
 * Takes clients' commands to the desk, past the limits of orders. On the event loop.
 *
 * <p>An order that is above a limit goes to the kernel, too, without a price: so its sequence is
 * used up, and one that was sent before is answered as it was first, whatever the limits say now.
 * Which limit refused it is known for a while, and not over a restart.
 */
public final class OrderEntry {

  /** Is told that a limit has refused a command, in place of an answer. */
  @FunctionalInterface
  public interface Refused {
    /**
     * Refused.
     *
     * @param answer the kernel's, for its inputs
     */
    void refused(Refusal refusal, Command answer);
  }

  private final OrderDesk desk;
  private final OrderChecks checks;
  private final LimitRefusals refusals = new LimitRefusals();

  /** What a refusal of {@link Refused} says to who sent the command. */
  public static String why(Refusal refusal) {
    return refusal == Refusal.BAD_REQUEST
        ? "live orders of a session are limited here: an order needs a sequence"
        : "above a limit of orders";
  }

  /** Commands go to this desk. */
  public OrderEntry(OrderDesk desk, OrderLimits limits) {
    this.desk = desk;
    checks = limits.equals(OrderLimits.NONE) ? null : new OrderChecks(desk, limits);
    if (checks != null) {
      desk.listen(checks);
    }
  }

  /**
   * Submits a command, as {@link OrderDesk#submit} does.
   *
   * @return false if the kernel has no room: nothing was done
   */
  public boolean submit(Consumer<Command> filler, Reply reply, Refused refused) {
    if (checks == null) {
      return desk.submit(filler, reply);
    }
    Checked checked = new Checked(filler, reply, refused);
    return desk.submit(checked, checked);
  }

  /** One command on its way through the checks. */
  private final class Checked implements Consumer<Command>, Reply {
    private final Consumer<Command> filler;
    private final Reply reply;
    private final Refused refused;
    private Refusal refusal;
    private OrderChecks.OnItsWay onItsWay;

    Checked(Consumer<Command> filler, Reply reply, Refused refused) {
      this.filler = filler;
      this.reply = reply;
      this.refused = refused;
    }

    @Override
    public void accept(Command c) {
      filler.accept(c);
      refusal = checks.judge(c);
      if (refusal == null) {
        onItsWay = checks.sent(c);
      } else if (c.clientKey == 0) {
        Commands.nop(c);
      } else {
        c.price = 0;
      }
    }

    @Override
    public void answered(Command answer) {
      if (onItsWay != null) {
        checks.answered(onItsWay);
      }
      if (answer.result == ResultCode.DUPLICATE_COMMAND.code()) {
        Refusal first = refusals.find(answer.clientKey, answer.clientSequence);
        if (first == null) {
          reply.answered(answer);
        } else {
          refused.refused(first, answer);
        }
        return;
      }
      boolean isKernels =
          answer.result == ResultCode.STALE_COMMAND.code()
              || answer.result == ResultCode.LOG_FULL_CODE;
      if (refusal == null || isKernels) {
        reply.answered(answer);
        return;
      }
      if (answer.clientKey != 0) {
        refusals.add(answer.clientKey, answer.clientSequence, refusal);
      }
      refused.refused(refusal, answer);
    }
  }
}
