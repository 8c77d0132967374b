package dev.tandem.gateway.command;

import dev.tandem.core.command.ResultCode;

/** Why the gateway itself refuses, whatever the kernel would say. */
public enum Refusal {
  /** Malformed, unknown or out of its limits. */
  BAD_REQUEST(400),
  /** No key, or none that holds. */
  UNAUTHORIZED(401),
  /** Signed before the gateway was started: sign again. */
  SIGN_AGAIN(401),
  /** Not with this key. */
  FORBIDDEN(403),
  /** There is nothing of this name. */
  NOT_FOUND(404),
  /** The path exists, but not with this method. */
  METHOD_NOT_ALLOWED(405),
  /** Expects of the gateway what it does not do. */
  EXPECTATION_FAILED(417),
  /** Not the host that this gateway is. */
  MISDIRECTED(421),
  /** A price with more decimals than its symbol has. */
  PRICE_OFF_GRID(422),
  /** A quantity with more decimals than its symbol has. */
  QUANTITY_OFF_GRID(422),
  /** An amount with more decimals than its currency has. */
  AMOUNT_OFF_GRID(422),
  /** The user or the session has as many live orders as it may have. */
  TOO_MANY_OPEN_ORDERS(422),
  /** More lots than an order of this symbol may have. */
  QUANTITY_TOO_LARGE(422),
  /** More lots × ticks than an order of this symbol may have. */
  NOTIONAL_TOO_LARGE(422),
  /** Too far from the last price. */
  PRICE_OUT_OF_BAND(422),
  /** Too many commands a second of the key. */
  RATE_LIMITED(429),
  /** Too many commands a second of the session. */
  SESSION_RATE_LIMITED(429),
  /** Too many commands a second for the user. */
  USER_RATE_LIMITED(429),
  /** Too many questions a second of the key. */
  QUESTION_RATE_LIMITED(429),
  /** A fault of the gateway itself, which it has logged. */
  INTERNAL_ERROR(500),
  /** A coding of a body that the gateway does not know. */
  NOT_IMPLEMENTED(501),
  /** The gateway or the key has as many connections as it may have. */
  TOO_MANY_CONNECTIONS(503),
  /** The kernel has no room at the moment. */
  BUSY(503),
  /** The kernel has stopped for good, or is stopping. */
  UNAVAILABLE(503);

  private final int status;

  Refusal(int status) {
    this.status = status;
  }

  /** The limit of orders that the kernel keeps by this code, one of a door. */
  public static Refusal of(ResultCode code) {
    return valueOf(code.name());
  }

  /**
   * The code by which the kernel keeps that a limit of orders has refused a command.
   *
   * @throws IllegalArgumentException if this is no limit of orders
   */
  public ResultCode code() {
    // An order of no session is above what is left for those: none.
    return this == BAD_REQUEST ? ResultCode.TOO_MANY_OPEN_ORDERS : ResultCode.valueOf(name());
  }

  /** The status of HTTP. */
  public int status() {
    return status;
  }
}
