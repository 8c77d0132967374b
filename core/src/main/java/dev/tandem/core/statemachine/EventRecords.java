package dev.tandem.core.statemachine;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;

/**
 * The event records of a command, 64 bytes each, as eight little-endian words: its result, then its
 * outcomes in order, and among them, where its own order's matching ended, what it took off the
 * book of that. Commands that change nothing by their type (NOP, QUERY) have none.
 *
 * <table>
 * <caption>Words of a record</caption>
 * <tr><th>word</th><th>RESULT</th><th>TRADE</th><th>RELEASE, REST, STATE</th></tr>
 * <tr><td>0</td><td>kind | command type &lt;&lt; 8 | result &lt;&lt; 16 | first result &lt;&lt; 24 | symbol &lt;&lt; 32</td>
 *     <td>kind | flags &lt;&lt; 8 | symbol &lt;&lt; 32</td><td>kind | side &lt;&lt; 8 | reason &lt;&lt; 16 | symbol &lt;&lt; 32</td></tr>
 * <tr><td>1</td><td colspan="3">number of the command among those with records, from 0</td></tr>
 * <tr><td>2</td><td>timestamp, ns</td><td>taker's (buy) order</td><td>timestamp, ns</td></tr>
 * <tr><td>3</td><td>user</td><td>maker's (sell) order</td><td>user</td></tr>
 * <tr><td>4</td><td>order</td><td>taker's (buy) user</td><td>order</td></tr>
 * <tr><td>5</td><td>order price</td><td>maker's (sell) user</td><td>order price</td></tr>
 * <tr><td>6</td><td>filled quantity</td><td>price</td><td>released quantity</td></tr>
 * <tr><td>7</td><td>open quantity</td><td>quantity</td><td>open quantity</td></tr>
 * </table>
 *
 * <p>A TRIGGER and a SLEEP have the columns of RELEASE, but the order's terms as the reason and its
 * trigger price instead of the released quantity.
 */
public final class EventRecords {

  public static final int RESULT = 1;
  public static final int TRADE = Outcomes.TRADE;
  public static final int RELEASE = Outcomes.RELEASE;
  public static final int REST = Outcomes.REST;
  public static final int TRIGGER = Outcomes.TRIGGER;
  public static final int SLEEP = Outcomes.SLEEP;
  public static final int STATE = Outcomes.STATE;
  public static final int SHOW = Outcomes.SHOW;

  private static final long BYTE = 0xff;

  private EventRecords() {}

  /** Takes one record. */
  public interface Sink {
    void add(long w0, long w1, long w2, long w3, long w4, long w5, long w6, long w7);
  }

  /** Gives the records of a command that all stages have finished with and that is numbered. */
  public static void write(Command c, Sink to) {
    to.add(
        RESULT
            | (c.type & BYTE) << 8
            | (c.result & BYTE) << 16
            | (c.firstResult & BYTE) << 24
            | symbol(c.symbol),
        c.number,
        c.timestampNs,
        c.userId,
        c.orderId,
        c.orderPrice,
        c.filledQuantity,
        c.openQuantity);
    int n = c.outcomes.count();
    int own = c.outcomes.ownEnd();
    for (int i = 0; i < own; i++) {
      writeOutcome(c, i, to);
    }
    if (c.releasedQuantity != 0) {
      to.add(
          RELEASE | (c.orderSide == Side.SELL_CODE ? 1L << 8 : 0) | symbol(c.symbol),
          c.number,
          c.timestampNs,
          c.userId,
          c.orderId,
          c.orderPrice,
          c.releasedQuantity,
          c.openQuantity);
    }
    for (int i = own; i < n; i++) {
      writeOutcome(c, i, to);
    }
  }

  private static void writeOutcome(Command c, int i, Sink to) {
    Outcomes of = c.outcomes;
    int kind = of.kind(i);
    switch (kind) {
      case TRADE ->
          to.add(
              TRADE | (long) of.flags(i) << 8 | symbol(of.symbol(i)),
              c.number,
              of.takerOrderId(i),
              of.makerOrderId(i),
              of.takerUserId(i),
              of.makerUserId(i),
              of.price(i),
              of.quantity(i));
      case RELEASE, REST, TRIGGER, SLEEP, STATE, SHOW ->
          to.add(
              kind | (long) of.side(i) << 8 | (long) of.reason(i) << 16 | symbol(of.symbol(i)),
              c.number,
              c.timestampNs,
              of.userId(i),
              of.orderId(i),
              of.price(i),
              of.quantity(i),
              of.openQuantity(i));
      default -> throw new IllegalStateException("no record of an outcome of kind " + kind);
    }
  }

  private static long symbol(int symbol) {
    return (long) symbol << 32;
  }
}
