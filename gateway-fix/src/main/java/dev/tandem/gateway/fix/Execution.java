package dev.tandem.gateway.fix;

import dev.tandem.core.command.OrderType;
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
   * @param terms null where nobody knows them any more
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
      Place place,
      Terms terms,
      Phase phase) {

    /** What its lots do not say of it. */
    enum Phase {
      /** It rests, or has ended otherwise. */
      AWAKE,
      /** It has not been triggered yet. */
      ASLEEP,
      /** Its time in force has ended it. */
      EXPIRED;

      private static final Phase[] BY_NUMBER = values();

      /** As a file has it. */
      int number() {
        return ordinal();
      }

      /**
       * The one with this number.
       *
       * @throws NumberFormatException if none has it
       */
      static Phase of(String number) {
        int index = Integer.parseInt(number);
        if (index < 0 || index >= BY_NUMBER.length) {
          throw new NumberFormatException("phase " + index);
        }
        return BY_NUMBER[index];
      }
    }

    boolean asleep() {
      return phase == Phase.ASLEEP;
    }

    /** The same order, known to be of this client. */
    State of(long newClient) {
      return new State(
          newClient, user, symbol, order, side, price, clOrdId, quantity, leaves, filled, notional,
          place, terms, phase);
    }

    /** The same order by another name, price and quantity. */
    State changed(String newName, long newPrice, long newQuantity, long newLeaves, Place newPlace) {
      return new State(
          client,
          user,
          symbol,
          order,
          side,
          newPrice,
          newName,
          newQuantity,
          newLeaves,
          filled,
          notional,
          newPlace,
          terms,
          phase);
    }

    /** The same order, which sleeps, with another trigger price. */
    State triggeredAt(long ticks) {
      return new State(
          client,
          user,
          symbol,
          order,
          side,
          price,
          clOrdId,
          quantity,
          leaves,
          filled,
          notional,
          place,
          terms.triggeredAt(ticks),
          phase);
    }

    /** The same order after a trade. */
    State filled(long lots, long lastPrice, Place newPlace) {
      BigInteger value = BigInteger.valueOf(lots).multiply(BigInteger.valueOf(lastPrice));
      return new State(
          client,
          user,
          symbol,
          order,
          side,
          price,
          clOrdId,
          quantity,
          leaves - lots,
          filled + lots,
          notional.add(value),
          newPlace,
          terms,
          phase);
    }

    /** The same order, triggered or expired. */
    State in(Phase newPhase, Place newPlace) {
      return new State(
          client, user, symbol, order, side, price, clOrdId, quantity, leaves, filled, notional,
          newPlace, terms, newPhase);
    }

    /** Why it cannot be replaced by an order of these terms; null if it can. */
    Refused refuses(Terms other) {
      if (terms == null) {
        return null;
      }
      // What was triggered, or has taken, is a limit order by now.
      boolean hasType =
          other.type() == terms.type() || (!asleep() && other.type() == OrderType.LIMIT);
      String field = hasType ? terms.changedBy(other, asleep()) : "OrdType(40)";
      return field == null
          ? null
          : Refused.of(Refused.OTHER, field + " of an order does not change");
    }

    boolean isLive() {
      return leaves > 0;
    }
  }

  /** ExecType New. */
  static final char NEW = '0';

  /** ExecType Canceled. */
  static final char CANCELED = '4';

  /** ExecType Expired: its time in force has ended it. */
  static final char EXPIRED = 'C';

  /** ExecType Replace. */
  static final char REPLACED = '5';

  /** ExecType Restated: changed, but not by FIX. */
  static final char RESTATED = 'D';

  /** ExecType Trade. */
  static final char TRADE = 'F';

  /** ExecType of later versions, Triggered; FIX 4.4 lacks it and has it as a kind of Restated. */
  static final char TRIGGERED = 'L';

  /** ExecType Order Status: the answer to a status request; nothing happened. */
  static final char STATUS = 'I';
}
