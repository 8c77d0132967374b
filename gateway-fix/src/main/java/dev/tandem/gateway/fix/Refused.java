package dev.tandem.gateway.fix;

/**
 * Why an order is not taken.
 *
 * @param orderReason OrdRejReason
 * @param cancelReason CxlRejReason
 */
record Refused(int orderReason, int cancelReason, String text) {

  static final int BY_EXCHANGE = 0;
  static final int UNKNOWN_SYMBOL = 1;
  static final int EXCHANGE_CLOSED = 2;
  static final int ABOVE_LIMIT = 3;
  static final int DUPLICATE = 6;
  static final int STALE = 8;
  static final int UNSUPPORTED = 11;
  static final int QUANTITY = 13;
  static final int UNKNOWN_ACCOUNT = 15;
  static final int OTHER = 99;

  /** Another replace of the order is not answered yet. */
  static final Refused PENDING =
      new Refused(OTHER, 3, "a replace of this order is in flight: wait for its answer");

  private static final int TOO_LATE = 0;
  private static final int UNKNOWN_ORDER = 1;
  private static final int CANCEL_BY_EXCHANGE = 2;

  /** For a message that says what cannot be, before anybody judges it. */
  static Refused of(int orderReason, String text) {
    return new Refused(orderReason, OTHER, text);
  }

  /** For a cancel or replace of an order that has ended; the exchange knows it no more. */
  static Refused tooLate(String text) {
    return new Refused(OTHER, TOO_LATE, text + ": the order has ended");
  }

  /** By the name of a code of the kernel or the gateway, which is the text, too. */
  static Refused of(String code, String text) {
    return switch (code) {
      case "UNKNOWN_SYMBOL" -> new Refused(UNKNOWN_SYMBOL, OTHER, text);
      case "UNKNOWN_USER" -> new Refused(UNKNOWN_ACCOUNT, OTHER, text);
      case "UNKNOWN_ORDER" -> new Refused(OTHER, UNKNOWN_ORDER, text);
      case "DUPLICATE_COMMAND", "CLIENT_SEQUENCE_REUSED", "DUPLICATE_ORDER_ID" ->
          new Refused(DUPLICATE, DUPLICATE, text);
      case "STALE_COMMAND" -> new Refused(STALE, DUPLICATE, text);
      case "INVALID_QUANTITY",
          "QUANTITY_NOT_IN_STEPS",
          "QUANTITY_TOO_SMALL",
          "INVALID_DISPLAY_QUANTITY",
          "TOO_MANY_PARTS",
          "INVALID_MIN_QUANTITY" ->
          new Refused(QUANTITY, OTHER, text);
      case "NOT_IN_CONTINUOUS_TRADING",
          "NOT_IN_AUCTION",
          "INVALID_ORDER_TYPE",
          "UNSUPPORTED_INSTRUCTION",
          "CONTRADICTORY_INSTRUCTION",
          "INVALID_LINKED_ORDER" ->
          new Refused(UNSUPPORTED, OTHER, text);
      case "NOT_ALLOWED_IN_STATE" -> new Refused(EXCHANGE_CLOSED, CANCEL_BY_EXCHANGE, text);
      case "INSUFFICIENT_FUNDS",
          "OVERFLOW",
          "TOO_MANY_OPEN_ORDERS",
          "QUANTITY_TOO_LARGE",
          "NOTIONAL_TOO_LARGE",
          "RATE_LIMITED",
          "SESSION_RATE_LIMITED",
          "USER_RATE_LIMITED" ->
          new Refused(ABOVE_LIMIT, CANCEL_BY_EXCHANGE, text);
      case "USER_SUSPENDED", "FORBIDDEN", "BUSY", "UNAVAILABLE", "LOG_FULL" ->
          new Refused(BY_EXCHANGE, CANCEL_BY_EXCHANGE, text);
      default -> new Refused(OTHER, OTHER, text);
    };
  }

  static Refused of(String code) {
    return of(code, code);
  }
}
