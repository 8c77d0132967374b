package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Instructions;

/** An order that sleeps, or is triggered and waits, as the state has it. */
public final class StopView {
  /** Code of its {@link dev.tandem.core.command.Side}. */
  public int side;

  /** Its {@link dev.tandem.core.command.OrderTerms}. */
  public byte terms;

  /** Whether it is triggered. */
  public boolean isWaiting;

  public long orderId;
  public long userId;
  public long limit;
  public long quantity;

  /** In ticks; of one that trails 0 until it is triggered. */
  public long trigger;

  /** The price in ticks that triggers it as things are; 0: none does yet. */
  public long triggerNow;

  /** Code of the mode of self-trades with which it takes. */
  public int selfTrade;

  /** Of one that trails, until it is triggered: the best price since its entry, 0 if none. */
  public long best;

  /** How far behind the best price it is triggered, in ticks or ppm; 0 of one that does not. */
  public long offset;

  /** Whether the offset is in ppm of the best price. */
  public boolean inPpm;

  /**
   * Is what the order of a PLACE comes to, which sleeps.
   *
   * @param held the limit that is held for it
   * @param last the price of the last trade, 0 if there was none
   */
  void read(Command c, long held, long last) {
    Instructions said = c.instructions();
    side = c.side;
    terms = c.terms;
    isWaiting = false;
    orderId = c.orderId;
    userId = c.userId;
    limit = held;
    quantity = c.quantity;
    trigger = said.triggerPrice();
    selfTrade = said.selfTrade();
    best = last;
    offset = said.trailing();
    inPpm = said.trailsInPpm();
  }
}
