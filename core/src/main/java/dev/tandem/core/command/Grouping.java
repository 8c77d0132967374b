package dev.tandem.core.command;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * The first stage: stamps time, refuses what is malformed, answers a command that a client sent
 * before, and asks for a cut after administrative commands.
 *
 * <p>A client's commands are applied at most once: of each client key the highest sequence seen is
 * kept, and a command that is not above it is answered {@link ResultCode#DUPLICATE_COMMAND}, also
 * if the first one was refused. About 40 to 80 bytes per client are kept for ever.
 *
 * <p>Used by one thread at a time.
 */
public final class Grouping {

  private final LongSupplier clockNs;
  private final IdIndex clients = new IdIndex(64);
  private long[] highWaterMarks = new long[64];
  private long nowNs;
  private long lastKey;
  private int lastClient;

  /**
   * @param clockNs nanoseconds since the epoch, read once a batch; only for commands that come
   *     without a timestamp
   */
  public Grouping(LongSupplier clockNs) {
    this.clockNs = clockNs;
  }

  /** Starts a batch: its commands without a timestamp get the time of now. */
  public void startBatch() {
    nowNs = 0;
  }

  /** Applies the stage to one command, whose number in the life of the exchange is given. */
  public void group(Command c, long sequence) {
    c.clearOutput();
    c.sequence = sequence;
    if (c.timestampNs == 0) {
      c.timestampNs = now();
    }
    if (CommandType.isAdministrative(c.type)) {
      c.cutHere = true;
    }
    if (c.clientKey != 0 && isRepeated(c.clientKey, c.clientSequence)) {
      c.reject(ResultCode.DUPLICATE_COMMAND);
      return;
    }
    ResultCode fault = check(c);
    if (fault != null) {
      c.reject(fault);
    }
  }

  /** Refuses one command without a trace: no client's sequence is used up. */
  public void refuse(Command c, long sequence, ResultCode code) {
    c.clearOutput();
    c.sequence = sequence;
    if (c.timestampNs == 0) {
      c.timestampNs = now();
    }
    c.reject(code);
  }

  /** The clients and their highest sequences, for reports; read only between commands. */
  public IdIndex clients() {
    return clients;
  }

  /** The highest sequence of the client with this number. */
  public long highWaterMark(int client) {
    return highWaterMarks[client];
  }

  /** The highest sequences by client number; what is behind the last client means nothing. */
  public long[] highWaterMarks() {
    return highWaterMarks;
  }

  /**
   * Gives a client its highest sequence.
   *
   * @return false if the client has one already
   */
  public boolean restore(long clientKey, long clientSequence) {
    int known = clients.size();
    isRepeated(clientKey, clientSequence);
    return clients.size() > known;
  }

  private long now() {
    if (nowNs == 0) {
      nowNs = clockNs.getAsLong();
    }
    return nowNs;
  }

  private boolean isRepeated(long clientKey, long clientSequence) {
    int known = clients.size();
    // Commands of one client tend to come in a row.
    int client = clientKey == lastKey ? lastClient : clients.findOrAdd(clientKey);
    lastKey = clientKey;
    lastClient = client;
    if (client == known) {
      if (client == highWaterMarks.length) {
        highWaterMarks = Arrays.copyOf(highWaterMarks, client * 2);
      }
    } else if (clientSequence <= highWaterMarks[client]) {
      return true;
    }
    highWaterMarks[client] = clientSequence;
    return false;
  }

  /** What is wrong with the command by itself, whatever the state; null if nothing is. */
  private static ResultCode check(Command c) {
    return switch (c.type) {
      case CommandType.PLACE -> checkPlace(c);
      case CommandType.CANCEL -> c.orderId == 0 ? ResultCode.INVALID_ORDER_ID : null;
      case CommandType.REDUCE -> checkReduce(c);
      case CommandType.MOVE -> checkMove(c);
      case CommandType.ADD_USER, CommandType.SUSPEND_USER, CommandType.RESUME_USER ->
          c.userId <= 0 ? ResultCode.INVALID_USER_ID : null;
      // The negative of the smallest long is not a long.
      case CommandType.ADJUST_BALANCE ->
          c.amount == 0 || c.amount == Long.MIN_VALUE ? ResultCode.INVALID_AMOUNT : null;
      case CommandType.ADD_SYMBOL -> checkSymbol(c);
      case CommandType.QUERY ->
          c.payload instanceof QueryPayload ? null : ResultCode.UNKNOWN_COMMAND;
      case CommandType.NOP, CommandType.START_AUCTION, CommandType.UNCROSS -> null;
      default -> ResultCode.UNKNOWN_COMMAND;
    };
  }

  private static ResultCode checkReduce(Command c) {
    if (c.orderId == 0) {
      return ResultCode.INVALID_ORDER_ID;
    }
    return c.quantity <= 0 ? ResultCode.INVALID_QUANTITY : null;
  }

  private static ResultCode checkMove(Command c) {
    if (c.orderId == 0) {
      return ResultCode.INVALID_ORDER_ID;
    }
    if (c.price <= 0) {
      return ResultCode.INVALID_PRICE;
    }
    return c.quantity < 0 ? ResultCode.INVALID_QUANTITY : null;
  }

  private static ResultCode checkSymbol(Command c) {
    if (!(c.payload instanceof SymbolSpec)) {
      return ResultCode.INVALID_SYMBOL;
    }
    SymbolSpec spec = (SymbolSpec) c.payload;
    return spec.isValid() && spec.symbol() == c.symbol ? null : ResultCode.INVALID_SYMBOL;
  }

  private static ResultCode checkPlace(Command c) {
    if (c.orderId == 0) {
      return ResultCode.INVALID_ORDER_ID;
    }
    if (c.price <= 0) {
      return ResultCode.INVALID_PRICE;
    }
    if (c.quantity <= 0) {
      return ResultCode.INVALID_QUANTITY;
    }
    if (c.side != Side.BUY_CODE && c.side != Side.SELL_CODE) {
      return ResultCode.INVALID_SIDE;
    }
    return c.orderType != OrderType.GTC_CODE && c.orderType != OrderType.IOC_CODE
        ? ResultCode.INVALID_ORDER_TYPE
        : null;
  }
}
