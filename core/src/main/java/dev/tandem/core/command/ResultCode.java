package dev.tandem.core.command;

/**
 * The answer to a command. Everything but {@link #OK} is a refusal: the command changed nothing.
 * The {@code byte} code is the ordinal and is written to event records, so constants are only ever
 * added at the end.
 */
public enum ResultCode {
  /** No stage has answered yet. */
  PENDING,
  OK,
  /**
   * The client's sequence was seen before: the command was not applied again. What the first one
   * was answered comes with it.
   */
  DUPLICATE_COMMAND,
  UNKNOWN_COMMAND,
  UNKNOWN_USER,
  INVALID_USER_ID,
  USER_EXISTS,
  USER_SUSPENDED,
  USER_NOT_SUSPENDED,
  UNKNOWN_SYMBOL,
  SYMBOL_EXISTS,
  INVALID_SYMBOL,
  /** The transaction id of an adjustment or transfer was seen before: it was not applied again. */
  DUPLICATE_TRANSACTION,
  INVALID_AMOUNT,
  INSUFFICIENT_FUNDS,
  /** Price × size, or a balance, does not fit in 64 bits. */
  OVERFLOW,
  /** Order id 0. */
  INVALID_ORDER_ID,
  /** The order id is of a live order of this symbol. */
  DUPLICATE_ORDER_ID,
  /** No live order with this id of this user in this symbol. */
  UNKNOWN_ORDER,
  INVALID_PRICE,
  INVALID_QUANTITY,
  INVALID_SIDE,
  INVALID_ORDER_TYPE,
  /** Immediate or cancel, or fill or kill, in any state but {@link SymbolState#CONTINUOUS}. */
  NOT_IN_CONTINUOUS_TRADING,
  /** Uncross in any state but {@link SymbolState#AUCTION}. */
  NOT_IN_AUCTION,
  /** The symbol has the state that is to be set. */
  ALREADY_IN_STATE,
  /** A command on users or balances, and the kernel runs without the risk stage. */
  NO_RISK_STAGE,
  /**
   * The log's disk is full: nothing was changed or logged, and the client's sequence is not used
   * up. Leaves no event record.
   */
  LOG_FULL,
  /**
   * The client's sequence is so far below its highest one that it may have been used already and
   * forgotten. The command was not applied.
   */
  STALE_COMMAND,
  /**
   * The transaction id is so far below the user's highest one that it may have been used already
   * and forgotten. The adjustment or transfer was not applied.
   */
  STALE_TRANSACTION,
  /**
   * The client's sequence was seen before with another command: this one was not applied. What the
   * first one was answered comes with it.
   */
  CLIENT_SEQUENCE_REUSED,
  /** Refused by a door: the user or the session has as many live orders as it may have. */
  TOO_MANY_OPEN_ORDERS,
  /** More lots than an order of this symbol may have: refused by a door, or by its limits. */
  QUANTITY_TOO_LARGE,
  /** More lots × ticks than an order of this symbol may have; by a door, or by its limits. */
  NOTIONAL_TOO_LARGE,
  /** Refused by a door: too far from the last price. */
  PRICE_OUT_OF_BAND,
  /**
   * An order type with a trigger and no trigger price above 0, or a trigger without such a type.
   */
  INVALID_TRIGGER,
  /** The order says something that the exchange does not have; see {@link Instructions}. */
  UNSUPPORTED_INSTRUCTION,
  /** No {@link SymbolState} has this code. */
  INVALID_STATE,
  /** The symbol's state takes no such command. */
  NOT_ALLOWED_IN_STATE,
  /**
   * The order would take, in the state {@link SymbolState#POST_ONLY} or though it is {@link
   * PostOnly}, or linked; or it has no price to slide to.
   */
  WOULD_TAKE,
  /** The book crosses, as it may not in the state that is to be set: uncross it first. */
  BOOK_CROSSED,
  /** No multiple of the symbol's lot step. */
  QUANTITY_NOT_IN_STEPS,
  /** Fewer lots than an order of this symbol must have. */
  QUANTITY_TOO_SMALL,
  /** The order says two things that exclude each other, as post only and immediate or cancel. */
  CONTRADICTORY_INSTRUCTION,
  /** A minimum quantity that is below 0, or above the quantity of the order. */
  INVALID_MIN_QUANTITY,
  /**
   * The order has no price limit and needs one: a buy, or a sell of a symbol without protection
   * points.
   */
  LIMIT_REQUIRED,
  /** A budget that is below 0. */
  INVALID_BUDGET,
  /** A good till date order without a time above 0, or another order with one. */
  INVALID_EXPIRE_TIME,
  /** The order has expired already at the time of its command. */
  ALREADY_EXPIRED,
  /** A currency without a name that it may have, or with too many decimals. */
  INVALID_CURRENCY,
  /** The currency has a name. */
  CURRENCY_EXISTS,
  /** Another symbol, or another currency, has this name. */
  NAME_IN_USE,
  /** A display quantity that is below 0, or above the quantity of the order. */
  INVALID_DISPLAY_QUANTITY,
  /** So small a display quantity that the order would show its lots in too many parts. */
  TOO_MANY_PARTS,
  /** The user who is to get a transfer is unknown. */
  UNKNOWN_PAYEE,
  /** A transfer from a user to the same user. */
  PAYEE_IS_PAYER,
  /**
   * The update would change what a symbol keeps: its currencies, scales, fees, name or decimals.
   */
  SYMBOL_FIELD_FIXED,
  /** No live order of this user in this symbol has the id that the order names as linked. */
  UNKNOWN_LINKED_ORDER,
  /**
   * The order that is named as linked is the order itself, of the other side, or linked already; or
   * it has traded, or was triggered; or the two are not a limit order and one with a trigger.
   */
  INVALID_LINKED_ORDER,
  /** The order is one of two legs, which are not moved or amended. */
  ORDER_IS_LINKED;

  public static final byte PENDING_CODE = 0;
  public static final byte OK_CODE = 1;
  public static final byte LOG_FULL_CODE = 27;

  private static final byte FIRST_OF_DOOR = 31;
  private static final byte LAST_OF_DOOR = 34;

  private static final ResultCode[] BY_CODE = values();

  /** The code of this result in a command and in event records. */
  public byte code() {
    return (byte) ordinal();
  }

  /**
   * Whether this code is of a refusal that a door may decide, before the kernel sees the command;
   * see {@link Command#refusal}.
   */
  public static boolean isOfDoor(byte code) {
    return code >= FIRST_OF_DOOR && code <= LAST_OF_DOOR;
  }

  /**
   * The result with this code.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static ResultCode of(byte code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException(
          "result code " + code + ", expected 0 to " + (BY_CODE.length - 1));
    }
    return BY_CODE[code];
  }
}
