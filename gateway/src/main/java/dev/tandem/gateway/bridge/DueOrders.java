package dev.tandem.gateway.bridge;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import java.util.HashSet;
import java.util.Set;

/**
 * Has orders leave at their time though nobody trades: sends a TICK to each symbol of which an
 * order has expired, one at a time, and again while its answer says that more is due. On the event
 * loop.
 */
public final class DueOrders {

  private final OrderDesk desk;

  /** Symbols whose TICK is in flight. */
  private final Set<Integer> asked = new HashSet<>();

  /** Of the live orders of a desk. */
  public DueOrders(OrderDesk desk) {
    this.desk = desk;
  }

  /**
   * Sends what is due by this machine's clock. A command that the kernel does not take, or refuses,
   * is sent by a later call.
   */
  public void lookNow() {
    look(System.currentTimeMillis() * 1_000_000);
  }

  /**
   * The same at another time.
   *
   * @param nowNs nanoseconds since the epoch
   */
  void look(long nowNs) {
    for (int symbol : desk.openOrders().symbolsDue(nowNs)) {
      tick(symbol);
    }
  }

  private void tick(int symbol) {
    if (asked.add(symbol)
        && desk.submit(c -> Commands.tick(c, symbol), answer -> answered(symbol, answer))
            != Submitted.TAKEN) {
      asked.remove(symbol);
    }
  }

  private void answered(int symbol, Command answer) {
    asked.remove(symbol);
    if (answer.openQuantity != 0) {
      tick(symbol);
    }
  }
}
