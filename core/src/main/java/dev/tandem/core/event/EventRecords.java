package dev.tandem.core.event;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.Trades;
import dev.tandem.hash.Xxh64Records;

/**
 * The event records of a command, 64 bytes each, as eight little-endian words: its result, then its
 * trades, then what it took off the book without a trade. Commands that change nothing by their
 * type (NOP, QUERY) have none.
 *
 * <table>
 * <caption>Words of a record</caption>
 * <tr><th>word</th><th>RESULT</th><th>TRADE</th><th>RELEASE</th></tr>
 * <tr><td>0</td><td>kind | command type &lt;&lt; 8 | result &lt;&lt; 16 | symbol &lt;&lt; 32</td>
 *     <td>kind | flags &lt;&lt; 8 | symbol &lt;&lt; 32</td><td>kind | side &lt;&lt; 8 | symbol &lt;&lt; 32</td></tr>
 * <tr><td>1</td><td colspan="3">number of the command among those with records, from 0</td></tr>
 * <tr><td>2</td><td>timestamp, ns</td><td>taker's (buy) order</td><td>timestamp, ns</td></tr>
 * <tr><td>3</td><td>user</td><td>maker's (sell) order</td><td>user</td></tr>
 * <tr><td>4</td><td>order</td><td>taker's (buy) user</td><td>order</td></tr>
 * <tr><td>5</td><td>order price</td><td>maker's (sell) user</td><td>order price</td></tr>
 * <tr><td>6</td><td>filled quantity</td><td>price</td><td>released quantity</td></tr>
 * <tr><td>7</td><td>open quantity</td><td>quantity</td><td>open quantity</td></tr>
 * </table>
 */
public final class EventRecords {

  public static final int RESULT = 1;
  public static final int TRADE = 2;
  public static final int RELEASE = 3;

  private EventRecords() {}

  /**
   * Hashes the records of a command that all stages have finished with.
   *
   * @param number how many commands with records came before it: unlike the sequence, it does not
   *     depend on the queries in between
   */
  static void hash(Command c, long number, Xxh64Records hash) {
    long symbol = (long) c.symbol << 32;
    hash.update(
        RESULT | c.type << 8 | c.result << 16 | symbol,
        number,
        c.timestampNs,
        c.userId,
        c.orderId,
        c.orderPrice,
        c.filledQuantity,
        c.openQuantity);
    if (c.result != ResultCode.OK_CODE) {
      return;
    }
    Trades trades = c.trades;
    int n = trades.count();
    for (int i = 0; i < n; i++) {
      hash.update(
          TRADE | trades.flags(i) << 8 | symbol,
          number,
          trades.takerOrderId(i),
          trades.makerOrderId(i),
          trades.takerUserId(i),
          trades.makerUserId(i),
          trades.price(i),
          trades.quantity(i));
    }
    if (c.releasedQuantity != 0) {
      hash.update(
          RELEASE | (c.orderSide == Side.SELL_CODE ? 1L << 8 : 0) | symbol,
          number,
          c.timestampNs,
          c.userId,
          c.orderId,
          c.orderPrice,
          c.releasedQuantity,
          c.openQuantity);
    }
  }
}
