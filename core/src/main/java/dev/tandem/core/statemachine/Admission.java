package dev.tandem.core.statemachine;

import dev.tandem.core.command.ClientWindow;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandSum;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.IdIndex;
import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * The first stage: stamps time, which never falls, refuses what is malformed, and finds commands
 * that a client has sent before, by the rule of {@link ClientWindow}. A client takes about 2.1 KB,
 * for ever.
 *
 * <p>Used by one thread at a time.
 */
public final class Admission {

  /** The time of a stream without commands. */
  static final long NO_TIME = Long.MIN_VALUE;

  private static final int WORDS = ClientWindow.SIZE / Long.SIZE;

  private final LongSupplier clockNs;
  private final IdIndex clients = new IdIndex(64);
  private long[] highest = new long[64];

  /** One bit for each place of each client's window. */
  private long[] seen = new long[64 * WORDS];

  /**
   * For each place of each client's window the {@link CommandSum} of what was seen, else 0. A row a
   * client, so that more clients copy none of them.
   */
  private long[][] sums = new long[64][];

  private final Names names = new Names();
  private long nowNs;

  /** The time of the stream: of its latest command that leaves a record. */
  private long time = NO_TIME;

  private long lastKey;
  private int lastClient;

  /**
   * @param clockNs nanoseconds since the epoch, read once a batch; only for commands that come
   *     without a timestamp
   */
  public Admission(LongSupplier clockNs) {
    this.clockNs = clockNs;
  }

  /** Starts a batch: its commands without a timestamp get the time of now. */
  public void startBatch() {
    nowNs = 0;
  }

  /** Applies the stage to one command, whose number in the life of the kernel is given. */
  public void admit(Command c, long sequence) {
    prepare(c, sequence);
    if (CommandType.isRecorded(c.type)) {
      if (c.timestampNs < time) {
        c.timestampNs = time;
      } else {
        time = c.timestampNs;
      }
    }
    ResultCode fault = c.clientKey == 0 ? null : see(c);
    if (fault == null) {
      fault = c.refusal == 0 ? check(c) : ofDoor(c.refusal);
    }
    if (fault == null && CommandType.hasNaming(c.type)) {
      fault = names.apply(c);
    }
    if (fault != null) {
      c.rejectEntry(fault);
    }
  }

  /** Refuses one command without a trace: no client's sequence is used up. */
  public void refuse(Command c, long sequence, ResultCode code) {
    prepare(c, sequence);
    c.rejectEntry(code);
  }

  private void prepare(Command c, long sequence) {
    c.clearOutput();
    // Both are on the publisher's lines, so written only where its intake or its caller has not.
    if (c.sequence != sequence) {
      c.sequence = sequence;
    }
    if (c.timestampNs == 0) {
      c.timestampNs = now();
    }
  }

  /** Sets the time of the stream, for one that is restored. */
  void restoreTime(long timeNs) {
    time = timeNs;
  }

  /** The clients, by number. */
  public IdIndex clients() {
    return clients;
  }

  /** The symbols, and what they and the currencies are called. */
  public Names names() {
    return names;
  }

  /** The sums of the commands in the windows, a row of {@link ClientWindow#SIZE} a client. */
  long[][] sums() {
    return sums;
  }

  /**
   * Gives a new client its window.
   *
   * @param codes a byte for each place, the first lowest: 0 where nothing was seen
   * @param window the sum of the command at each place
   * @return false if it is no client, has a window already, or a sum where nothing was seen
   */
  public boolean restore(long clientKey, long highestSequence, long[] codes, long[] window) {
    if (clientKey == 0 || clients.find(clientKey) != IdIndex.ABSENT) {
      return false;
    }
    int client = add(clientKey);
    highest[client] = highestSequence;
    for (int place = 0; place < ClientWindow.SIZE; place++) {
      long code = codes[place / Long.BYTES] >>> (place % Long.BYTES * Byte.SIZE);
      if ((code & 0xff) != 0) {
        mark(client, place, window[place]);
      } else if (window[place] != 0) {
        return false;
      }
    }
    return true;
  }

  private long now() {
    if (nowNs == 0) {
      nowNs = clockNs.getAsLong();
      if (nowNs == 0) {
        // In the log 0 would stand for the time of a replay's clock.
        nowNs = 1;
      }
    }
    return nowNs;
  }

  /** Takes note of a client's sequence; answers what is wrong with it, or null. */
  private ResultCode see(Command c) {
    long sequence = c.clientSequence;
    int known = clients.size();
    // Commands of one client tend to come in a row.
    int client = c.clientKey == lastKey ? lastClient : add(c.clientKey);
    lastKey = c.clientKey;
    lastClient = client;
    c.client = client;
    int place = ClientWindow.place(sequence);
    long sum = CommandSum.of(c);
    if (client == known || sequence > highest[client]) {
      if (client != known) {
        forget(client, place, ClientWindow.skipped(highest[client], sequence));
      }
      highest[client] = sequence;
    } else if (ClientWindow.isStale(sequence, highest[client])) {
      return ResultCode.STALE_COMMAND;
    } else if ((seen[client * WORDS + place / Long.SIZE] & 1L << place) != 0) {
      return sums[client][place] == sum
          ? ResultCode.DUPLICATE_COMMAND
          : ResultCode.CLIENT_SEQUENCE_REUSED;
    }
    mark(client, place, sum);
    return null;
  }

  private int add(long clientKey) {
    int client = clients.findOrAdd(clientKey);
    if (client == highest.length) {
      highest = Arrays.copyOf(highest, client * 2);
      seen = Arrays.copyOf(seen, client * 2 * WORDS);
      sums = Arrays.copyOf(sums, client * 2);
    }
    if (sums[client] == null) {
      sums[client] = new long[ClientWindow.SIZE];
    }
    return client;
  }

  private void mark(int client, int place, long sum) {
    seen[client * WORDS + place / Long.SIZE] |= 1L << place;
    sums[client][place] = sum;
  }

  /** Empties the {@code count} places below this one. */
  private void forget(int client, int below, int count) {
    for (int i = 1; i <= count; i++) {
      int place = ClientWindow.place(below - i);
      seen[client * WORDS + place / Long.SIZE] &= ~(1L << place);
      sums[client][place] = 0;
    }
  }

  /** The refusal of a door; anything else that a publisher has put there is none. */
  private static ResultCode ofDoor(byte refusal) {
    return ResultCode.isOfDoor(refusal) ? ResultCode.of(refusal) : ResultCode.UNKNOWN_COMMAND;
  }

  /** What is wrong with the command by itself, whatever the state; null if nothing is. */
  private static ResultCode check(Command c) {
    return switch (c.type) {
      case CommandType.PLACE -> checkPlace(c);
      case CommandType.CANCEL -> c.orderId == 0 ? ResultCode.INVALID_ORDER_ID : null;
      case CommandType.REDUCE -> checkReduce(c);
      case CommandType.MOVE -> checkMove(c);
      case CommandType.AMEND -> checkAmend(c);
      case CommandType.ADD_USER,
          CommandType.SUSPEND_USER,
          CommandType.RESUME_USER,
          CommandType.SET_SELF_TRADE_GROUP ->
          c.userId <= 0 ? ResultCode.INVALID_USER_ID : null;
      // The negative of the smallest long is not a long.
      case CommandType.ADJUST_BALANCE ->
          c.amount == 0 || c.amount == Long.MIN_VALUE ? ResultCode.INVALID_AMOUNT : null;
      case CommandType.WITHDRAW_FEES -> c.amount <= 0 ? ResultCode.INVALID_AMOUNT : null;
      case CommandType.TRANSFER -> checkTransfer(c);
      case CommandType.ADD_SYMBOL, CommandType.UPDATE_SYMBOL -> checkSymbol(c);
      case CommandType.ADD_CURRENCY ->
          c.payload instanceof Naming naming && naming.isOfCurrency()
              ? null
              : ResultCode.INVALID_CURRENCY;
      case CommandType.QUERY -> c.payload instanceof Query ? null : ResultCode.UNKNOWN_COMMAND;
      case CommandType.SET_STATE -> SymbolState.isKnown(c.terms) ? null : ResultCode.INVALID_STATE;
      case CommandType.MASS_CANCEL ->
          isSide(c.side) || c.side == Side.BOTH_CODE ? null : ResultCode.INVALID_SIDE;
      case CommandType.NOP,
          CommandType.START_AUCTION,
          CommandType.UNCROSS,
          CommandType.END_SESSION,
          CommandType.TICK ->
          null;
      default -> ResultCode.UNKNOWN_COMMAND;
    };
  }

  private static ResultCode checkTransfer(Command c) {
    if (c.amount <= 0) {
      return ResultCode.INVALID_AMOUNT;
    }
    return c.payeeId() == c.userId ? ResultCode.PAYEE_IS_PAYER : null;
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
    if (c.quantity < 0) {
      return ResultCode.INVALID_QUANTITY;
    }
    return c.instructions() == null ? null : ResultCode.UNSUPPORTED_INSTRUCTION;
  }

  /** No total of 0: it would cancel, and so would a sender that forgets it. */
  private static ResultCode checkAmend(Command c) {
    if (c.orderId == 0) {
      return ResultCode.INVALID_ORDER_ID;
    }
    if (c.price <= 0) {
      return ResultCode.INVALID_PRICE;
    }
    if (c.quantity <= 0) {
      return ResultCode.INVALID_QUANTITY;
    }
    Instructions said = c.instructions();
    if (said != null && !said.isOfTriggerAlone()) {
      return ResultCode.UNSUPPORTED_INSTRUCTION;
    }
    return said != null && said.triggerPrice() < 0 ? ResultCode.INVALID_TRIGGER : null;
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
    if (c.price <= 0 && (c.price < 0 || !OrderTerms.mayLackPrice(c.terms))) {
      return ResultCode.INVALID_PRICE;
    }
    if (c.quantity <= 0 && (c.quantity < 0 || !hasBudget(c))) {
      return ResultCode.INVALID_QUANTITY;
    }
    if (!isSide(c.side)) {
      return ResultCode.INVALID_SIDE;
    }
    return OrderTerms.isKnown(c.terms) ? checkInstructions(c) : ResultCode.INVALID_ORDER_TYPE;
  }

  private static boolean isSide(byte code) {
    return code == Side.BUY_CODE || code == Side.SELL_CODE;
  }

  private static boolean hasBudget(Command c) {
    return c.instructions() != null && c.instructions().budget() != 0;
  }

  private static ResultCode checkInstructions(Command c) {
    Instructions instructions = c.instructions();
    boolean isLimit = OrderTerms.isLimit(c.terms);
    if (instructions == null && isLimit) {
      return OrderTerms.expires(c.terms) ? ResultCode.INVALID_EXPIRE_TIME : null;
    }
    boolean sleeps = OrderTerms.hasTrigger(c.terms);
    boolean contradict = !isLimit && OrderTerms.contradict(c.terms);
    boolean expires = OrderTerms.expires(c.terms);
    if (instructions == null) {
      ResultCode ofTerms = contradict ? ResultCode.CONTRADICTORY_INSTRUCTION : null;
      ResultCode ofTime = expires ? ResultCode.INVALID_EXPIRE_TIME : ofTerms;
      return sleeps ? ResultCode.INVALID_TRIGGER : ofTime;
    }
    if (instructions.isUnsupported()) {
      return ResultCode.UNSUPPORTED_INSTRUCTION;
    }
    boolean trails = OrderTerms.trails(c.terms);
    if (!isTrigger(instructions, sleeps, trails)) {
      return ResultCode.INVALID_TRIGGER;
    }
    long shown = instructions.displayQuantity();
    if (shown < 0 || shown > c.quantity) {
      return ResultCode.INVALID_DISPLAY_QUANTITY;
    }
    long least = instructions.minQuantity();
    if (least < 0 || least > c.quantity) {
      return ResultCode.INVALID_MIN_QUANTITY;
    }
    long time = instructions.expireTime();
    if (expires ? time <= 0 : time != 0) {
      return ResultCode.INVALID_EXPIRE_TIME;
    }
    if (instructions.budget() < 0) {
      return ResultCode.INVALID_BUDGET;
    }
    boolean misspent =
        instructions.budget() != 0
            && (c.quantity != 0
                || c.side != Side.BUY_CODE
                || c.terms != OrderTerms.of(OrderType.MARKET, TimeInForce.IOC));
    if (instructions.linkedOrder() == c.orderId) {
      return ResultCode.INVALID_LINKED_ORDER;
    }
    boolean posts = instructions.postOnly() != 0;
    boolean isLeg = instructions.linkedOrder() != 0;
    boolean says = posts || least != 0 || shown != 0;
    boolean maySay = isLimit && !OrderTerms.isForAuction(c.terms);
    if (contradict
        || misspent
        || (trails && instructions.triggerPrice() != 0)
        || (says && !maySay)
        || ((posts || shown != 0) && OrderTerms.isImmediate(c.terms))
        || (posts && least != 0)
        || (isLeg && (least != 0 || !mayBeLeg(c.terms)))) {
      return ResultCode.CONTRADICTORY_INSTRUCTION;
    }
    if (shown != 0 && !Instructions.isInParts(c.quantity, shown)) {
      return ResultCode.TOO_MANY_PARTS;
    }
    return expires && time <= c.timestampNs ? ResultCode.ALREADY_EXPIRED : null;
  }

  /** Whether an order of these terms waits for a price, at which the other leg leaves. */
  private static boolean mayBeLeg(byte terms) {
    return OrderTerms.hasTrigger(terms) || (OrderTerms.isLimit(terms) && OrderTerms.rests(terms));
  }

  /** Whether what an order says of its trigger fits its type. */
  private static boolean isTrigger(Instructions said, boolean sleeps, boolean trails) {
    if (trails) {
      return Instructions.isOffset(said.trailing(), said.trailsInPpm());
    }
    boolean fits = sleeps ? said.triggerPrice() > 0 : said.triggerPrice() == 0;
    return fits && said.trailing() == 0 && !said.trailsInPpm();
  }
}
