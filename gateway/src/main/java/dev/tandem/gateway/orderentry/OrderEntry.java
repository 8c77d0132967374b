package dev.tandem.gateway.orderentry;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.bridge.Reply;
import dev.tandem.gateway.bridge.Submitted;
import dev.tandem.gateway.command.KeyShare;
import dev.tandem.gateway.command.Refusal;
import java.util.function.Consumer;

/**
 * Takes clients' commands to the desk, past the limits of orders. On the event loop.
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
   * Submits a command, which counts among those of its key until it is answered.
   *
   * @param share the key's
   */
  public Submitted submit(KeyShare share, Consumer<Command> filler, Sender sender) {
    Sent sent = new Sent(share, filler, sender);
    Submitted submitted = desk.submit(sent, sent);
    if (submitted == Submitted.TAKEN) {
      share.taken();
    }
    return submitted;
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
