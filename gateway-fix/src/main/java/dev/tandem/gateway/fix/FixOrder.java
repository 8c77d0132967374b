package dev.tandem.gateway.fix;

/**
 * The order, cancel or replace of one message.
 *
 * @param kind the type of the message
 * @param id the number of its ClOrdID, which is also the client's sequence, and a new order's id
 * @param clOrdId as it came
 * @param original the number of OrigClOrdID, 0 if it is nothing's; null for a new order
 * @param order OrderID, if the client named it; otherwise 0
 * @param terms null for a cancel
 * @param price ticks; 0 for none
 * @param quantity lots; 0 for none
 * @param again whether the client says that it may have sent it before
 */
record FixOrder(
    Kind kind,
    long id,
    String clOrdId,
    String original,
    long order,
    long user,
    int symbol,
    byte side,
    Terms terms,
    long price,
    long quantity,
    boolean again) {

  /** The messages that are commands. */
  enum Kind {
    NEW,
    CANCEL,
    REPLACE
  }
}
