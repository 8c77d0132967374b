package dev.tandem.app.parity;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowCommand;
import dev.tandem.flow.FlowFormat;
import dev.tandem.flow.FlowSymbol;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import dev.tandem.flow.generator.SplitMix64;

/**
 * The flows that {@code tandem parity} generates: those of {@link FlowGenerator}, and between their
 * commands bursts that use an order id again at once. An order is placed, ended by a fill, a cancel
 * or an auction, and its id is placed again by the next commands, by the same user or another, in
 * the same symbol or another. A pipeline that does not wait for what is not settled yet comes to
 * something else there. Between the bursts users are suspended, paid in and out, pay each other,
 * and fees are withdrawn.
 *
 * <p>In every second flow users have little money. Makes one flow; used by one thread.
 */
final class ParityFlow {

  private static final int SYMBOLS = 4;
  private static final int USERS = 500;
  private static final long POOR = 700_000;
  private static final long MAKER_FEE_PPM = 100;
  private static final long TAKER_FEE_PPM = 250;

  /** A symbol that bursts alone trade in: their orders meet each other there. */
  private static final int OWN_SYMBOL = SYMBOLS;

  /** One in so many commands of the generator has a burst behind it. */
  private static final int BURST = 24;

  /** One in so many has a command about a user or money behind it. */
  private static final int ADMINISTRATION = 100;

  /** One in so many has a change of state behind it, and what that takes or not. */
  private static final int STATES = 600;

  /** Above the ids of the generator. */
  private static final long FIRST_ID = 1L << 40;

  /** Above the transactions that set the flow up. */
  private static final long FIRST_TRANSACTION = 1_000;

  private static final long PRICE = 100;

  /** Bids up to here meet nobody: the generator's prices are far above. */
  private static final int LOWEST = 50;

  private static final int MOST_LOTS = 20;

  private final Flow flow = new Flow(FlowFormat.CSV);
  private final FlowCommand next = new FlowCommand();
  private final SplitMix64 random;
  private final int commands;
  private final boolean risk;
  private final boolean isPoor;
  private long lastId = FIRST_ID;
  private long lastTransaction = FIRST_TRANSACTION;

  private ParityFlow(long seed, int commands, boolean risk) {
    this.random = new SplitMix64(seed * 31 + 7);
    this.commands = commands;
    this.risk = risk;
    this.isPoor = seed % 2 == 0;
  }

  /**
   * The flow of a seed.
   *
   * @param risk whether there are users to be suspended and paid
   */
  static Flow of(long seed, int commands, boolean risk) {
    Flow usual =
        FlowGenerator.generate(
            new FlowPlan(
                commands, seed, SYMBOLS, USERS, FlowMix.FULL, MAKER_FEE_PPM, TAKER_FEE_PPM));
    return new ParityFlow(seed, commands, risk).with(usual);
  }

  private Flow with(Flow usual) {
    if (isPoor) {
      // Orders that lack funds are refused, and so is every later command for them.
      flow.fund(POOR);
    }
    usual.symbols().forEach(flow::addSymbol);
    flow.addSymbol(
        FlowSymbol.of(
            OWN_SYMBOL, Integer.toString(OWN_SYMBOL + 1), null, 1, MAKER_FEE_PPM, TAKER_FEE_PPM));
    for (int i = 0; i < usual.size(); i++) {
      copy(usual, i);
      if (random.nextInt(BURST) == 0) {
        burst();
      }
      if (random.nextInt(STATES) == 0) {
        state();
      }
      if (risk && random.nextInt(ADMINISTRATION) == 0) {
        administer();
      }
    }
    return flow;
  }

  private void copy(Flow from, int i) {
    next.symbol = from.symbol(i);
    next.type = from.type(i);
    next.userId = from.userId(i);
    next.orderId = from.orderId(i);
    next.side = from.side(i);
    next.terms = from.terms(i);
    next.price = from.price(i);
    next.quantity = from.quantity(i);
    add();
  }

  /** An id is used, and used again once or more. */
  private void burst() {
    long id = random.nextInt(4) == 0 ? lastId : ++lastId;
    long user = user();
    int symbol = random.nextInt(2) == 0 ? OWN_SYMBOL : random.nextInt(SYMBOLS);
    useUp(user, symbol, id);
    for (int uses = 1 + random.nextInt(3); uses > 0; uses--) {
      switch (random.nextInt(6)) {
        case 0 -> useUp(user(), symbol, id);
        case 1 -> useUp(user, random.nextInt(SYMBOLS + 1), id);
        case 2 -> {
          rest(user, symbol, id);
          if (random.nextInt(2) == 0) {
            move(user, symbol, id);
          } else {
            amend(user, symbol, id);
          }
          cancel(user, symbol, id);
        }
        default -> useUp(user, symbol, id);
      }
    }
    if (random.nextInt(8) == 0) {
      rest(user, symbol, id);
    }
  }

  /** Places an order and ends it. */
  private void useUp(long user, int symbol, long id) {
    int way = random.nextInt(symbol == OWN_SYMBOL ? 64 : 24);
    if (way == 63) {
      paired(user, id);
    } else if (way >= 24) {
      filled(user, id);
    } else if (way < 12) {
      rest(user, symbol, id);
      cancel(user, symbol, id);
    } else if (way < 18) {
      place(user, symbol, id, side(), way < 15 ? TimeInForce.FOK : TimeInForce.IOC, PRICE, lots());
    } else if (way < 22) {
      long lots = lots();
      place(user, symbol, id, Side.BUY, TimeInForce.GTC, lowPrice(), lots);
      reduce(user, symbol, id, lots);
    } else if (risk) {
      // Refused while the user is suspended.
      userCommand(CommandType.SUSPEND_USER, user);
      rest(user, symbol, id);
      userCommand(CommandType.RESUME_USER, user);
      rest(user, symbol, id);
      cancel(user, symbol, id);
    }
  }

  /** The order rests, and another takes all of it. */
  private void filled(long user, long id) {
    Side side = side();
    long lots = lots();
    place(user, OWN_SYMBOL, id, side, TimeInForce.GTC, PRICE, lots);
    if (random.nextInt(12) == 0) {
      // A part of it trades, then its total is another: it may be less than that.
      place(user(), OWN_SYMBOL, ++lastId, other(side), TimeInForce.IOC, PRICE, lots / 2 + 1);
      amend(user, OWN_SYMBOL, id);
    }
    TimeInForce life = (lots & 1) == 0 ? TimeInForce.FOK : TimeInForce.IOC;
    place(user(), OWN_SYMBOL, ++lastId, other(side), life, PRICE, lots);
  }

  /** The order trades with another in an auction. */
  private void paired(long user, long id) {
    Side side = side();
    long lots = lots();
    bookCommand(CommandType.START_AUCTION);
    place(user, OWN_SYMBOL, id, side, TimeInForce.GTC, PRICE, lots);
    place(user(), OWN_SYMBOL, ++lastId, other(side), TimeInForce.GTC, PRICE, lots);
    bookCommand(CommandType.UNCROSS);
  }

  /** Any state, orders that it takes or not, and trading again. */
  private void state() {
    setState(SymbolState.values()[random.nextInt(SymbolState.values().length)]);
    for (int i = random.nextInt(6); i > 0; i--) {
      useUp(user(), OWN_SYMBOL, ++lastId);
    }
    // What an auction has left may cross.
    bookCommand(CommandType.START_AUCTION);
    bookCommand(CommandType.UNCROSS);
  }

  private void setState(SymbolState state) {
    next.clear();
    next.type = CommandType.SET_STATE;
    next.symbol = OWN_SYMBOL;
    next.terms = state.code();
    add();
  }

  /** A bid that does not trade; where money is thin it may hold most of what its user has. */
  private void rest(long user, int symbol, long id) {
    long price = lowPrice();
    long lots = isPoor && random.nextInt(3) == 0 ? POOR / price * 2 / 3 : lots();
    place(user, symbol, id, Side.BUY, TimeInForce.GTC, price, lots);
  }

  private void place(
      long user, int symbol, long id, Side side, TimeInForce type, long price, long lots) {
    order(CommandType.PLACE, user, symbol, id);
    next.side = side.code();
    next.terms = type.code();
    next.price = price;
    next.quantity = lots;
    add();
  }

  private void cancel(long user, int symbol, long id) {
    order(CommandType.CANCEL, user, symbol, id);
    next.quantity = Flow.UNCHECKED;
    add();
  }

  private void reduce(long user, int symbol, long id, long lots) {
    order(CommandType.REDUCE, user, symbol, id);
    next.quantity = lots;
    add();
  }

  private void move(long user, int symbol, long id) {
    order(CommandType.MOVE, user, symbol, id);
    next.price = lowPrice();
    next.quantity = random.nextInt(2) == 0 ? 0 : lots();
    add();
  }

  private void amend(long user, int symbol, long id) {
    order(CommandType.AMEND, user, symbol, id);
    next.price = random.nextInt(2) == 0 ? PRICE : lowPrice();
    next.quantity = lots();
    add();
  }

  private void order(byte type, long user, int symbol, long id) {
    next.clear();
    next.type = type;
    next.userId = user;
    next.symbol = symbol;
    next.orderId = id;
  }

  private void bookCommand(byte type) {
    next.clear();
    next.type = type;
    next.symbol = OWN_SYMBOL;
    next.price = type == CommandType.UNCROSS ? Flow.UNCHECKED : 0;
    next.quantity = next.price;
    add();
  }

  private void userCommand(byte type, long user) {
    next.clear();
    next.type = type;
    next.userId = user;
    add();
  }

  private void administer() {
    long amount = 1L + random.nextInt((int) POOR);
    switch (random.nextInt(8)) {
      // The user is there already.
      case 0 -> userCommand(CommandType.ADD_USER, user());
      case 1 -> money(CommandType.WITHDRAW_FEES, 0, FlowSymbol.QUOTE_CURRENCY, amount % 100 + 1);
      case 2, 3, 4 -> adjust(amount);
      case 5 -> transfer(amount);
      case 6 -> group();
      default -> adjust(-amount);
    }
  }

  /** A user is of one of two groups, or of none, until the next one comes. */
  private void group() {
    next.clear();
    next.type = CommandType.SET_SELF_TRADE_GROUP;
    next.userId = user();
    next.orderId = random.nextInt(3);
    add();
  }

  private void adjust(long amount) {
    money(CommandType.ADJUST_BALANCE, user(), currency(), amount);
    if (random.nextInt(16) == 0) {
      // The same transaction again.
      add();
    }
  }

  /** From one user to another, whose order may spend it at once; now and then sent again. */
  private void transfer(long amount) {
    next.clear();
    next.type = CommandType.TRANSFER;
    next.userId = user();
    next.payeeId = user();
    next.currency(currency(), amount, ++lastTransaction);
    add();
    if (random.nextInt(16) == 0) {
      add();
    }
    rest(next.payeeId, random.nextInt(SYMBOLS), ++lastId);
  }

  private void money(byte type, long user, int currency, long amount) {
    next.clear();
    next.type = type;
    next.userId = user;
    next.currency(currency, amount, type == CommandType.ADJUST_BALANCE ? ++lastTransaction : 0);
    add();
  }

  private int currency() {
    return random.nextInt(2) == 0
        ? FlowSymbol.QUOTE_CURRENCY
        : FlowSymbol.FIRST_BASE_CURRENCY + random.nextInt(SYMBOLS + 1);
  }

  private long user() {
    return 1L + random.nextInt(USERS);
  }

  private Side side() {
    return Side.of((byte) random.nextInt(2));
  }

  private static Side other(Side side) {
    return side == Side.BUY ? Side.SELL : Side.BUY;
  }

  private long lowPrice() {
    return 1L + random.nextInt(LOWEST);
  }

  private long lots() {
    return 1L + random.nextInt(MOST_LOTS);
  }

  private void add() {
    if (flow.size() == commands) {
      return;
    }
    int number = flow.size();
    next.timeNs = FlowGenerator.timeOf(number);
    next.number = number;
    next.line = number + 1L;
    flow.add(next);
  }
}
