package dev.tandem.core.risk;

import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.IdIndex;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import java.util.Arrays;
import java.util.List;

/**
 * One shard of the risk stage: what its users own, and what is held for their live orders.
 *
 * <p>It works in two steps on one thread. {@link #hold} runs before matching: it refuses what the
 * user may not do or cannot pay, and reserves the worst case. {@link #settle} runs after matching
 * over the same commands, in the same order: it pays for the trades and releases what is no longer
 * needed.
 *
 * <p>Holds may run ahead of settlement, and yet the outcome of a command is that of an engine that
 * settles each command before it looks at the next: <em>a hold only ever reserves the worst case,
 * and settlement only ever gives back</em>. So what is granted before everything is settled would
 * be granted afterwards, too. What would be refused, or needs an exact figure, is not judged before
 * everything is settled. Users, symbols, deposits and transactions are the first step's alone, so
 * they are always exact.
 *
 * <p>What is held for an order is, when everything is settled, exactly what its open quantity needs
 * at its limit: for a buy the notional and the higher of the two fee rates on it, for a sell the
 * lots.
 *
 * <p>A user id belongs to the shard {@code floorMod(userId, shardCount)}; the fees are shard 0's.
 * Commands of other users pass untouched, apart from symbols and the supply of currencies, which
 * every shard knows. Used by one thread at a time.
 */
public final class RiskEngine {

  private final int shard;
  private final Users users;
  private final Accounts accounts;
  private final HeldOrders orders;

  /** Null if these orders have an index of their own, as they need where holds run ahead. */
  private final OrderFinder books;

  private final Funds funds;

  private final Symbols symbols;
  private final Settlement settlement;

  /** What the move that {@link #holdOnlyMove} granted needs. */
  private long moveNeed;

  /**
   * @param shard number of this shard, from 0
   * @param shardCount number of risk shards of the kernel
   * @param expectedUsers users of this shard it has room for before it grows
   * @param expectedOrders live orders of this shard it has room for before it grows
   */
  public RiskEngine(int shard, int shardCount, int expectedUsers, int expectedOrders) {
    this(shard, shardCount, expectedUsers, expectedOrders, null);
  }

  /**
   * The only shard, for a driver that settles each command before the next one is held: then the
   * books hold the same orders, and there is no need for a second index of them.
   */
  public RiskEngine(int expectedUsers, int expectedOrders, OrderFinder books) {
    this(0, 1, expectedUsers, expectedOrders, books);
  }

  private RiskEngine(
      int shard, int shardCount, int expectedUsers, int expectedOrders, OrderFinder books) {
    if (shard < 0 || shard >= shardCount) {
      throw new IllegalArgumentException("shard " + shard + ", expected 0 to " + (shardCount - 1));
    }
    this.shard = shard;
    this.users = new Users(expectedUsers);
    this.accounts = new Accounts(expectedUsers * 2);
    this.symbols = new Symbols(accounts);
    this.orders = new HeldOrders(expectedOrders, books == null);
    this.books = books;
    this.funds = new Funds(users, accounts);
    this.settlement = new Settlement(shard, shardCount, users, accounts, orders, symbols);
  }

  /**
   * First step: refuses the command or reserves what it may cost.
   *
   * @param settled whether every command before this one is settled
   * @return false if the command cannot be judged before they are; nothing was changed then. Never
   *     if they are
   */
  public boolean hold(Command c, boolean settled) {
    if (!settled && books != null) {
      throw new IllegalStateException("this shard is for commands that are settled one by one");
    }
    switch (c.type) {
      case CommandType.PLACE -> {
        return !isOurs(c) || holdPlace(c, settled);
      }
      case CommandType.MOVE -> {
        return !isOurs(c) || holdMove(c, settled);
      }
      case CommandType.CANCEL, CommandType.REDUCE -> {
        // Symbol and order are matching's to find. Whose order the books have is a user.
        if (isOurs(c)
            && (books == null || find(c) == HeldOrders.NONE)
            && users.find(c.userId) == IdIndex.ABSENT) {
          c.reject(ResultCode.UNKNOWN_USER);
        }
      }
      case CommandType.ADD_USER, CommandType.SUSPEND_USER, CommandType.RESUME_USER -> {
        if (isOurs(c)) {
          c.result = users.apply(c.type, c.userId).code();
        }
      }
      case CommandType.ADJUST_BALANCE -> {
        return c.isRejectedAtEntry() || funds.adjust(c, owns(c.userId), settled);
      }
      case CommandType.WITHDRAW_FEES -> {
        return c.isRejectedAtEntry() || shard != 0 || funds.withdrawFees(c, settled);
      }
      case CommandType.ADD_SYMBOL -> addSymbol(c);
      default -> {
        // Not the risk stage's.
      }
    }
    return true;
  }

  /** Second step: pays for what matching did and releases what is no longer needed. */
  public void settle(Command c) {
    switch (c.type) {
      case CommandType.PLACE -> settlePlace(c);
      case CommandType.MOVE -> settleMove(c);
      case CommandType.CANCEL, CommandType.REDUCE -> {
        if (c.result == ResultCode.OK_CODE && owns(c.userId)) {
          orders.open(c.tag, c.openQuantity);
          settlement.release(c.tag);
        }
      }
      case CommandType.UNCROSS -> settlement.uncross(c);
      case CommandType.ADJUST_BALANCE, CommandType.WITHDRAW_FEES -> funds.settle(c);
      default -> {
        // Nothing to pay.
      }
    }
  }

  /**
   * Loads what is held for orders. Changes nothing.
   *
   * @param tags handles that were given, or 0
   * @param n how many there are
   * @return something of all that was loaded; if the caller does not use it, nothing is loaded
   */
  public long touch(int[] tags, int n) {
    long loaded = 0;
    for (int i = 0; i < n; i++) {
      loaded ^= orders.touch(tags[i]);
    }
    return loaded;
  }

  private boolean owns(long userId) {
    return settlement.owns(userId);
  }

  /** Whether this shard holds for the command; only the owner may read or write its result. */
  private boolean isOurs(Command c) {
    return owns(c.userId) && !c.isRejectedAtEntry();
  }

  private boolean holdPlace(Command c, boolean settled) {
    int user = users.find(c.userId);
    if (user == IdIndex.ABSENT) {
      c.reject(ResultCode.UNKNOWN_USER);
      return true;
    }
    if (users.isSuspended(user)) {
      c.reject(ResultCode.USER_SUSPENDED);
      return true;
    }
    int symbol = symbols.find(c.symbol);
    if (symbol == IdIndex.ABSENT) {
      c.reject(ResultCode.UNKNOWN_SYMBOL);
      return true;
    }
    SymbolSpec spec = symbols.spec(symbol);
    boolean buy = c.side == Side.BUY_CODE;
    long need = Money.requirement(spec, buy, c.price, c.quantity);
    if (need == Money.OVERFLOW) {
      c.reject(ResultCode.OVERFLOW);
      return true;
    }
    boolean known = find(c) != HeldOrders.NONE;
    if (known && !settled) {
      return false;
    }
    int account = accounts.find(user, buy ? spec.quoteCurrency() : spec.baseCurrency());
    if (account == IdIndex.ABSENT || accounts.available(account) < need) {
      return refuseOrWaitForFunds(c, account, need, settled);
    }
    if (known) {
      // It lives, so matching will refuse this one; there is nothing to hold.
      return true;
    }
    accounts.hold(account, need);
    int proceeds = accounts.open(user, buy ? spec.baseCurrency() : spec.quoteCurrency());
    int order = orders.add(c.userId, c.symbol, c.orderId, c.side);
    orders.describe(order, user, symbol, account, proceeds);
    orders.price(order, c.price);
    orders.open(order, c.quantity);
    orders.held(order, need);
    users.countOrders(user, 1);
    accounts.countPayers(proceeds, 1);
    c.tag = order;
    return true;
  }

  private int find(Command c) {
    return books == null
        ? orders.find(c.userId, c.symbol, c.orderId)
        : books.tagOf(c.userId, c.symbol, c.orderId);
  }

  /** Refuses at once what no settlement of earlier commands could pay for; false: it must wait. */
  private boolean refuseOrWaitForFunds(Command c, int account, long need, boolean settled) {
    if (!settled && accounts.mayReach(account, need)) {
      return false;
    }
    c.reject(ResultCode.INSUFFICIENT_FUNDS);
    return true;
  }

  /** Reserves what the order may need at worst beyond what is held; settle releases the excess. */
  private boolean holdMove(Command c, boolean settled) {
    int order = find(c);
    if (order == HeldOrders.NONE) {
      c.reject(whyNoOrder(c));
      return true;
    }
    if (users.isSuspended(orders.user(order))) {
      c.reject(ResultCode.USER_SUSPENDED);
      return true;
    }
    if (books != null) {
      return holdOnlyMove(c, order);
    }
    boolean keepsQuantity = c.quantity == 0 && !orders.isResized(order);
    boolean held = keepsQuantity ? holdPrice(c, order, settled) : holdResize(c, order, settled);
    if (held && !c.isRejected()) {
      orders.startMove(order);
      c.tag = order;
    }
    return held;
  }

  /**
   * Judges a move that is settled before anything else is held. It writes nothing, so {@link
   * #settleOnlyMove} writes once what the move comes to.
   */
  private boolean holdOnlyMove(Command c, int order) {
    long need =
        settlement.requirement(order, c.price, c.quantity == 0 ? orders.open(order) : c.quantity);
    long available = accounts.available(orders.holdAccount(order));
    if (need == Money.OVERFLOW || available < need - orders.held(order)) {
      return refuseOrWaitWithMove(c, need, true);
    }
    moveNeed = need;
    c.tag = order;
    return true;
  }

  /** Writes what a move that {@link #holdOnlyMove} let pass has come to. */
  private void settleOnlyMove(Command c) {
    if (c.isRejected()) {
      return;
    }
    int order = c.tag;
    orders.price(order, c.orderPrice);
    if (c.outcomes.count() == 0) {
      orders.open(order, c.openQuantity);
      settlement.reserve(order, moveNeed);
      return;
    }
    settlement.reserve(order, Math.max(moveNeed, orders.held(order)));
    settlement.trades(c, true);
    orders.open(order, c.openQuantity);
    settlement.release(order);
  }

  /**
   * Reserves for a move that keeps the quantity. What is held covers all open lots at any price
   * that a move before it named, and goes on to do so however many of them trade on the way: so the
   * difference to this price is enough.
   */
  private boolean holdPrice(Command c, int order, boolean settled) {
    long need = settlement.requirement(order, c.price, orders.mostOpen(order));
    // Up or down is a coin toss that no predictor knows: the usual way has no branch on it.
    long held = orders.held(order);
    long more = Math.max(need, held) - held;
    int account = orders.holdAccount(order);
    if (need == Money.OVERFLOW || accounts.available(account) < more) {
      return refuseOrWaitWithMove(c, need, settled);
    }
    accounts.hold(account, more);
    orders.held(order, held + more);
    return true;
  }

  /**
   * Reserves for a move that names a quantity, or comes behind one that is not settled. What trades
   * before it does not count towards its quantity and is paid out of what is held already, so it
   * needs all of its own beside that; only when everything is settled nothing trades before it, and
   * the difference is enough.
   */
  private boolean holdResize(Command c, int order, boolean settled) {
    long mostOpen = orders.mostOpen(order);
    long quantity = c.quantity == 0 ? mostOpen : c.quantity;
    long need = settlement.requirement(order, c.price, quantity);
    long held = orders.held(order);
    long more = settled ? Math.max(need, held) - held : need;
    int account = orders.holdAccount(order);
    if (need == Money.OVERFLOW || accounts.available(account) < more) {
      return refuseOrWaitWithMove(c, need, settled);
    }
    accounts.hold(account, more);
    orders.held(order, held + more);
    // Matching refuses it only if the order is gone: the supply bounds the lots of a book.
    orders.resize(order, quantity);
    return true;
  }

  /** Refuses a move, once it is certain that the order lives and what it needs. */
  private static boolean refuseOrWaitWithMove(Command c, long need, boolean settled) {
    if (settled) {
      c.reject(need == Money.OVERFLOW ? ResultCode.OVERFLOW : ResultCode.INSUFFICIENT_FUNDS);
    }
    return settled;
  }

  /** What a move got wrong that names no order of its user. */
  private ResultCode whyNoOrder(Command c) {
    int user = users.find(c.userId);
    if (user == IdIndex.ABSENT) {
      return ResultCode.UNKNOWN_USER;
    }
    if (users.isSuspended(user)) {
      return ResultCode.USER_SUSPENDED;
    }
    return symbols.find(c.symbol) == IdIndex.ABSENT
        ? ResultCode.UNKNOWN_SYMBOL
        : ResultCode.UNKNOWN_ORDER;
  }

  private void addSymbol(Command c) {
    // Every shard finds the same; one may say so.
    if (!c.isRejectedAtEntry() && !symbols.add((SymbolSpec) c.payload) && shard == 0) {
      c.reject(ResultCode.SYMBOL_EXISTS);
    }
  }

  private void settlePlace(Command c) {
    boolean ours = owns(c.userId);
    if (c.isRejected()) {
      // A tag means that hold let it pass and matching refused it.
      if (ours && c.tag != HeldOrders.NONE) {
        orders.open(c.tag, 0);
        settlement.release(c.tag);
      }
      return;
    }
    if (c.outcomes.count() != 0) {
      settlement.trades(c, ours);
    }
    if (ours && c.openQuantity != c.quantity) {
      orders.open(c.tag, c.openQuantity);
      settlement.release(c.tag);
    }
  }

  private void settleMove(Command c) {
    if (books != null) {
      settleOnlyMove(c);
      return;
    }
    boolean ours = owns(c.userId);
    if (c.isRejected()) {
      // A tag means that hold let it pass and matching refused it.
      if (ours && c.tag != HeldOrders.NONE) {
        orders.endMove(c.tag);
        settlement.release(c.tag);
      }
      return;
    }
    if (ours) {
      orders.endMove(c.tag);
      orders.price(c.tag, c.orderPrice);
    }
    if (c.outcomes.count() != 0) {
      settlement.trades(c, ours);
    }
    if (ours) {
      orders.open(c.tag, c.openQuantity);
      settlement.release(c.tag);
    }
  }

  /** One user of this shard, or null. Read when everything before is settled only. */
  public UserState user(long userId) {
    int user = users.find(userId);
    return user == IdIndex.ABSENT ? null : RiskQueries.user(users, accounts, user);
  }

  /** All users of this shard, by rising id. Read when everything before is settled only. */
  public List<UserState> users() {
    return Arrays.stream(users.sortedIndexes())
        .mapToObj(user -> RiskQueries.user(users, accounts, user))
        .toList();
  }

  /**
   * This shard's part of each currency, by rising id. Read when everything before is settled only.
   */
  public List<CurrencyTotals> totals() {
    return RiskQueries.totals(accounts);
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
