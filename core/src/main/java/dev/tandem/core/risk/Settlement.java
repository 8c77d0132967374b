package dev.tandem.core.risk;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;

/**
 * What a risk shard pays for trades, and what it gives back of what is held for an order. It can
 * refuse nothing: what is held covers all that an order may come to cost. A command is not made to
 * wait here, but in {@link RiskEngine#hold}. Not thread-safe.
 */
final class Settlement {

  private final int shard;
  private final int shardCount;
  private final Users users;
  private final Accounts accounts;
  private final HeldOrders orders;
  private final Symbols symbols;

  Settlement(
      int shard,
      int shardCount,
      Users users,
      Accounts accounts,
      HeldOrders orders,
      Symbols symbols) {
    this.shard = shard;
    this.shardCount = shardCount;
    this.users = users;
    this.accounts = accounts;
    this.orders = orders;
    this.symbols = symbols;
  }

  /** Whether a user belongs to this shard. */
  boolean owns(long userId) {
    return shardCount == 1 || Math.floorMod(userId, shardCount) == shard;
  }

  /** The most that an order may cost its user at this price, or OVERFLOW. */
  long requirement(int order, long price, long quantity) {
    boolean buy = orders.side(order) == Side.BUY_CODE;
    return Money.requirement(symbols.spec(orders.symbol(order)), buy, price, quantity);
  }

  /** Brings what is held for an order to what it needs, which its user has; up or down. */
  void reserve(int order, long need) {
    accounts.hold(orders.holdAccount(order), need - orders.held(order));
    orders.held(order, need);
  }

  /** Pays for the trades of a command of the taker. */
  void trades(Command c, boolean takerIsOurs) {
    int symbol = symbols.find(c.symbol);
    SymbolSpec spec = symbols.spec(symbol);
    Outcomes outcomes = c.outcomes;
    int n = outcomes.count();
    for (int i = 0; i < n; i++) {
      long quantity = outcomes.quantity(i);
      long notional = Money.notional(spec, outcomes.price(i), quantity);
      long takerFee = Money.feeDown(notional, spec.takerFeePpm());
      long makerFee = Money.feeDown(notional, spec.makerFeePpm());
      if (takerIsOurs) {
        pay(spec, outcomes.takerTag(i), quantity, notional, takerFee);
      }
      if (owns(outcomes.makerUserId(i))) {
        payAndRelease(spec, outcomes.makerTag(i), quantity, notional, makerFee);
      }
      collect(symbol, takerFee + makerFee);
    }
  }

  /** Pays for the pairs of a call auction, both sides of which rested. */
  void uncross(Command c) {
    if (c.outcomes.count() == 0) {
      return;
    }
    int symbol = symbols.find(c.symbol);
    SymbolSpec spec = symbols.spec(symbol);
    Outcomes outcomes = c.outcomes;
    int n = outcomes.count();
    for (int i = 0; i < n; i++) {
      long quantity = outcomes.quantity(i);
      long notional = Money.notional(spec, outcomes.price(i), quantity);
      long fee = Money.feeDown(notional, spec.takerFeePpm());
      if (owns(outcomes.takerUserId(i))) {
        payAndRelease(spec, outcomes.takerTag(i), quantity, notional, fee);
      }
      if (owns(outcomes.makerUserId(i))) {
        payAndRelease(spec, outcomes.makerTag(i), quantity, notional, fee);
      }
      collect(symbol, 2 * fee);
    }
  }

  /** Takes a trade's fees, for all shards in one, so that it alone knows how much there is. */
  private void collect(int symbol, long fee) {
    if (fee != 0 && shard == 0) {
      accounts.addFee(symbols.quoteNumber(symbol), fee);
    }
  }

  private void payAndRelease(SymbolSpec spec, int order, long quantity, long notional, long fee) {
    pay(spec, order, quantity, notional, fee);
    orders.open(order, orders.open(order) - quantity);
    release(order);
  }

  /** Moves what one side of a trade pays out of its hold, and what it gets into its account. */
  private void pay(SymbolSpec spec, int order, long quantity, long notional, long fee) {
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
  }

  /**
   * Brings what is held for an order to exactly what its open quantity needs; once no move is on
   * its way any more, which may need more.
   */
  void release(int order) {
    if (orders.isMoving(order)) {
      return;
    }
    long open = orders.open(order);
    long need = open == 0 ? 0 : requirement(order, orders.price(order), open);
    long surplus = orders.held(order) - need;
    if (need < 0 || surplus < 0) {
      throw new IllegalStateException(
          "an order needs " + need + ", and " + orders.held(order) + " was held for it");
    }
    accounts.hold(orders.holdAccount(order), -surplus);
    orders.held(order, need);
    orders.settle(order);
    if (open == 0) {
      users.countOrders(orders.user(order), -1);
      accounts.countPayers(orders.proceedsAccount(order), -1);
      orders.remove(order);
    }
  }
}
