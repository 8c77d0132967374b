package dev.tandem.core.risk;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.IdIndex;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.Trades;
import java.util.Arrays;
import java.util.List;

/**
 * One shard of the risk stage: what its users own, and what is held for their live orders.
 *
 * <p>It works in two steps on one thread. {@link #hold} runs before matching: it refuses what the
 * user may not do or cannot pay, and reserves the worst case. {@link #settle} runs after matching
 * over the same commands: it pays for the trades and releases what is no longer needed. All holds
 * of a group precede all its settlements, which precede the holds of the next group.
 *
 * <p>What is held for an order is always, between groups, exactly what its open quantity needs at
 * its limit: for a buy the notional and the higher of the two fee rates on it, for a sell the lots.
 *
 * <p>A user id belongs to the shard {@code floorMod(userId, shardCount)}. Commands of other users
 * pass untouched, apart from symbols and the supply of currencies, which every shard knows. Used by
 * one thread at a time.
 */
public final class RiskEngine {

  private static final byte UNKNOWN_ORDER = ResultCode.UNKNOWN_ORDER.code();

  private final int shard;
  private final int shardCount;
  private final Users users;
  private final Accounts accounts;
  private final HeldOrders orders;

  private final IdIndex symbols = new IdIndex(64);
  private SymbolSpec[] specs = new SymbolSpec[64];
  private int[] quoteNumbers = new int[64];

  /**
   * @param shard number of this shard, from 0
   * @param shardCount number of risk shards of the kernel
   * @param expectedUsers users of this shard it has room for before it grows
   * @param expectedOrders live orders of this shard it has room for before it grows
   */
  public RiskEngine(int shard, int shardCount, int expectedUsers, int expectedOrders) {
    if (shard < 0 || shard >= shardCount) {
      throw new IllegalArgumentException("shard " + shard + ", expected 0 to " + (shardCount - 1));
    }
    this.shard = shard;
    this.shardCount = shardCount;
    this.users = new Users(expectedUsers);
    this.accounts = new Accounts(expectedUsers * 2);
    this.orders = new HeldOrders(expectedOrders);
  }

  /** First step: refuses the command or reserves what it may cost. */
  public void hold(Command c) {
    switch (c.type) {
      case CommandType.PLACE -> {
        if (isOurs(c)) {
          holdPlace(c);
        }
      }
      case CommandType.MOVE -> {
        if (isOurs(c)) {
          holdMove(c);
        }
      }
      case CommandType.ADD_USER, CommandType.SUSPEND_USER, CommandType.RESUME_USER -> {
        if (isOurs(c)) {
          c.result = users.apply(c.type, c.userId).code();
        }
      }
      case CommandType.ADJUST_BALANCE -> {
        if (isOurs(c)) {
          c.result = adjust(c).code();
        }
      }
      case CommandType.ADD_SYMBOL -> addSymbol(c);
      default -> {
        // Not the risk stage's.
      }
    }
  }

  /** Second step: pays for what matching did and releases what is no longer needed. */
  public void settle(Command c) {
    switch (c.type) {
      case CommandType.PLACE -> settlePlace(c);
      case CommandType.MOVE -> settleMove(c);
      case CommandType.CANCEL, CommandType.REDUCE -> {
        if (owns(c.userId)) {
          settleReduction(c);
        }
      }
      case CommandType.UNCROSS -> settleUncross(c);
      case CommandType.ADJUST_BALANCE -> {
        if (c.result == ResultCode.OK_CODE) {
          accounts.addSupply(accounts.currency(c.currency), c.amount);
        }
      }
      default -> {
        // Nothing to pay.
      }
    }
  }

  private boolean owns(long userId) {
    return shardCount == 1 || Math.floorMod(userId, shardCount) == shard;
  }

  /** Whether this shard answers the command; only the owner may read or write its result. */
  private boolean isOurs(Command c) {
    return owns(c.userId) && !c.isRejected();
  }

  private void holdPlace(Command c) {
    int user = users.find(c.userId);
    if (user == IdIndex.ABSENT) {
      c.reject(ResultCode.UNKNOWN_USER);
      return;
    }
    if (users.isSuspended(user)) {
      c.reject(ResultCode.USER_SUSPENDED);
      return;
    }
    int symbol = symbols.find(c.symbol);
    if (symbol == IdIndex.ABSENT) {
      c.reject(ResultCode.UNKNOWN_SYMBOL);
      return;
    }
    SymbolSpec spec = specs[symbol];
    boolean buy = c.side == Side.BUY_CODE;
    long need = requirement(spec, buy, c.price, c.quantity);
    if (need == Money.OVERFLOW) {
      c.reject(ResultCode.OVERFLOW);
      return;
    }
    if (orders.find(c.userId, c.symbol, c.orderId) != HeldOrders.NONE) {
      c.reject(ResultCode.DUPLICATE_ORDER_ID);
      return;
    }
    int account = accounts.find(user, buy ? spec.quoteCurrency() : spec.baseCurrency());
    if (account == IdIndex.ABSENT || accounts.available(account) < need) {
      c.reject(ResultCode.INSUFFICIENT_FUNDS);
      return;
    }
    accounts.hold(account, need);
    int proceeds = accounts.open(user, buy ? spec.baseCurrency() : spec.quoteCurrency());
    int order = orders.add(c.userId, c.symbol, c.orderId, c.side);
    orders.describe(order, user, symbol, account, proceeds);
    orders.price(order, c.price);
    orders.open(order, c.quantity);
    orders.held(order, need);
    orders.settle(order);
    users.countOrders(user, 1);
    c.tag = order;
  }

  /** Reserves what the order may need at worst beyond what is held; settle releases the excess. */
  private void holdMove(Command c) {
    int order = orders.find(c.userId, c.symbol, c.orderId);
    if (order == HeldOrders.NONE) {
      c.reject(whyNoOrder(c));
      return;
    }
    if (users.isSuspended(orders.user(order))) {
      c.reject(ResultCode.USER_SUSPENDED);
      return;
    }
    ResultCode fault =
        c.quantity == 0 && !orders.isResized(order) ? holdPrice(c, order) : holdResize(c, order);
    if (fault != null) {
      c.reject(fault);
      return;
    }
    c.tag = order;
  }

  /**
   * Reserves for a move that keeps the quantity. Trades on the way pay out of the hold at one of
   * the group's prices, so all lots at the highest of them cover every way the group may go.
   */
  private ResultCode holdPrice(Command c, int order) {
    long price = Math.max(orders.highestPrice(order), c.price);
    long need = requirement(order, price, orders.mostOpen(order));
    if (need == Money.OVERFLOW) {
      return ResultCode.OVERFLOW;
    }
    // Up or down is a coin toss that no predictor knows: the usual way has no branch on it.
    long held = orders.held(order);
    long more = Math.max(need, held) - held;
    int account = orders.holdAccount(order);
    if (accounts.available(account) < more) {
      return ResultCode.INSUFFICIENT_FUNDS;
    }
    accounts.hold(account, more);
    orders.held(order, held + more);
    orders.highestPrice(order, price);
    return null;
  }

  /**
   * Reserves for a move that names a quantity, or comes after one in its group. What traded before
   * it in the group is paid out of what is held already and does not count towards its quantity, so
   * it needs all of its own beside that. Who has not so much, but enough if nothing traded, gets
   * the difference, and matching is told to refuse the move if something did.
   */
  private ResultCode holdResize(Command c, int order) {
    long mostOpen = orders.mostOpen(order);
    long quantity = c.quantity == 0 ? mostOpen : c.quantity;
    long need = requirement(order, c.price, quantity);
    if (need == Money.OVERFLOW) {
      return ResultCode.OVERFLOW;
    }
    int account = orders.holdAccount(order);
    long held = orders.held(order);
    long more = need;
    if (accounts.available(account) < need) {
      more = Math.max(need, held) - held;
      if (orders.isResized(order) || accounts.available(account) < more) {
        return ResultCode.INSUFFICIENT_FUNDS;
      }
      c.expectedOpen = mostOpen;
    }
    accounts.hold(account, more);
    orders.held(order, held + more);
    orders.resize(order, Math.max(mostOpen, quantity));
    return null;
  }

  private long requirement(int order, long price, long quantity) {
    boolean buy = orders.side(order) == Side.BUY_CODE;
    return requirement(specs[orders.symbol(order)], buy, price, quantity);
  }

  /** What a command got wrong that names no live order of its user. */
  private ResultCode whyNoOrder(Command c) {
    int user = users.find(c.userId);
    if (user == IdIndex.ABSENT) {
      return ResultCode.UNKNOWN_USER;
    }
    if (c.type == CommandType.MOVE && users.isSuspended(user)) {
      return ResultCode.USER_SUSPENDED;
    }
    return symbols.find(c.symbol) == IdIndex.ABSENT
        ? ResultCode.UNKNOWN_SYMBOL
        : ResultCode.UNKNOWN_ORDER;
  }

  /** The most that an order can cost its user, in its hold currency; or OVERFLOW. */
  private static long requirement(SymbolSpec spec, boolean buy, long price, long quantity) {
    long notional = Money.notional(spec, price, quantity);
    long fee = Money.feeUp(notional, Math.max(spec.makerFeePpm(), spec.takerFeePpm()));
    long money = Money.add(notional, fee);
    long lots = Money.multiply(quantity, spec.lotScale());
    // Both, then one of them: which side it is cannot be predicted.
    long need = buy ? money : lots;
    return notional < 0 ? Money.OVERFLOW : need;
  }

  private ResultCode adjust(Command c) {
    int user = users.find(c.userId);
    if (user == IdIndex.ABSENT) {
      return ResultCode.UNKNOWN_USER;
    }
    if (users.transactions().contains(user, c.transactionId)) {
      return ResultCode.DUPLICATE_TRANSACTION;
    }
    int account = accounts.find(user, c.currency);
    if (c.amount < 0) {
      if (account == IdIndex.ABSENT || accounts.available(account) < -c.amount) {
        return ResultCode.INSUFFICIENT_FUNDS;
      }
    } else if (Money.add(accounts.supply(accounts.currency(c.currency)), c.amount)
        == Money.OVERFLOW) {
      // An adjustment ends its group, so the supply is that after all earlier adjustments.
      return ResultCode.OVERFLOW;
    }
    accounts.credit(accounts.open(user, c.currency), c.amount);
    users.transactions().add(user, c.transactionId);
    return ResultCode.OK;
  }

  private void addSymbol(Command c) {
    if (c.isRejected()) {
      return;
    }
    int known = symbols.size();
    int symbol = symbols.findOrAdd(c.symbol);
    if (symbol != known) {
      // Every shard finds the same; one may say so.
      if (shard == 0) {
        c.reject(ResultCode.SYMBOL_EXISTS);
      }
      return;
    }
    if (symbol == specs.length) {
      specs = Arrays.copyOf(specs, symbol * 2);
      quoteNumbers = Arrays.copyOf(quoteNumbers, symbol * 2);
    }
    SymbolSpec spec = (SymbolSpec) c.payload;
    specs[symbol] = spec;
    quoteNumbers[symbol] = accounts.currency(spec.quoteCurrency());
    accounts.currency(spec.baseCurrency());
  }

  private void settlePlace(Command c) {
    boolean ours = owns(c.userId);
    if (c.isRejected()) {
      // A tag means that hold let it pass and matching refused it.
      if (ours && c.tag != HeldOrders.NONE) {
        orders.open(c.tag, 0);
        release(c.tag);
      }
      return;
    }
    if (c.trades.count() != 0) {
      settleTrades(c, ours);
    }
    if (ours && c.openQuantity != c.quantity) {
      orders.open(c.tag, c.openQuantity);
      release(c.tag);
    }
  }

  private void settleReduction(Command c) {
    if (c.result == ResultCode.OK_CODE) {
      orders.open(c.tag, c.openQuantity);
      release(c.tag);
    } else if (c.result == UNKNOWN_ORDER) {
      // Matching knows no users: found out here, where it costs nothing on the usual way.
      c.reject(whyNoOrder(c));
    }
  }

  private void settleMove(Command c) {
    boolean ours = owns(c.userId);
    if (c.isRejected()) {
      // Hold may have reserved more for an order that is gone, or that matching did not move.
      if (ours && c.tag != HeldOrders.NONE && orders.isLive(c.tag, c.orderId)) {
        release(c.tag);
      }
      return;
    }
    if (ours) {
      orders.price(c.tag, c.orderPrice);
    }
    if (c.trades.count() != 0) {
      if (ours) {
        // An earlier command of the group may have released what hold reserved for this one.
        orders.open(c.tag, c.openQuantity + c.filledQuantity);
        release(c.tag);
      }
      settleTrades(c, ours);
    }
    if (ours) {
      orders.open(c.tag, c.openQuantity);
      release(c.tag);
    }
  }

  private void settleTrades(Command c, boolean takerIsOurs) {
    SymbolSpec spec = specs[symbols.find(c.symbol)];
    Trades trades = c.trades;
    int n = trades.count();
    for (int i = 0; i < n; i++) {
      long price = trades.price(i);
      long quantity = trades.quantity(i);
      long notional = Money.notional(spec, price, quantity);
      if (takerIsOurs) {
        pay(spec, trades.takerTag(i), quantity, notional, spec.takerFeePpm());
      }
      if (owns(trades.makerUserId(i))) {
        int maker = trades.makerTag(i);
        pay(spec, maker, quantity, notional, spec.makerFeePpm());
        orders.open(maker, orders.open(maker) - quantity);
        release(maker);
      }
    }
  }

  private void settleUncross(Command c) {
    if (c.trades.count() == 0) {
      return;
    }
    SymbolSpec spec = specs[symbols.find(c.symbol)];
    Trades trades = c.trades;
    int n = trades.count();
    for (int i = 0; i < n; i++) {
      long quantity = trades.quantity(i);
      long notional = Money.notional(spec, trades.price(i), quantity);
      if (owns(trades.takerUserId(i))) {
        payInAuction(spec, trades.takerTag(i), quantity, notional);
      }
      if (owns(trades.makerUserId(i))) {
        payInAuction(spec, trades.makerTag(i), quantity, notional);
      }
    }
  }

  private void payInAuction(SymbolSpec spec, int order, long quantity, long notional) {
    pay(spec, order, quantity, notional, spec.takerFeePpm());
    orders.open(order, orders.open(order) - quantity);
    release(order);
  }

  /** Moves what one side of a trade pays out of its hold, and what it gets into its account. */
  private void pay(SymbolSpec spec, int order, long quantity, long notional, long feePpm) {
    long fee = Money.feeDown(notional, feePpm);
    long spent;
    long proceeds;
    if (orders.side(order) == Side.BUY_CODE) {
      spent = notional + fee;
      proceeds = quantity * spec.lotScale();
    } else {
      spent = quantity * spec.lotScale();
      proceeds = notional - fee;
    }
    orders.held(order, orders.held(order) - spent);
    accounts.spendHeld(orders.holdAccount(order), spent);
    accounts.credit(orders.proceedsAccount(order), proceeds);
    if (fee != 0) {
      accounts.addFee(quoteNumbers[orders.symbol(order)], fee);
    }
  }

  /** Brings what is held for an order to exactly what its open quantity needs. */
  private void release(int order) {
    long open = orders.open(order);
    long need = open == 0 ? 0 : requirement(order, orders.price(order), open);
    if (need < 0) {
      throw new IllegalStateException("an order needs more than was checked when it was held");
    }
    accounts.hold(orders.holdAccount(order), need - orders.held(order));
    orders.held(order, need);
    orders.settle(order);
    if (open == 0) {
      users.countOrders(orders.user(order), -1);
      orders.remove(order);
    }
  }

  /** One user of this shard, or null. Read between groups only. */
  public UserState user(long userId) {
    int user = users.find(userId);
    return user == IdIndex.ABSENT ? null : RiskReports.user(users, accounts, user);
  }

  /** All users of this shard, by rising id. Read between groups only. */
  public List<UserState> users() {
    return Arrays.stream(users.sortedIndexes())
        .mapToObj(user -> RiskReports.user(users, accounts, user))
        .toList();
  }

  /** This shard's part of each currency, by rising id. Read between groups only. */
  public List<CurrencyTotals> totals() {
    return RiskReports.totals(accounts);
  }

  /** Number of this shard, from 0. */
  public int shard() {
    return shard;
  }

  /** Whether no command has changed this shard yet. */
  public boolean isEmpty() {
    return users.size() + symbols.size() + accounts.currencies().size() == 0;
  }

  void measure(RiskCopy copy) {
    users.measure(copy);
    accounts.measure(copy);
  }

  void copyTo(RiskCopy copy) {
    users.copyTo(copy);
    accounts.copyTo(copy);
  }

  /** Puts users with what they own back into this shard, which is empty. */
  public RiskRestore restore() {
    return new RiskRestore(users, accounts);
  }

  /** Number of live orders of this shard's users. */
  public int openOrders() {
    return orders.size();
  }
}
