package dev.tandem.history.rows;

import dev.tandem.core.command.Side;

/**
 * A row of the table of orders: an order as the last event has left it. Fields are public, as this
 * is a row and no object with behaviour. Whoever made it owns it.
 */
public final class OrderState {

  /**
   * Number of the event record that it was placed by, which names it: ids are used again. Below 0
   * if it was placed before the history begins.
   */
  public long placed;

  public int symbol;
  public long orderId;
  public long userId;
  public Side side = Side.BUY;

  /** The names of its type and its time in force. */
  public String type = "LIMIT";

  public String timeInForce = "GTC";

  /** In ticks; of a market order the limit that it took with. */
  public long price;

  /** In ticks; 0: none. */
  public long triggerPrice;

  /** Whether it sleeps until its trigger. */
  public boolean asleep;

  /** All of its lots: what has traded, what is open, and what has left without a trade. */
  public long quantity;

  /** The lots that it shows at most; 0: it shows all. */
  public long displayQuantity;

  public long filled;
  public long open;
  public OrderStatus status = OrderStatus.NEW;

  /** Why it ended or was refused; null if it lives or is filled. */
  public String reason;

  /** When it was placed; 0 if that was before the history begins. */
  public long placedNs;

  /** When it ended; 0 while it lives. */
  public long endedNs;

  /** Number of the last event record that is of it. */
  public long lastEvent;

  /** Makes a row that is to be filled. */
  public OrderState() {}

  /** Whether all that happened to it is known: it was placed when the history had begun. */
  public boolean isWhole() {
    return placed >= 0;
  }
}
