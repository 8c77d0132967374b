package dev.tandem.core.command;

import java.util.Objects;

/** Fills a claimed slot: what each command needs, and nothing else. */
public final class Commands {

  private Commands() {}

  /** Changes nothing; for a slot that was claimed and then not needed. */
  public static void nop(Command c) {
    long sequence = c.sequence;
    c.clearInput();
    c.sequence = sequence;
  }

  /**
   * Places an order. Order ids are one name space for all users of a symbol: the id of a live order
   * of anybody is refused, and an id is free for the next command once its order is gone.
   *
   * @param price limit, in ticks
   * @param quantity in lots
   */
  public static void place(
      Command c,
      long userId,
      int symbol,
      long orderId,
      Side side,
      TimeInForce timeInForce,
      long price,
      long quantity) {
    place(c, userId, symbol, orderId, side, OrderType.LIMIT, timeInForce, price, quantity);
  }

  /**
   * Places an order of a type that has no trigger.
   *
   * @param price limit, in ticks; 0 for none, where the {@link OrderType} may lack it
   * @param quantity in lots
   */
  public static void place(
      Command c,
      long userId,
      int symbol,
      long orderId,
      Side side,
      OrderType type,
      TimeInForce timeInForce,
      long price,
      long quantity) {
    Objects.requireNonNull(side, "side");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(timeInForce, "timeInForce");
    c.type = CommandType.PLACE;
    order(c, userId, symbol, orderId);
    c.side = side.code();
    c.terms = OrderTerms.of(type, timeInForce);
    c.price = price;
    c.quantity = quantity;
  }

  /**
   * Places an order that sleeps until the symbol trades at its trigger price; see {@link
   * OrderType}. It is held for as a limit order. If the last price has reached the trigger already,
   * it is triggered at once.
   *
   * @param type one that has a trigger
   * @param price limit once it is triggered, in ticks
   * @param quantity in lots
   * @param triggerPrice in ticks
   */
  public static void placeStop(
      Command c,
      long userId,
      int symbol,
      long orderId,
      Side side,
      OrderType type,
      TimeInForce timeInForce,
      long price,
      long quantity,
      long triggerPrice) {
    place(c, userId, symbol, orderId, side, type, timeInForce, price, quantity);
    c.extend().triggerPrice(triggerPrice);
  }

  /**
   * Has the order of a PLACE, a {@link OrderType#TRAILING_STOP}, triggered so far behind the best
   * price since it came; another type is refused.
   *
   * @param offset ticks, or ppm of the best price and then below 1,000,000
   */
  public static void trailing(Command c, long offset, boolean inPpm) {
    c.instruct().trailing(offset, inPpm);
  }

  /**
   * Has the order of a PLACE not take: not as it enters, and not when it is moved. It is good till
   * cancelled and a limit order; another is refused.
   */
  public static void postOnly(Command c, PostOnly mode) {
    c.instruct().postOnly(Objects.requireNonNull(mode, "mode"));
  }

  /**
   * Has the order of a PLACE show at most so many lots while it rests. It takes with all its lots.
   * When trades have used up what it shows, it shows the next part, behind the other orders of its
   * price. For a limit order that may rest; another is refused.
   *
   * @param lots from 1 up to those of the order, and at least a thousandth of them
   */
  public static void displayQuantity(Command c, long lots) {
    c.instruct().displayQuantity(lots);
  }

  /**
   * Has the order of a PLACE cancelled whole unless it can be filled at least so many lots at once.
   * If it can, the minimum is done with, and the rest lives by its time in force. For a limit order
   * in continuous trading; another is refused.
   *
   * @param lots from 1 up to those of the order
   */
  public static void minQuantity(Command c, long lots) {
    c.instruct().minQuantity(lots);
  }

  /**
   * Says what becomes of the order of a PLACE where it would trade with another one of its user: as
   * it enters, and also when it is triggered or moved.
   */
  public static void selfTrade(Command c, SelfTrade mode) {
    c.instruct().selfTrade(Objects.requireNonNull(mode, "mode"));
  }

  /**
   * Makes the order of a PLACE the other leg of a live order of its user, symbol and side: the
   * first trade or trigger of one cancels the other, and so does all that removes one. One of them
   * is a limit order that rests and has not traded, the other one sleeps until its trigger.
   */
  public static void linkedOrder(Command c, long orderId) {
    c.instruct().linkedOrder(orderId);
  }

  /**
   * Places a market buy that spends an amount of money, and the fees on top of it: at each price as
   * many lots as what is left of it pays. What is left at the end comes back.
   *
   * @param price limit, in ticks; 0 for none
   * @param budget units of the quote currency, at least 1
   */
  public static void placeBudget(
      Command c, long userId, int symbol, long orderId, long price, long budget) {
    place(c, userId, symbol, orderId, Side.BUY, OrderType.MARKET, TimeInForce.IOC, price, 0);
    c.extend().budget(budget);
  }

  /**
   * Says when the order of a PLACE expires, which must be good till date. The first command of its
   * symbol at this time or later removes it, before anything else.
   *
   * @param timeNs nanoseconds since the epoch, above 0, and later than the command
   */
  public static void expireTime(Command c, long timeNs) {
    c.instruct().expireTime(timeNs);
  }

  /** Cancels all that is open of an order. */
  public static void cancel(Command c, long userId, int symbol, long orderId) {
    c.type = CommandType.CANCEL;
    order(c, userId, symbol, orderId);
  }

  /** Takes {@code quantity} lots off an order, which keeps its place; at most what is open. */
  public static void reduce(Command c, long userId, int symbol, long orderId, long quantity) {
    c.type = CommandType.REDUCE;
    order(c, userId, symbol, orderId);
    c.quantity = quantity;
  }

  /**
   * Gives an order another price and open quantity; it loses its place and may take.
   *
   * @param quantity the new open quantity in lots; 0 keeps what is open
   */
  public static void move(
      Command c, long userId, int symbol, long orderId, long price, long quantity) {
    c.type = CommandType.MOVE;
    order(c, userId, symbol, orderId);
    c.price = price;
    c.quantity = quantity;
  }

  /**
   * Gives an order another price and another total quantity, which counts what is filled of it:
   * open are then {@code quantity} less the filled lots, and where that is none the order is
   * cancelled. Fewer lots at its price, or as many, keep its place; otherwise it loses its place
   * and may take. One that is refused changes nothing.
   *
   * @param price limit in ticks, also where it stays as it is
   * @param quantity the new total in lots, at least 1
   */
  public static void amend(
      Command c, long userId, int symbol, long orderId, long price, long quantity) {
    c.type = CommandType.AMEND;
    order(c, userId, symbol, orderId);
    c.price = price;
    c.quantity = quantity;
  }

  /**
   * The same of an order that sleeps, with another trigger price; of another order it is refused.
   *
   * @param triggerPrice in ticks; 0 keeps the one that it has
   */
  public static void amend(
      Command c,
      long userId,
      int symbol,
      long orderId,
      long price,
      long quantity,
      long triggerPrice) {
    amend(c, userId, symbol, orderId, price, quantity);
    if (triggerPrice != 0) {
      c.extend().triggerPrice(triggerPrice);
    }
  }

  private static void order(Command c, long userId, int symbol, long orderId) {
    c.userId = userId;
    c.symbol = symbol;
    c.orderId = orderId;
  }

  /**
   * Sets the state of a symbol, which says what commands are taken. Refused if the symbol has it,
   * or if the book crosses and the state is one in which it may not.
   */
  public static void setState(Command c, int symbol, SymbolState state) {
    Objects.requireNonNull(state, "state");
    c.type = CommandType.SET_STATE;
    c.symbol = symbol;
    c.terms = state.code();
  }

  /** Sets the state AUCTION: orders accumulate until {@link #uncross}. */
  public static void startAuction(Command c, int symbol) {
    c.type = CommandType.START_AUCTION;
    c.symbol = symbol;
  }

  /** Ends a call auction at one price. */
  public static void uncross(Command c, int symbol) {
    c.type = CommandType.UNCROSS;
    c.symbol = symbol;
  }

  /**
   * Ends the session of a symbol, in whatever state it is: removes its orders that are good for the
   * day, the oldest first and at most 64. The answer's open quantity says how many are left; while
   * it is not 0, send the command again.
   */
  public static void endSession(Command c, int symbol) {
    c.type = CommandType.END_SESSION;
    c.symbol = symbol;
  }

  /**
   * Cancels orders of a symbol, at most 64: from each side the best first, then those that sleep.
   * The answer's open quantity says how many are left; while it is not 0, send the command again.
   *
   * @param userId whose orders; 0: those of all users
   */
  public static void massCancel(Command c, long userId, int symbol) {
    c.type = CommandType.MASS_CANCEL;
    c.userId = userId;
    c.symbol = symbol;
    c.side = Side.BOTH_CODE;
  }

  /** The same for the orders of one side. */
  public static void massCancel(Command c, long userId, int symbol, Side side) {
    Objects.requireNonNull(side, "side");
    massCancel(c, userId, symbol);
    c.side = side.code();
  }

  /**
   * Has a symbol do what is due: orders that have expired leave, at most 64, and those that are
   * triggered and wait take, at most 32. The answer's open quantity says how many are left; while
   * it is not 0, send the command again.
   */
  public static void tick(Command c, int symbol) {
    c.type = CommandType.TICK;
    c.symbol = symbol;
  }

  /** Adds a user, who owns nothing yet. */
  public static void addUser(Command c, long userId) {
    c.type = CommandType.ADD_USER;
    c.userId = userId;
  }

  /** Refuses a user's new orders and moves from now on. */
  public static void suspendUser(Command c, long userId) {
    c.type = CommandType.SUSPEND_USER;
    c.userId = userId;
  }

  /** Ends a suspension. */
  public static void resumeUser(Command c, long userId) {
    c.type = CommandType.RESUME_USER;
    c.userId = userId;
  }

  /**
   * Gives a user a self-trade group. Where an order names a mode of self-trades, orders of all
   * users of one group count as its own user's. It holds from now on, for orders that live already,
   * too.
   *
   * @param group any number; 0: the user is in none
   */
  public static void setSelfTradeGroup(Command c, long userId, long group) {
    c.type = CommandType.SET_SELF_TRADE_GROUP;
    c.userId = userId;
    c.orderId = group;
  }

  /**
   * Pays in or out, once per transaction id of the user. Ids rise; the last 64 of a user, up to his
   * highest, may come in any order, and older ones are refused.
   *
   * @param amount units of the currency; negative to pay out
   */
  public static void adjustBalance(
      Command c, long userId, int currency, long amount, long transactionId) {
    c.type = CommandType.ADJUST_BALANCE;
    c.userId = userId;
    c.currency = currency;
    c.amount = amount;
    c.transactionId = transactionId;
  }

  /**
   * Moves an amount from one user to another, whole or not at all. Only what the payer may spend
   * can be moved, nothing that is held for orders. It is done once per transaction id of the payer,
   * which is one of those of {@link #adjustBalance}; those of the payee are not touched.
   *
   * @param fromUserId who pays
   * @param toUserId who gets it, another user
   * @param amount units of the currency, at least 1
   */
  public static void transfer(
      Command c, long fromUserId, long toUserId, int currency, long amount, long transactionId) {
    c.type = CommandType.TRANSFER;
    c.userId = fromUserId;
    c.orderId = toUserId;
    c.currency = currency;
    c.amount = amount;
    c.transactionId = transactionId;
  }

  /**
   * Pays fees that trades have left with the exchange out of it. A client key and sequence make it
   * safe to send again.
   *
   * @param amount units of the currency, at least 1 and at most what was taken
   */
  public static void withdrawFees(Command c, int currency, long amount) {
    c.type = CommandType.WITHDRAW_FEES;
    c.currency = currency;
    c.amount = amount;
  }

  /** Says who sends a command, and as which of its commands; see {@link ClientWindow}. */
  public static void from(Command c, long clientKey, long clientSequence) {
    c.clientKey = clientKey;
    c.clientSequence = clientSequence;
  }

  /**
   * Has the kernel refuse a command that is complete: it changes nothing, but uses up its client's
   * sequence, is logged, and leaves its record among the events. So a command that is sent again
   * gets the same refusal, also after a restart. For doors, whose limits the kernel does not know.
   *
   * @param code one {@link ResultCode#isOfDoor of a door}
   */
  public static void refuse(Command c, ResultCode code) {
    Objects.requireNonNull(code, "code");
    if (!ResultCode.isOfDoor(code.code())) {
      throw new IllegalArgumentException(code + " is no refusal of a door");
    }
    c.refusal = code.code();
  }

  /** Adds a symbol, whose book is empty and in continuous trading. */
  public static void addSymbol(Command c, SymbolSpec spec) {
    Objects.requireNonNull(spec, "spec");
    c.type = CommandType.ADD_SYMBOL;
    c.symbol = spec.symbol();
    c.payload = spec;
  }

  /**
   * Gives a symbol the limits and protection points of a specification, of which all else must be
   * as the symbol has it.
   */
  public static void updateSymbol(Command c, SymbolSpec spec) {
    addSymbol(c, spec);
    c.type = CommandType.UPDATE_SYMBOL;
  }

  /**
   * Gives a currency a name, which no other has, and decimals.
   *
   * @param name as in {@link Naming#name}
   * @param decimals an amount of {@code a} units is written as {@code a / 10^decimals}
   * @throws IllegalArgumentException if the name is longer than 24, or has characters above 255
   */
  public static void addCurrency(Command c, int currency, String name, int decimals) {
    Objects.requireNonNull(name, "name");
    c.type = CommandType.ADD_CURRENCY;
    c.currency = currency;
    c.payload = new Naming(name, decimals, 0);
  }
}
