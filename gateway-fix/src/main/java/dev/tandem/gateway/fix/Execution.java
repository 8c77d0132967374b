package dev.tandem.gateway.fix;

import java.math.BigInteger;

/**
 * What happened to an order, and how the order is after it.
 *
 * @param type ExecType
 * @param execId ExecID
 * @param original OrigClOrdID; null if no message of FIX caused it
 * @param lastPrice of the trade; 0 if it is none
 * @param lastQuantity of the trade; 0 if it is none
 * @param timeNs since 1970
 */
record Execution(
    char type,
    String execId,
    State state,
    String clOrdId,
    String original,
    long lastPrice,
    long lastQuantity,
    long timeNs) {

  /**
   * An order.
   *
   * @param client whose order it is, as the kernel knows clients; 0 if no session of FIX has placed
   *     it
   * @param clOrdId the newest name that its client has given it
   * @param quantity lots that it was for, as changed since
   * @param leaves lots that are live
   * @param filled lots that traded
   * @param notional sum of ticks × lots that traded
   * @param place of the newest execution that it includes
   */
  record State(
      long client,
      long user,
      int symbol,
      long order,
      byte side,
      long price,
      String clOrdId,
      long quantity,
      long leaves,
      long filled,
      BigInteger notional,
      Place place) {

    /** The same order, known to be of this client. */
    State of(long newClient) {
      return new State(
          newClient, user, symbol, order, side, price, clOrdId, quantity, leaves, filled, notional,
          place);
    }

    boolean isLive() {
      return leaves > 0;
    }
  }

  /** ExecType New. */
  static final char NEW = '0';

  /** ExecType Canceled. */
  static final char CANCELED = '4';

  /** ExecType Replace. */
  static final char REPLACED = '5';

  /** ExecType Restated: changed, but not by FIX. */
  static final char RESTATED = 'D';

  /** ExecType Trade. */
  static final char TRADE = 'F';

  /** ExecType Order Status: the answer to a status request; nothing happened. */
  static final char STATUS = 'I';
}
