package dev.tandem.core.risk;

import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.HeldPrice;
import dev.tandem.core.command.IdIndex;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import java.util.Arrays;
import java.util.List;

/**
 * One shard of the risk stage: what its users own, and what is held for their live orders.
 *
 * <p>{@link ShardedRisk} may hold for commands before earlier ones are settled; {@link OnePassRisk}
 * never does, and needs less for it. Here is what both share: who may do what, what an order needs,
 * and what is paid for it.
 *
 * <p>It works in two steps on one thread. {@link #hold} runs before matching: it refuses what the
 * user may not do or cannot pay, and reserves the worst case. {@link #settle} runs after matching
 * over the same commands, in the same order: it pays for the trades and releases what is no longer
 * needed.
 *
 * <p>Holds may run ahead of settlement, and yet the outcome of a command is that of an engine that
 * settles each command before it looks at the next: <em>a hold only ever reserves the worst case,
 * and settlement only ever gives back</em>. So what the first step grants, an engine that has
 * settled everything grants as well. What the first step cannot grant, or what needs an exact
 * figure, is judged once everything is settled. Users, symbols, deposits and transactions are the
 * first step's alone, so they are always exact; and so is what a transfer takes, whereas what it
 * brings is the second step's ({@link Funds}).
 *
 * <p>What is held for an order is, when everything is settled, exactly what its open quantity needs
 * at its limit: for a buy the notional and the higher of the two fee rates on it, for a sell the
 * lots, which need no limit. For two orders of which one cancels the other it is the larger of
 * both: a second leg is held for when all before it is settled, so that the need of the first one
 * is exact.
 *
 * <p>A user id belongs to the shard {@code floorMod(userId, shardCount)}; the fees are shard 0's.
 * Commands of other users pass untouched, apart from what every shard knows: symbols, the supply of
 * currencies, and which users there are. Used by one thread at a time.
 */
public abstract class RiskEngine {

  final Accounts accounts;
  final HeldOrders orders;
  final Settlement settlement;

  private final int shard;
  private final Users users;
  private final Funds funds;
  private final Symbols symbols;

  RiskEngine(int shard, int shardCount, int expectedUsers, HeldOrders orders) {
    if (shard < 0 || shard >= shardCount) {
      throw new IllegalArgumentException("shard " + shard + ", expected 0 to " + (shardCount - 1));
    }
    this.shard = shard;
    this.users = new Users(expectedUsers);
    this.accounts = new Accounts(expectedUsers * 2);
    this.symbols = new Symbols(accounts);
    this.orders = orders;
    this.funds = new Funds(users, accounts);
    this.settlement = new Settlement(shard, shardCount, users, accounts, orders, symbols);
  }

  /** The handle of a live order of this user in this symbol, or {@link HeldOrders#NONE}. */
  abstract int find(long userId, int symbol, long orderId);

  /** The handle of the live order that a command names, or {@link HeldOrders#NONE}. */
  final int find(Command c) {
    return find(c.userId, c.symbol, c.orderId);
  }

  /** Judges a MOVE or AMEND of this shard's order, whose user may trade, and holds for it. */
  abstract boolean holdMove(Command c, int order, boolean settled);

  /** Settles a MOVE or AMEND with its outcomes. */
  abstract void settleMove(Command c);

  /**
   * First step: refuses the command or reserves what it may cost.
   *
   * @param settled whether every command before this one is settled
   * @return false if the command cannot be judged before they are; nothing was changed then. Never
   *     if they are
   */
  public boolean hold(Command c, boolean settled) {
    switch (c.type) {
      case CommandType.PLACE -> {
        return !isOurs(c) || holdPlace(c, settled);
      }
      case CommandType.MOVE, CommandType.AMEND -> {
        return !isOurs(c) || holdMove(c, settled);
      }
      case CommandType.CANCEL, CommandType.REDUCE -> {
        if (isOurs(c)) {
          judgeLess(c);
        }
      }
      case CommandType.MASS_CANCEL -> {
        // No user is named where it is for the orders of all.
        if (c.userId != 0 && isOurs(c)) {
          judgeUser(c);
        }
      }
      case CommandType.ADD_USER, CommandType.SUSPEND_USER, CommandType.RESUME_USER -> {
        if (isOurs(c)) {
          c.result = users.apply(c.type, c.userId).code();
        } else if (c.type == CommandType.ADD_USER && !c.isRejectedAtEntry()) {
          users.addOther(c.userId);
        }
      }
      case CommandType.SET_SELF_TRADE_GROUP -> {
        if (isOurs(c)) {
          c.result = users.group(c.userId, c.groupId()).code();
        }
      }
      case CommandType.ADJUST_BALANCE -> {
        return c.isRejectedAtEntry() || funds.adjust(c, owns(c.userId), settled);
      }
      case CommandType.TRANSFER -> {
        return c.isRejectedAtEntry()
            || funds.transfer(c, owns(c.userId), owns(c.payeeId()), settled);
      }
      case CommandType.WITHDRAW_FEES -> {
        return c.isRejectedAtEntry() || shard != 0 || funds.withdrawFees(c, settled);
      }
      case CommandType.ADD_SYMBOL, CommandType.UPDATE_SYMBOL -> specify(c);
      default -> {
        // Not the risk stage's.
      }
    }
    return true;
  }

  /** Second step: pays for what matching did and releases what is no longer needed. */
  public final void settle(Command c) {
    switch (c.type) {
      case CommandType.PLACE -> settlePlace(c);
      case CommandType.MOVE, CommandType.AMEND -> settleMove(c);
      case CommandType.CANCEL, CommandType.REDUCE -> settleLess(c);
      case CommandType.ADJUST_BALANCE, CommandType.WITHDRAW_FEES -> funds.settle(c);
      case CommandType.TRANSFER -> funds.settleTransfer(c, owns(c.payeeId()));
      default -> settleOutcomes(c);
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

  final boolean owns(long userId) {
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
    long price = HeldPrice.of(c, spec);
    if (price < 0) {
      c.reject(ResultCode.LIMIT_REQUIRED);
      return true;
    }
    long need =
        c.quantity != 0
            ? Money.requirement(spec, buy, price, c.quantity)
            : Money.withFee(spec, c.instructions().budget());
    if (need == Money.OVERFLOW) {
      c.reject(ResultCode.OVERFLOW);
      return true;
    }
    boolean known = find(c) != HeldOrders.NONE;
    boolean isLeg = c.instructions() != null && c.instructions().linkedOrder() != 0;
    if ((known || isLeg) && !settled) {
      return false;
    }
    int other = isLeg ? findLeg(c) : HeldOrders.NONE;
    if (other != HeldOrders.NONE) {
      need = Math.max(0, need - orders.held(other));
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
    orders.price(order, price);
    orders.open(order, c.quantity);
    orders.held(order, need);
    users.countOrders(user, 1);
    accounts.countPayers(proceeds, 1);
    c.holdTag = order;
    if (other != HeldOrders.NONE) {
      // If matching refuses it, it goes, and its pair ends.
      orders.link(order, other);
    }
    return true;
  }

  /** The order that a PLACE names, if they may be a pair as far as is known here. */
  private int findLeg(Command c) {
    int other = find(c.userId, c.symbol, c.instructions().linkedOrder());
    boolean mayBe =
        other != HeldOrders.NONE && orders.side(other) == c.side && !orders.isLinked(other);
    return mayBe ? other : HeldOrders.NONE;
  }

  /** Refuses at once what no settlement of earlier commands could pay for; false: it must wait. */
  private boolean refuseOrWaitForFunds(Command c, int account, long need, boolean settled) {
    if (!settled && accounts.mayReach(account, need)) {
      return false;
    }
    c.reject(ResultCode.INSUFFICIENT_FUNDS);
    return true;
  }

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
    if (orders.isLinked(order)) {
      // The pair may end before it.
      if (settled) {
        c.reject(ResultCode.ORDER_IS_LINKED);
      }
      return settled;
    }
    return holdMove(c, order, settled);
  }

  /** Symbol and order of a CANCEL or REDUCE are matching's to find; its user must be known. */
  void judgeLess(Command c) {
    judgeUser(c);
  }

  private void judgeUser(Command c) {
    if (users.find(c.userId) == IdIndex.ABSENT) {
      c.reject(ResultCode.UNKNOWN_USER);
    }
  }

  /** Refuses a move, once it is certain that the order lives and what it needs. */
  static boolean refuseOrWaitWithMove(Command c, long need, boolean settled) {
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

  /** Admission has judged it, so that no shard waits: what is held stays right in an update. */
  private void specify(Command c) {
    if (c.isRejectedAtEntry()) {
      return;
    }
    if (c.type == CommandType.ADD_SYMBOL) {
      symbols.add((SymbolSpec) c.payload);
    } else {
      symbols.update((SymbolSpec) c.payload);
    }
  }

  private void settlePlace(Command c) {
    int own = owns(c.userId) ? c.holdTag : HeldOrders.NONE;
    settlement.beforeOwn(c, own);
    // If matching refused the order, nothing of it is open; if it slid, it rests at another price.
    // A budget names no lots, and nothing of it rests.
    boolean changes = ((c.openQuantity ^ c.quantity) | (c.orderPrice ^ c.price)) != 0;
    if (own != HeldOrders.NONE && (changes || c.quantity == 0)) {
      orders.price(own, c.orderPrice);
      orders.open(own, c.openQuantity);
      orders.addFilled(own, c.filledQuantity);
      settlement.release(own);
    }
    settlement.afterOwn(c);
  }

  private void settleLess(Command c) {
    settlement.beforeOwn(c, HeldOrders.NONE);
    if (c.result == ResultCode.OK_CODE && owns(c.userId)) {
      orders.open(c.foundTag, c.openQuantity);
      settlement.release(c.foundTag);
    }
    settlement.afterOwn(c);
  }

  /** Settles a command that has done nothing to an order of its own. */
  final void settleOutcomes(Command c) {
    settlement.beforeOwn(c, HeldOrders.NONE);
    settlement.afterOwn(c);
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
    return users.isEmpty() && symbols.size() + accounts.currencies().size() == 0;
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

  /** Says how many lots of an order that was put back have traded. */
  public void restoreFilled(int handle, long lots) {
    orders.addFilled(handle, lots);
  }

  /** Number of live orders of this shard's users. */
  public int openOrders() {
    return orders.size();
  }
}
