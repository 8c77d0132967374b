package dev.tandem.gateway.orderentry;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.bridge.Reply;
import dev.tandem.gateway.command.ClientCommand;
import dev.tandem.gateway.command.KeyShare;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import java.util.function.Consumer;

/**
 * Takes clients' commands to the desk, past rights, rates and the limits of orders: the same for
 * all doors. On the event loop.
 *
 * <p>An order that is above a limit goes to the kernel, too, which refuses and logs it by the
 * limit's code: so its sequence is used up, and a command that was sent before gets its first
 * answer, also over a restart, and whatever the limits say now.
 */
public final class OrderEntry {

  /** Receives what became of a command, by one call of one method. On the event loop. */
  public interface Sender extends Reply {

    /**
     * A limit has refused it, in place of an answer.
     *
     * @param answer the kernel's, for its inputs
     */
    void refused(Refusal refusal, Command answer);

    /** {@link #answered} or {@link #refused} has thrown this, which is logged. Disconnects. */
    @Override
    void failed(Throwable thrown);
  }

  private final OrderDesk desk;
  private final OrderChecks checks;

  /** What a refusal of {@link Sender#refused} says to who sent the command. */
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
   * Submits a command, if its caller may send it and has not sent too many. It counts among those
   * of its key in flight until it is answered; to wait until there is room for it is the door's.
   *
   * @param sender receives what becomes of it; only if this does not throw
   * @throws RefusedException if it may not be sent, or the kernel has not taken it
   */
  public void submit(ClientCommand command, Sender sender) throws RefusedException {
    command.admit(System.nanoTime());
    KeyShare share = command.share();
    Sent sent = new Sent(share, command.filler(), sender);
    desk.submit(sent, sent).orRefuse();
    share.taken();
  }

  /** One command in flight, through the checks where there are some. */
  private final class Sent implements Consumer<Command>, Reply {
    private final KeyShare share;
    private final Consumer<Command> filler;
    private final Sender sender;
    private Refusal refusal;
    private OrderChecks.InFlight inFlight;

    Sent(KeyShare share, Consumer<Command> filler, Sender sender) {
      this.share = share;
      this.filler = filler;
      this.sender = sender;
    }

    @Override
    public void accept(Command c) {
      filler.accept(c);
      if (checks == null) {
        return;
      }
      refusal = checks.judge(c);
      if (refusal == null) {
        inFlight = checks.sent(c);
      } else {
        Commands.refuse(c, refusal.code());
      }
    }

    @Override
    public void answered(Command answer) {
      share.answered();
      if (inFlight != null) {
        checks.answered(inFlight);
      }
      Refusal byDoor = byDoor(answer);
      if (byDoor == null) {
        sender.answered(answer);
      } else {
        sender.refused(byDoor, answer);
      }
    }

    /** The limit that has refused it, now or when it was sent first; null if none has. */
    private Refusal byDoor(Command answer) {
      if (ResultCode.isOfDoor(answer.result)) {
        return refusal;
      }
      boolean isRepeated = answer.result == ResultCode.DUPLICATE_COMMAND.code();
      return isRepeated && ResultCode.isOfDoor(answer.firstResult)
          ? Refusal.of(ResultCode.of(answer.firstResult))
          : null;
    }

    @Override
    public void failed(Throwable thrown) {
      sender.failed(thrown);
    }
  }
}
