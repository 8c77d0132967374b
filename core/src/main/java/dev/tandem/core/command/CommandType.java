package dev.tandem.core.command;

/**
 * What a command does. A command carries the {@code byte} code, which is also the code on disk, so
 * a code is never given to another type.
 */
public final class CommandType {

  /** Changes nothing; answered {@link ResultCode#OK} and left out of the event hash. */
  public static final byte NOP = 0;

  public static final byte ADD_USER = 1;
  public static final byte SUSPEND_USER = 2;
  public static final byte RESUME_USER = 3;

  /** Adds {@code amount} (negative: withdraws) once per {@code transactionId} of a user. */
  public static final byte ADJUST_BALANCE = 4;

  public static final byte ADD_SYMBOL = 5;

  /** Pays {@code amount} of the fees taken in a currency out of the exchange. */
  public static final byte WITHDRAW_FEES = 6;

  public static final byte PLACE = 10;
  public static final byte CANCEL = 11;

  /** Takes {@code quantity} off an order, which keeps its place in the queue. */
  public static final byte REDUCE = 12;

  /** Gives an order another price and quantity: it loses its place in the queue and may take. */
  public static final byte MOVE = 13;

  /** Sets the state {@link SymbolState#AUCTION}: orders accumulate, nothing matches. */
  public static final byte START_AUCTION = 14;

  /** Ends a call auction at one price and sets the state {@link SymbolState#CONTINUOUS}. */
  public static final byte UNCROSS = 15;

  /** Sets the {@link SymbolState} whose code is in {@code terms}. */
  public static final byte SET_STATE = 16;

  /** Removes orders of a symbol that are good for the day, the oldest first. */
  public static final byte END_SESSION = 17;

  /** Gives a currency a name and decimals, once. */
  public static final byte ADD_CURRENCY = 18;

  /** Cancels orders of a symbol, of one user or of all, of one side or of both. */
  public static final byte MASS_CANCEL = 19;

  /** Reads state at one point of the command stream; left out of the event hash. */
  public static final byte QUERY = 20;

  /** Has a symbol do what is due: what any command on it does besides its own work. */
  public static final byte TICK = 21;

  /**
   * Gives an order another price, total quantity or trigger: what is filled of the total counts.
   * Fewer lots at the same price keep its place in the queue; a total that is filled cancels it.
   */
  public static final byte AMEND = 22;

  /** Moves {@code amount} from a user to another, once per {@code transactionId} of who pays. */
  public static final byte TRANSFER = 23;

  /**
   * Gives a symbol other limits and protection points; all else of its specification stays. Orders
   * that are there stay as they are.
   */
  public static final byte UPDATE_SYMBOL = 24;

  /** Gives a user a self-trade group, or takes the user out of it. */
  public static final byte SET_SELF_TRADE_GROUP = 27;

  private CommandType() {}

  /**
   * Whether a command of this type is about users, money, symbols or phases, not about an order.
   */
  public static boolean isAdministrative(byte type) {
    return type != NOP && !isOfOrder(type);
  }

  /**
   * Whether a command of this type is about one order: {@link #PLACE} to {@link #MOVE}, and {@link
   * #AMEND}.
   */
  public static boolean isOfOrder(byte type) {
    return (type >= PLACE && type <= MOVE) || type == AMEND;
  }

  /** Whether a command of this type may give an order that is there another place. */
  public static boolean mayMove(byte type) {
    return type == MOVE || type == AMEND;
  }

  /**
   * Whether a command of this type goes to the book of its symbol: {@link #PLACE} to {@link
   * #END_SESSION}, {@link #MASS_CANCEL}, {@link #TICK} and {@link #AMEND}.
   */
  public static boolean isOfBook(byte type) {
    return (type >= PLACE && type <= END_SESSION)
        || type == MASS_CANCEL
        || type == TICK
        || type == AMEND;
  }

  /**
   * Whether a command of this type is about orders of a symbol, so many at most, and is answered
   * how many are left.
   */
  public static boolean worksInParts(byte type) {
    return type == END_SESSION || type == MASS_CANCEL || type == TICK;
  }

  /** Whether a command of this type is about users or money: refused where there is no risk. */
  public static boolean needsRisk(byte type) {
    return (type >= ADD_USER && type <= ADJUST_BALANCE)
        || type == WITHDRAW_FEES
        || type == TRANSFER
        || type == SET_SELF_TRADE_GROUP;
  }

  /** Whether a command of this type sets the state of a symbol, and does nothing else. */
  public static boolean setsState(byte type) {
    return type == SET_STATE || type == START_AUCTION;
  }

  /** Whether a command of this type has a {@link SymbolSpec}. */
  public static boolean specifies(byte type) {
    return type == ADD_SYMBOL || type == UPDATE_SYMBOL;
  }

  /** Whether a command of this type is about a symbol or a currency, which may have a name. */
  public static boolean hasNaming(byte type) {
    return specifies(type) || type == ADD_CURRENCY;
  }

  /** Whether a command of this type leaves event records. */
  public static boolean isRecorded(byte type) {
    return type != NOP && type != QUERY;
  }

  /** The name of a type, for messages. */
  public static String nameOf(byte type) {
    return switch (type) {
      case NOP -> "NOP";
      case ADD_USER -> "ADD_USER";
      case SUSPEND_USER -> "SUSPEND_USER";
      case RESUME_USER -> "RESUME_USER";
      case ADJUST_BALANCE -> "ADJUST_BALANCE";
      case ADD_SYMBOL -> "ADD_SYMBOL";
      case WITHDRAW_FEES -> "WITHDRAW_FEES";
      case PLACE -> "PLACE";
      case CANCEL -> "CANCEL";
      case REDUCE -> "REDUCE";
      case MOVE -> "MOVE";
      case START_AUCTION -> "START_AUCTION";
      case UNCROSS -> "UNCROSS";
      case SET_STATE -> "SET_STATE";
      case END_SESSION -> "END_SESSION";
      case ADD_CURRENCY -> "ADD_CURRENCY";
      case MASS_CANCEL -> "MASS_CANCEL";
      case QUERY -> "QUERY";
      case TICK -> "TICK";
      case AMEND -> "AMEND";
      case TRANSFER -> "TRANSFER";
      case SET_SELF_TRADE_GROUP -> "SET_SELF_TRADE_GROUP";
      case UPDATE_SYMBOL -> "UPDATE_SYMBOL";
      default -> "UNKNOWN(" + type + ")";
    };
  }
}
