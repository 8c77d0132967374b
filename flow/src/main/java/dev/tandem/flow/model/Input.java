package dev.tandem.flow.model;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.QueryPayload;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a command says.
 *
 * @param refusal the code that a door has refused it with; 0 if none has
 * @param spec of ADD_SYMBOL and UPDATE_SYMBOL; null if it carries none
 * @param naming of ADD_CURRENCY; null if it carries none
 * @param query whether it carries a query
 * @param instructions the eight words of its optional part; empty if it has none
 */
public record Input(
    byte type,
    byte side,
    byte terms,
    int symbol,
    long timestampNs,
    long clientKey,
    long clientSequence,
    long userId,
    long orderId,
    long price,
    long quantity,
    long amount,
    long transactionId,
    int currency,
    byte refusal,
    SymbolSpec spec,
    Naming naming,
    boolean query,
    List<Long> instructions) {

  private static final byte NOT_REFUSED = 0;
  private static final int MODES = 0;
  private static final int TRIGGER_PRICE = 1;
  private static final int TRAILING = 2;
  private static final int DISPLAY_QUANTITY = 3;
  private static final int MIN_QUANTITY = 4;
  private static final int EXPIRE_TIME = 5;
  private static final int BUDGET = 6;
  private static final int LINKED_ORDER = 7;
  private static final int UNIT_SHIFT = 8;
  private static final int POST_ONLY_SHIFT = 16;
  private static final int SELF_TRADE_SHIFT = 24;

  /** All that a slot says of its command. */
  public static Input of(Command c) {
    return new Input(
        c.type,
        c.side,
        c.terms,
        c.symbol,
        c.timestampNs,
        c.clientKey,
        c.clientSequence,
        c.userId,
        c.orderId,
        c.price,
        c.quantity,
        c.amount,
        c.transactionId,
        c.currency,
        c.refusal,
        c.payload instanceof SymbolSpec spec ? spec : null,
        c.payload instanceof Naming naming ? naming : null,
        c.payload instanceof QueryPayload,
        words(c.instructions()));
  }

  private static List<Long> words(Instructions from) {
    List<Long> words = new ArrayList<>();
    for (int i = 0; from != null && i < Instructions.WORDS; i++) {
      words.add(from.word(i));
    }
    return List.copyOf(words);
  }

  /** Any command on an order, well-formed or not. */
  static Input order(
      byte type,
      long user,
      int symbol,
      long order,
      byte side,
      byte terms,
      long price,
      long quantity) {
    return new Input(
        type,
        side,
        terms,
        symbol,
        1,
        0,
        0,
        user,
        order,
        price,
        quantity,
        0,
        0,
        0,
        NOT_REFUSED,
        null,
        null,
        false,
        List.of());
  }

  static Input place(
      long user, int symbol, long order, Side side, TimeInForce kind, long price, long quantity) {
    return order(CommandType.PLACE, user, symbol, order, side.code(), kind.code(), price, quantity);
  }

  static Input stop(
      long user,
      int symbol,
      long order,
      Side side,
      OrderType type,
      TimeInForce kind,
      long price,
      long quantity,
      long trigger) {
    byte terms = (byte) (type.code() << 4 | kind.code());
    return order(CommandType.PLACE, user, symbol, order, side.code(), terms, price, quantity)
        .saying(TRIGGER_PRICE, trigger);
  }

  static Input cancel(long user, int symbol, long order) {
    return order(CommandType.CANCEL, user, symbol, order, (byte) 0, (byte) 0, 0, 0);
  }

  static Input reduce(long user, int symbol, long order, long quantity) {
    return order(CommandType.REDUCE, user, symbol, order, (byte) 0, (byte) 0, 0, quantity);
  }

  static Input move(long user, int symbol, long order, long price, long quantity) {
    return order(CommandType.MOVE, user, symbol, order, (byte) 0, (byte) 0, price, quantity);
  }

  /** Names the total, with what is filled. */
  static Input amend(long user, int symbol, long order, long price, long total) {
    return order(CommandType.AMEND, user, symbol, order, (byte) 0, (byte) 0, price, total);
  }

  /** The same with another trigger price. */
  Input triggeredAt(long ticks) {
    return saying(TRIGGER_PRICE, ticks);
  }

  static Input startAuction(int symbol) {
    return order(CommandType.START_AUCTION, 0, symbol, 0, (byte) 0, (byte) 0, 0, 0);
  }

  static Input uncross(int symbol) {
    return order(CommandType.UNCROSS, 0, symbol, 0, (byte) 0, (byte) 0, 0, 0);
  }

  static Input setState(int symbol, int code) {
    return order(CommandType.SET_STATE, 0, symbol, 0, (byte) 0, (byte) code, 0, 0);
  }

  static Input endSession(int symbol) {
    return order(CommandType.END_SESSION, 0, symbol, 0, (byte) 0, (byte) 0, 0, 0);
  }

  /**
   * Cancels orders of a user, or if it is 0 of all.
   *
   * @param side 2: of both sides
   */
  static Input massCancel(long user, int symbol, int side) {
    return order(CommandType.MASS_CANCEL, user, symbol, 0, (byte) side, (byte) 0, 0, 0);
  }

  static Input tick(int symbol) {
    return order(CommandType.TICK, 0, symbol, 0, (byte) 0, (byte) 0, 0, 0);
  }

  static Input addUser(long user) {
    return order(CommandType.ADD_USER, user, 0, 0, (byte) 0, (byte) 0, 0, 0);
  }

  static Input suspendUser(long user) {
    return order(CommandType.SUSPEND_USER, user, 0, 0, (byte) 0, (byte) 0, 0, 0);
  }

  static Input resumeUser(long user) {
    return ofUser(CommandType.RESUME_USER, user);
  }

  static Input selfTradeGroup(long user, long group) {
    return order(CommandType.SET_SELF_TRADE_GROUP, user, 0, group, (byte) 0, (byte) 0, 0, 0);
  }

  private static Input ofUser(byte type, long user) {
    return order(type, user, 0, 0, (byte) 0, (byte) 0, 0, 0);
  }

  static Input adjust(long user, int currency, long amount, long transaction) {
    return money(CommandType.ADJUST_BALANCE, user, currency, amount, transaction);
  }

  static Input withdrawFees(int currency, long amount) {
    return money(CommandType.WITHDRAW_FEES, 0, currency, amount, 0);
  }

  static Input transfer(long from, long to, int currency, long amount, long transaction) {
    Command c = new Command();
    money(CommandType.TRANSFER, from, currency, amount, transaction).fill(c, null);
    c.orderId = to;
    return of(c);
  }

  private static Input money(byte type, long user, int currency, long amount, long transaction) {
    Command c = new Command();
    c.type = type;
    c.timestampNs = 1;
    c.userId = user;
    c.currency = currency;
    c.amount = amount;
    c.transactionId = transaction;
    return of(c);
  }

  static Input addSymbol(SymbolSpec spec) {
    return addSymbol(spec.symbol(), spec);
  }

  static Input addSymbol(int symbol, SymbolSpec spec) {
    return other(CommandType.ADD_SYMBOL, symbol, spec, false);
  }

  static Input addCurrency(int currency, String name, int decimals) {
    Input in = money(CommandType.ADD_CURRENCY, 0, currency, 0, 0);
    return in.naming(new Naming(name, decimals, 0));
  }

  private Input naming(Naming given) {
    Command c = new Command();
    fill(c, null);
    c.payload = given;
    return of(c);
  }

  static Input nop() {
    return other(CommandType.NOP, 0, null, false);
  }

  static Input asking() {
    return other(CommandType.QUERY, 0, null, true);
  }

  /** A command of any type that says next to nothing. */
  static Input other(byte type, int symbol, SymbolSpec spec, boolean query) {
    return new Input(
        type,
        (byte) 0,
        (byte) 0,
        symbol,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        NOT_REFUSED,
        spec,
        null,
        query,
        List.of());
  }

  /** The same, sent by a client. */
  Input from(long key, long sequence) {
    return with(timestampNs, key, sequence, refusal, instructions);
  }

  /** The same at another time. */
  Input at(long time) {
    return with(time, clientKey, clientSequence, refusal, instructions);
  }

  /** The same, refused by a door. */
  Input refusedWith(byte code) {
    return with(timestampNs, clientKey, clientSequence, code, instructions);
  }

  /** The same with one word of the optional part set. */
  Input saying(int word, long value) {
    List<Long> words = new ArrayList<>(instructions);
    while (words.size() < Instructions.WORDS) {
      words.add(0L);
    }
    words.set(word, value);
    boolean says = words.stream().anyMatch(w -> w != 0);
    return with(
        timestampNs, clientKey, clientSequence, refusal, says ? List.copyOf(words) : List.of());
  }

  /** The same, triggered so far behind its best price: in ticks (0) or ppm (1). */
  Input trailing(long offset, int unit) {
    return saying(TRAILING, offset).mode(UNIT_SHIFT, unit);
  }

  /** How far it trails its best price; 0: it does not. */
  long trailing() {
    return instructions.isEmpty() ? 0 : instructions.get(TRAILING);
  }

  /** Whether it trails by an offset in ppm. */
  boolean trailsInPpm() {
    return !instructions.isEmpty() && (instructions.get(MODES) >> UNIT_SHIFT & 255) == 1;
  }

  /** The same, post only: 1 is refused where it would take, 2 slides. */
  Input postOnly(int code) {
    return mode(POST_ONLY_SHIFT, code);
  }

  /** The same with a mode of self-trades, from 0 to 4. */
  Input selfTrade(int code) {
    return mode(SELF_TRADE_SHIFT, code);
  }

  private Input mode(int shift, long code) {
    long modes = instructions.isEmpty() ? 0 : instructions.get(MODES);
    return saying(MODES, (modes & ~(255L << shift)) | code << shift);
  }

  /** The same, cancelled whole if it is not filled so many lots at once. */
  Input atLeast(long lots) {
    return saying(MIN_QUANTITY, lots);
  }

  /** The same, showing so many lots at most. */
  Input showing(long lots) {
    return saying(DISPLAY_QUANTITY, lots);
  }

  /** The lots that it shows at most; 0: all. */
  long displayQuantity() {
    return instructions.isEmpty() ? 0 : instructions.get(DISPLAY_QUANTITY);
  }

  /** The same, spending so much money instead of naming lots. */
  Input spending(long budget) {
    return saying(BUDGET, budget);
  }

  /** The money that it spends; 0: it names lots. */
  long budget() {
    return instructions.isEmpty() ? 0 : instructions.get(BUDGET);
  }

  /** The same, the other leg of an order. */
  Input linkedTo(long order) {
    return saying(LINKED_ORDER, order);
  }

  /** The order of which it is the other leg; 0: of none. */
  long linkedOrder() {
    return instructions.isEmpty() ? 0 : instructions.get(LINKED_ORDER);
  }

  /** The lots that it must be filled at once; 0: any. */
  long minQuantity() {
    return instructions.isEmpty() ? 0 : instructions.get(MIN_QUANTITY);
  }

  /** The same, good till this time. */
  Input until(long time) {
    return saying(EXPIRE_TIME, time);
  }

  /** When it expires; 0: never. */
  long expireTime() {
    return instructions.isEmpty() ? 0 : instructions.get(EXPIRE_TIME);
  }

  /** The code of post only; 0: it may take. */
  int postOnly() {
    return instructions.isEmpty() ? 0 : (int) (instructions.get(MODES) >> POST_ONLY_SHIFT) & 255;
  }

  /** The mode of self-trades; 0: they trade. */
  int selfTrade() {
    return instructions.isEmpty() ? 0 : (int) (instructions.get(MODES) >> SELF_TRADE_SHIFT) & 255;
  }

  /** The price at which it is triggered; 0: none. */
  long triggerPrice() {
    return instructions.isEmpty() ? 0 : instructions.get(TRIGGER_PRICE);
  }

  /**
   * The same without client, time and a door's verdict: equal for a command that is sent again. A
   * query becomes a NOP, as it is logged.
   */
  Input content() {
    return new Input(
        type == CommandType.QUERY ? CommandType.NOP : type,
        side,
        terms,
        symbol,
        1,
        0,
        0,
        userId,
        orderId,
        price,
        quantity,
        amount,
        transactionId,
        currency,
        NOT_REFUSED,
        NaiveSymbols.specifies(type) ? spec : null,
        type == CommandType.ADD_CURRENCY ? naming : null,
        false,
        instructions);
  }

  private Input with(long time, long key, long sequence, byte code, List<Long> words) {
    return new Input(
        type,
        side,
        terms,
        symbol,
        time,
        key,
        sequence,
        userId,
        orderId,
        price,
        quantity,
        amount,
        transactionId,
        currency,
        code,
        spec,
        naming,
        query,
        words);
  }

  /**
   * Writes all of it into a slot.
   *
   * @param question what a command that carries a query is to carry
   */
  public void fill(Command c, QueryPayload question) {
    c.type = type;
    c.side = side;
    c.terms = terms;
    c.symbol = symbol;
    c.timestampNs = timestampNs;
    c.clientKey = clientKey;
    c.clientSequence = clientSequence;
    c.userId = userId;
    c.orderId = orderId;
    c.price = price;
    c.quantity = quantity;
    c.amount = amount;
    c.transactionId = transactionId;
    c.currency = currency;
    c.refusal = refusal;
    if (instructions.isEmpty()) {
      c.shorten();
    } else {
      Instructions to = c.extend();
      for (int i = 0; i < Instructions.WORDS; i++) {
        to.word(i, instructions.get(i));
      }
    }
    // A query of another type of command is as good as nothing.
    Object named = spec == null ? naming : spec;
    c.payload = query && type == CommandType.QUERY ? question : named;
  }
}
