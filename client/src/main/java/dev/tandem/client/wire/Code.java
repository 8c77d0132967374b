package dev.tandem.client.wire;

import java.util.Arrays;

/**
 * What became of a command. Those below {@value #FIRST_OF_GATEWAY} are the exchange's, as its log
 * has them; the others are the gateway's own, which refuses before the exchange has seen anything.
 * 209 to 212 are not used any more.
 */
public enum Code {
  PENDING(0),
  OK(1),
  /** It was sent before and not applied again; what the first one was answered comes with it. */
  DUPLICATE_COMMAND(2),
  UNKNOWN_COMMAND(3),
  UNKNOWN_USER(4),
  INVALID_USER_ID(5),
  USER_EXISTS(6),
  USER_SUSPENDED(7),
  USER_NOT_SUSPENDED(8),
  UNKNOWN_SYMBOL(9),
  SYMBOL_EXISTS(10),
  INVALID_SYMBOL(11),
  DUPLICATE_TRANSACTION(12),
  INVALID_AMOUNT(13),
  INSUFFICIENT_FUNDS(14),
  OVERFLOW(15),
  INVALID_ORDER_ID(16),
  DUPLICATE_ORDER_ID(17),
  UNKNOWN_ORDER(18),
  INVALID_PRICE(19),
  INVALID_QUANTITY(20),
  INVALID_SIDE(21),
  INVALID_ORDER_TYPE(22),
  NOT_IN_CONTINUOUS_TRADING(23),
  NOT_IN_AUCTION(24),
  ALREADY_IN_STATE(25),
  NO_RISK_STAGE(26),
  /** The log's disk is full: try again. */
  LOG_FULL(27),
  /** Its sequence is too far below the highest one: nobody knows whether it was seen. */
  STALE_COMMAND(28),
  STALE_TRANSACTION(29),
  /** Its sequence was another command's; what that one was answered comes with it. */
  CLIENT_SEQUENCE_REUSED(30),
  /** The user or the session has as many live orders as it may have. */
  TOO_MANY_OPEN_ORDERS(31),
  /** More lots than an order of this symbol may have. */
  QUANTITY_TOO_LARGE(32),
  /** More lots × ticks than an order of this symbol may have. */
  NOTIONAL_TOO_LARGE(33),
  /** Too far from the last price. */
  PRICE_OUT_OF_BAND(34),
  /** A trigger price is missing, not above 0, or not of this type of order. */
  INVALID_TRIGGER(35),
  /** The order says something that the exchange does not have. */
  UNSUPPORTED_INSTRUCTION(36),
  INVALID_STATE(37),
  /** The symbol's state takes no such command. */
  NOT_ALLOWED_IN_STATE(38),
  /** The order would take, and the symbol takes such orders only that do not. */
  WOULD_TAKE(39),
  /** The book crosses, as it may not in the state that is to be set. */
  BOOK_CROSSED(40),
  /** No multiple of the symbol's lot step. */
  QUANTITY_NOT_IN_STEPS(41),
  /** Fewer lots than an order of this symbol must have. */
  QUANTITY_TOO_SMALL(42),
  /** The order says two things that exclude each other, as post only and immediate or cancel. */
  CONTRADICTORY_INSTRUCTION(43),
  /** A minimum quantity that is below 0, or above the quantity of the order. */
  INVALID_MIN_QUANTITY(44),
  /** The order has no price limit and needs one. */
  LIMIT_REQUIRED(45),
  /** A budget that is below 0. */
  INVALID_BUDGET(46),
  /** A good till date order without a time, or another with one. */
  INVALID_EXPIRE_TIME(47),
  /** The order has expired already. */
  ALREADY_EXPIRED(48),
  /** A currency without a name that it may have, or with too many decimals. */
  INVALID_CURRENCY(49),
  /** The currency has a name. */
  CURRENCY_EXISTS(50),
  /** Another symbol, or another currency, has this name. */
  NAME_IN_USE(51),
  /** A display quantity that is below 0, or above the quantity of the order. */
  INVALID_DISPLAY_QUANTITY(52),
  /** So small a display quantity that the order would show its lots in too many parts. */
  TOO_MANY_PARTS(53),
  /** The user who is to get a transfer is unknown. */
  UNKNOWN_PAYEE(54),
  /** A transfer from a user to the same user. */
  PAYEE_IS_PAYER(55),
  /** The update would change what a symbol keeps: currencies, scales, fees, name or decimals. */
  SYMBOL_FIELD_FIXED(56),
  /** No live order of this user in this symbol has the id that the order names as linked. */
  UNKNOWN_LINKED_ORDER(57),
  /** The order that is named as linked is not one that this order may be the other leg of. */
  INVALID_LINKED_ORDER(58),
  /** The order is one of two legs, which are not moved or amended. */
  ORDER_IS_LINKED(59),

  /** Malformed, or not expected here. */
  BAD_REQUEST(200),
  /** No such key. */
  UNAUTHORIZED(201),
  /** Not with this key. */
  FORBIDDEN(202),
  /** Too many commands a second of the key: try again. */
  RATE_LIMITED(203),
  /** No room at the moment: try again. */
  BUSY(204),
  /** The exchange has stopped, or is stopping. */
  UNAVAILABLE(205),
  /** A logout: nothing was received for too long. */
  SILENT(206),
  /** A logout: what was sent was not read. */
  SLOW_READER(207),
  /** A logout: the session continues by another connection. */
  REPLACED(208),
  /** Too many commands a second of the session: try again. */
  SESSION_RATE_LIMITED(213),
  /** Too many commands a second for the user: try again. */
  USER_RATE_LIMITED(214),
  /** A logout: the gateway or the key has as many connections as it may have. */
  TOO_MANY_CONNECTIONS(215),
  /** A logout: the logon was signed before the gateway was started; sign again. */
  SIGN_AGAIN(216),
  /** Too many queries a second of the key, this one included: send it again later. */
  QUESTION_RATE_LIMITED(217),

  /** One that this version has no name for, because a later version of the gateway has added it. */
  OTHER(-1);

  /** The lowest code of the gateway's own. */
  public static final int FIRST_OF_GATEWAY = 200;

  private static final Code[] BY_CODE = byCode();

  private final int code;

  Code(int code) {
    this.code = code;
  }

  private static Code[] byCode() {
    Code[] all = new Code[256];
    Arrays.fill(all, OTHER);
    for (Code code : values()) {
      if (code != OTHER) {
        all[code.code] = code;
      }
    }
    return all;
  }

  /** The code in a message; -1 of {@link #OTHER}, which stands for many. */
  public int code() {
    return code;
  }

  /** The one with this code; {@link #OTHER} if this version knows none. */
  public static Code of(int code) {
    return code < 0 || code >= BY_CODE.length ? OTHER : BY_CODE[code];
  }

  /** Whether the same message may be accepted if it is sent again; of OTHER nobody knows: false. */
  public boolean isForNow() {
    return switch (this) {
      case LOG_FULL,
          RATE_LIMITED,
          SESSION_RATE_LIMITED,
          USER_RATE_LIMITED,
          QUESTION_RATE_LIMITED,
          BUSY,
          UNAVAILABLE ->
          true;
      default -> false;
    };
  }
}
