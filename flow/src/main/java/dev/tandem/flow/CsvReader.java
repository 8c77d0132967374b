package dev.tandem.flow;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads Tandem's own csv format, version 1. Syntax is checked here; whether a price, size or order
 * makes sense is for the kernel to answer.
 */
final class CsvReader {

  /** The first line of such a file. */
  static final String VERSION_LINE = "#tandem-csv 1";

  /** How the first line begins in every version. */
  static final String MAGIC = "#tandem-csv";

  /** The second line. */
  static final String HEADER = "timeNs,symbol,command,userId,orderId,side,type,price,quantity";

  private static final int TIME = 0;
  private static final int SYMBOL = 1;
  private static final int COMMAND = 2;
  private static final int USER = 3;
  private static final int ORDER = 4;
  private static final int SIDE = 5;
  private static final int TYPE = 6;
  private static final int PRICE = 7;
  private static final int QUANTITY = 8;
  private static final int FIELDS = 9;

  /** All terms by their names. */
  private static final Map<String, Byte> TERMS = new HashMap<>();

  static {
    for (TimeInForce time : TimeInForce.values()) {
      for (OrderType type : OrderType.values()) {
        byte terms = OrderTerms.of(type, time);
        TERMS.put(OrderTerms.nameOf(terms), terms);
      }
    }
  }

  private final InputFile file;
  private final LineScanner lines;
  private final Flow flow = new Flow(FlowFormat.CSV);
  private final FlowCommand next = new FlowCommand();
  private final Map<Integer, Integer> symbolIndexes = new HashMap<>();
  private int lastSymbol = -1;
  private int lastSymbolIndex;
  private long number;
  private long lastTime;

  private CsvReader(InputFile file) {
    this.file = file;
    this.lines = new LineScanner(file);
  }

  static Flow read(InputFile file) {
    return new CsvReader(file).readAll();
  }

  private Flow readAll() {
    if (!lines.next() || !lines.line().equals(VERSION_LINE)) {
      throw new BadInputException(file.path() + ":1: expected \"" + VERSION_LINE + "\"");
    }
    if (!lines.next() || !lines.line().equals(HEADER)) {
      throw new BadInputException(file.path() + ":2: expected the header " + HEADER);
    }
    while (lines.next()) {
      if (!lines.isBlankOrComment()) {
        readLine();
      }
    }
    return flow;
  }

  private void readLine() {
    lines.expectFields(FIELDS, HEADER);
    long time = lines.number(TIME, "timeNs", 1, Long.MAX_VALUE);
    if (time < lastTime) {
      throw lines.bad(TIME, "timeNs", "not less than the one before, " + lastTime);
    }
    lastTime = time;
    byte type = type();
    if (type == CommandType.TRANSFER) {
      readTransfer(time);
      return;
    }
    if (type == CommandType.SET_SELF_TRADE_GROUP) {
      readGroup(time);
      return;
    }
    boolean ofOrder = !CommandType.isAdministrative(type);
    boolean place = type == CommandType.PLACE;
    boolean priced = place || CommandType.mayMove(type);
    long orderId = 0;
    long user = 0;
    long price = type == CommandType.UNCROSS ? Flow.UNCHECKED : 0;
    long quantity = Flow.UNCHECKED;
    if (ofOrder) {
      orderId = lines.number(ORDER, "orderId", Long.MIN_VALUE, Long.MAX_VALUE);
      user =
          lines.isEmpty(USER)
              ? Flow.userOf(orderId)
              : lines.number(USER, "userId", 1, Long.MAX_VALUE);
    } else {
      expectEmpty(ORDER, "orderId");
      if (type != CommandType.MASS_CANCEL) {
        expectEmpty(USER, "userId");
      } else if (!lines.isEmpty(USER)) {
        user = lines.number(USER, "userId", 1, Long.MAX_VALUE);
      }
    }
    if (priced) {
      price = lines.number(PRICE, "price", Long.MIN_VALUE, Long.MAX_VALUE);
    } else if (type == CommandType.UNCROSS && !lines.isEmpty(PRICE)) {
      price = lines.number(PRICE, "price", 0, Long.MAX_VALUE);
    } else {
      expectEmpty(PRICE, "price");
    }
    if (priced || type == CommandType.REDUCE) {
      quantity = lines.number(QUANTITY, "quantity", Long.MIN_VALUE, Long.MAX_VALUE);
    } else if (CsvWriter.hasNoQuantity(type)) {
      expectEmpty(QUANTITY, "quantity");
    } else if (!lines.isEmpty(QUANTITY)) {
      quantity = lines.number(QUANTITY, "quantity", 0, Long.MAX_VALUE);
    }
    byte side = Side.BUY_CODE;
    if (type == CommandType.MASS_CANCEL && lines.isEmpty(SIDE)) {
      side = Side.BOTH_CODE;
    } else if (place || type == CommandType.MASS_CANCEL) {
      side = side();
    } else {
      expectEmpty(SIDE, "side");
    }
    next.postOnly = 0;
    next.minQuantity = 0;
    next.displayQuantity = 0;
    next.triggerPrice = 0;
    next.trailing = 0;
    next.inPpm = false;
    next.linkedOrder = 0;
    next.budget = 0;
    next.selfTrade = 0;
    next.expireTime = 0;
    byte terms = place ? terms() : 0;
    if (type == CommandType.SET_STATE) {
      terms = state();
    } else if (type == CommandType.AMEND) {
      amendedTrigger();
    } else if (!place) {
      expectEmpty(TYPE, "type");
    }
    next.timeNs = time;
    next.symbol = symbol();
    next.type = type;
    next.userId = user;
    next.orderId = orderId;
    next.side = side;
    next.terms = terms;
    next.price = price;
    next.quantity = quantity;
    next.number = number++;
    next.line = lines.lineNumber();
    flow.add(next);
  }

  /** What a user pays to another: the payee stands for the order, the amount for the quantity. */
  private void readTransfer(long time) {
    next.clear();
    next.userId = lines.number(USER, "userId", 1, Long.MAX_VALUE);
    next.payeeId = lines.number(ORDER, "orderId", Long.MIN_VALUE, Long.MAX_VALUE);
    expectEmpty(SIDE, "side");
    expectEmpty(PRICE, "price");
    long amount = lines.number(QUANTITY, "quantity", Long.MIN_VALUE, Long.MAX_VALUE);
    String text = lines.text(TYPE);
    String quote = CsvWriter.QUOTE + CsvWriter.TRANSACTION;
    String base = CsvWriter.BASE + CsvWriter.TRANSACTION;
    boolean isQuote = text.startsWith(quote);
    if (!isQuote && !text.startsWith(base)) {
      throw badTransfer();
    }
    long transaction;
    try {
      transaction = Long.parseLong(text.substring((isQuote ? quote : base).length()));
    } catch (NumberFormatException e) {
      throw (BadInputException) badTransfer().initCause(e);
    }
    next.symbol = symbol();
    SymbolSpec spec = flow.symbols().get(next.symbol).spec();
    next.timeNs = time;
    next.type = CommandType.TRANSFER;
    next.currency(isQuote ? spec.quoteCurrency() : spec.baseCurrency(), amount, transaction);
    next.number = number++;
    next.line = lines.lineNumber();
    flow.add(next);
  }

  /** A user and, where others have the order, the self-trade group. */
  private void readGroup(long time) {
    next.clear();
    next.userId = lines.number(USER, "userId", 1, Long.MAX_VALUE);
    next.orderId = lines.number(ORDER, "orderId", Long.MIN_VALUE, Long.MAX_VALUE);
    expectEmpty(SIDE, "side");
    expectEmpty(TYPE, "type");
    expectEmpty(PRICE, "price");
    expectEmpty(QUANTITY, "quantity");
    next.symbol = symbol();
    next.timeNs = time;
    next.type = CommandType.SET_SELF_TRADE_GROUP;
    next.number = number++;
    next.line = lines.lineNumber();
    flow.add(next);
  }

  private BadInputException badTransfer() {
    return lines.bad(TYPE, "type", "BASE or QUOTE, and behind it transaction=ID");
  }

  private byte type() {
    for (byte type : CsvWriter.COMMANDS) {
      if (lines.is(COMMAND, CommandType.nameOf(type))) {
        return type;
      }
    }
    throw lines.bad(
        COMMAND,
        "command",
        "PLACE, CANCEL, REDUCE, MOVE, AMEND, START_AUCTION, UNCROSS, SET_STATE, END_SESSION,"
            + " MASS_CANCEL, TICK, TRANSFER or SET_SELF_TRADE_GROUP");
  }

  private byte side() {
    if (lines.is(SIDE, "B")) {
      return Side.BUY_CODE;
    }
    if (lines.is(SIDE, "S")) {
      return Side.SELL_CODE;
    }
    throw lines.bad(SIDE, "side", "B or S");
  }

  /** The time in force, and behind it what else the order says. */
  private byte terms() {
    int terms = lines.termsOrNone(TYPE);
    if (terms >= 0) {
      return (byte) terms;
    }
    String text = lines.text(TYPE);
    int said = text.indexOf('=');
    int end = said < 0 ? text.length() : Math.max(0, text.lastIndexOf(' ', said));
    for (String word : text.substring(end).split(" ", -1)) {
      instruct(word);
    }
    Byte named = TERMS.get(text.substring(0, end));
    boolean posts = named != null && OrderTerms.isLimit(named) && OrderTerms.rests(named);
    boolean fits = next.postOnly == 0 || (posts && next.minQuantity == 0);
    if (named == null || !fits) {
      throw badType();
    }
    return named;
  }

  /** One word behind the terms. */
  private void instruct(String word) {
    String said = " " + word;
    if (said.startsWith(CsvWriter.MIN_QUANTITY)) {
      next.minQuantity = number(said, CsvWriter.MIN_QUANTITY);
    } else if (said.startsWith(CsvWriter.DISPLAY_QUANTITY)) {
      next.displayQuantity = number(said, CsvWriter.DISPLAY_QUANTITY);
    } else if (said.startsWith(CsvWriter.EXPIRE_TIME)) {
      next.expireTime = number(said, CsvWriter.EXPIRE_TIME);
    } else if (said.startsWith(CsvWriter.TRIGGER)) {
      next.triggerPrice = number(said, CsvWriter.TRIGGER);
    } else if (said.startsWith(CsvWriter.TRAILING)) {
      next.inPpm = said.endsWith(CsvWriter.PPM);
      int end = said.length() - (next.inPpm ? CsvWriter.PPM.length() : 0);
      next.trailing = number(said.substring(0, end), CsvWriter.TRAILING);
    } else if (said.startsWith(CsvWriter.LINKED_ORDER)) {
      next.linkedOrder = number(said, CsvWriter.LINKED_ORDER);
    } else if (said.startsWith(CsvWriter.BUDGET)) {
      next.budget = number(said, CsvWriter.BUDGET);
    } else if (said.startsWith(CsvWriter.SELF_TRADE)) {
      next.selfTrade = selfTrade(said);
    } else if (!word.isEmpty()) {
      next.postOnly = postOnly(said);
    }
  }

  private byte postOnly(String said) {
    for (PostOnly mode : PostOnly.values()) {
      if (said.equals(CsvWriter.POST_ONLY + mode)) {
        return (byte) mode.code();
      }
    }
    throw badType();
  }

  private byte selfTrade(String said) {
    for (SelfTrade mode : SelfTrade.values()) {
      if (mode != SelfTrade.NONE && said.equals(CsvWriter.SELF_TRADE + mode)) {
        return (byte) mode.code();
      }
    }
    throw badType();
  }

  private long number(String said, String behind) {
    try {
      long number = Long.parseLong(said.substring(behind.length()));
      if (number != 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw (BadInputException) badType().initCause(e);
    }
    throw badType();
  }

  private BadInputException badType() {
    return lines.bad(
        TYPE,
        "type",
        TimeInForce.listed()
            + ", in front of it another order type than LIMIT, behind it expireTime=NS,"
            + " minQuantity=LOTS or displayQuantity=LOTS or trigger=PRICE or trailing=TICKS or trailing=PARTSppm or"
            + " budget=UNITS or linkedOrder=ID or selfTrade=MODE; or where it rests postOnly=REJECT or SLIDE");
  }

  /** What an AMEND may say: nothing, or the trigger of its order. */
  private void amendedTrigger() {
    String said = " " + lines.text(TYPE);
    if (said.startsWith(CsvWriter.TRIGGER)) {
      next.triggerPrice = number(said, CsvWriter.TRIGGER);
    } else {
      expectEmpty(TYPE, "type");
    }
  }

  private byte state() {
    for (SymbolState state : SymbolState.values()) {
      if (lines.is(TYPE, state.name())) {
        return state.code();
      }
    }
    throw lines.bad(TYPE, "type", "a state of a symbol");
  }

  private void expectEmpty(int field, String name) {
    if (!lines.isEmpty(field)) {
      throw lines.bad(field, name, "nothing for " + lines.text(COMMAND));
    }
  }

  private int symbol() {
    int id = (int) lines.number(SYMBOL, "symbol", 0, Integer.MAX_VALUE);
    if (id != lastSymbol) {
      Integer known = symbolIndexes.get(id);
      lastSymbol = id;
      lastSymbolIndex = known != null ? known : addSymbol(id);
    }
    return lastSymbolIndex;
  }

  private int addSymbol(int id) {
    int index = flow.symbols().size();
    flow.addSymbol(FlowSymbol.of(index, Integer.toString(id), file.path(), 1, 0, 0));
    symbolIndexes.put(id, index);
    return index;
  }
}
