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
  /** The balance adjustment's transaction id was seen before: it was not applied again. */
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
  /** Immediate or cancel, or fill or kill, while the book is in a call auction. */
  NOT_IN_CONTINUOUS_TRADING,
  /** Uncross while the book is in continuous trading. */
  NOT_IN_AUCTION,
  /** The auction is already open. */
  ALREADY_IN_AUCTION,
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
   * and forgotten. The adjustment was not applied.
   */
  STALE_TRANSACTION,
  /**
   * The client's sequence was seen before with another command: this one was not applied. What the
   * first one was answered comes with it.
   */
  CLIENT_SEQUENCE_REUSED,
  /** Refused by a door: the user or the session has as many live orders as it may have. */
  TOO_MANY_OPEN_ORDERS,
  /** Refused by a door: more lots than an order of this symbol may have. */
  QUANTITY_TOO_LARGE,
  /** Refused by a door: more lots × ticks than an order of this symbol may have. */
  NOTIONAL_TOO_LARGE,
  /** Refused by a door: too far from the last price. */
  PRICE_OUT_OF_BAND,
  /**
   * An order type with a trigger and no trigger price above 0, or a trigger without such a type.
   */
  INVALID_TRIGGER,
  /** The order says something that the exchange does not have; see {@link Instructions}. */
  UNSUPPORTED_INSTRUCTION;

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
   * Whether this code is of a refusal that a door decides, before the kernel sees the command; see
   * {@link Command#refusal}.
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
