package dev.tandem.core.risk;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
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

  /**
   * Lots that the order of a MOVE or AMEND may come to have, before it takes. Of a total those
   * count that are not filled as last settled; at most as few are open when it is matched.
   *
   * @param open those that it has, which a move may keep
   */
  long lotsOf(Command c, int order, long open) {
    if (c.type == CommandType.AMEND) {
      return Math.max(0, c.quantity - orders.filled(order));
    }
    return c.quantity == 0 ? open : c.quantity;
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

  /**
   * Settles the outcomes of a command up to {@link Outcomes#ownEnd}.
   *
   * @param own the command's own order, if it is this shard's; otherwise {@link HeldOrders#NONE}.
   *     It pays for what it takes, but keeps its open lots and its hold: these follow from the
   *     command's fields, once for all trades
   */
  void beforeOwn(Command c, int own) {
    if (c.outcomes.count() != 0) {
      settle(c.outcomes, 0, c.outcomes.ownEnd(), own);
    }
  }

  /** Settles the outcomes of a command from {@link Outcomes#ownEnd} on. */
  void afterOwn(Command c) {
    if (c.outcomes.ownEnd() != c.outcomes.count()) {
      settle(c.outcomes, c.outcomes.ownEnd(), c.outcomes.count(), HeldOrders.NONE);
    }
  }

  private void settle(Outcomes outcomes, int from, int to, int own) {
    SymbolSpec spec = null;
    int symbol = 0;
    for (int i = from; i < to; i++) {
      if (spec == null || spec.symbol() != outcomes.symbol(i)) {
        symbol = symbols.find(outcomes.symbol(i));
        spec = symbols.spec(symbol);
      }
      switch (outcomes.kind(i)) {
        case Outcomes.TRADE -> trade(outcomes, i, symbol, spec, own);
        case Outcomes.RELEASE, Outcomes.REST -> {
          int order = outcomes.tag(i);
          // What the command's own order lost as it took is in the fields of the command.
          boolean isOwn = order == own && outcomes.reason(i) == Outcomes.BY_SELF_TRADE;
          if (owns(outcomes.userId(i)) && !isOwn) {
            // An order may take with another limit than it is held for.
            boolean rests = outcomes.kind(i) == Outcomes.REST;
            long price = rests ? outcomes.price(i) : orders.price(order);
            change(order, price, outcomes.openQuantity(i));
          }
        }
        case Outcomes.TRIGGER, Outcomes.SLEEP, Outcomes.STATE, Outcomes.SHOW -> {
          // No lots leave or come.
        }
        default -> throw new IllegalStateException("an outcome of kind " + outcomes.kind(i));
      }
    }
  }

  private void trade(Outcomes of, int i, int symbol, SymbolSpec spec, int own) {
    long quantity = of.quantity(i);
    long notional = Money.notional(spec, of.price(i), quantity);
    long takerFee = Money.feeDown(notional, spec.takerFeePpm());
    // In an auction nobody took: both pay as takers.
    long makerFee = of.isAuction(i) ? takerFee : Money.feeDown(notional, spec.makerFeePpm());
    if (owns(of.takerUserId(i))) {
      int taker = of.takerTag(i);
      pay(spec, taker, quantity, notional, takerFee);
      if (taker != own) {
        fill(taker, quantity);
      }
    }
    if (owns(of.makerUserId(i))) {
      int maker = of.makerTag(i);
      pay(spec, maker, quantity, notional, makerFee);
      fill(maker, quantity);
    }
    collect(symbol, takerFee + makerFee);
  }

  /** Takes a trade's fees, for all shards in one, so that it alone knows how much there is. */
  private void collect(int symbol, long fee) {
    if (fee != 0 && shard == 0) {
      accounts.addFee(symbols.quoteNumber(symbol), fee);
    }
  }

  private void fill(int order, long quantity) {
    assert quantity <= orders.open(order) : quantity + " lots of an order of " + orders.open(order);
    orders.open(order, orders.open(order) - quantity);
    orders.addFilled(order, quantity);
    release(order);
  }

  /** Brings an order to what became of it without a trade, and gives back what that needs less. */
  void change(int order, long price, long open) {
    orders.price(order, price);
    orders.open(order, open);
    release(order);
  }

  /** Moves what one side of a trade pays out of its hold, and what it gets into its account. */
  private void pay(SymbolSpec spec, int order, long quantity, long notional, long fee) {
    if (orders.isLinked(order)) {
      // It trades, so it is the one that stays; a row that follows takes the other leg away.
      orders.part(order);
    }
    long spent;
    long proceeds;
    if (orders.side(order) == Side.BUY_CODE) {
      spent = notional + fee;
      proceeds = quantity * spec.lotScale();
    } else {
      spent = quantity * spec.lotScale();
      proceeds = notional - fee;
    }
    assert spent >= 0 && proceeds >= 0 && spent <= orders.held(order)
        : "an order spends " + spent + " of " + orders.held(order) + " for " + proceeds;
    orders.held(order, orders.held(order) - spent);
    accounts.spendHeld(orders.holdAccount(order), spent);
    accounts.credit(orders.proceedsAccount(order), proceeds);
  }

  /**
   * Brings what is held for an order to exactly what its open quantity needs; once no move is in
   * flight any more, which may need more. What is held for a leg is brought to what the pair needs,
   * or if nothing of the leg is open, to what the other one needs.
   */
  void release(int order) {
    if (orders.isLinkedOrMoving(order)) {
      if (orders.isLinked(order)) {
        releaseLeg(order);
      }
      return;
    }
    releaseOne(order);
  }

  private void releaseLeg(int leg) {
    int other = orders.otherOf(leg);
    if (orders.open(leg) == 0) {
      orders.part(other);
      releaseOne(other);
      releaseOne(leg);
      return;
    }
    orders.part(leg);
    giveBack(leg, Math.max(needOf(leg), needOf(other)));
    orders.link(leg, other);
  }

  private long needOf(int order) {
    long open = orders.open(order);
    return open == 0 ? 0 : requirement(order, orders.price(order), open);
  }

  /** Brings what is held for an order down to what is needed. */
  private void giveBack(int order, long need) {
    long surplus = orders.held(order) - need;
    if (need < 0 || surplus < 0) {
      throw new IllegalStateException(
          "an order needs " + need + ", and " + orders.held(order) + " was held for it");
    }
    accounts.hold(orders.holdAccount(order), -surplus);
    orders.held(order, need);
  }

  private void releaseOne(int order) {
    long open = orders.open(order);
    giveBack(order, needOf(order));
    orders.settle(order);
    if (open == 0) {
      users.countOrders(orders.user(order), -1);
      accounts.countPayers(orders.proceedsAccount(order), -1);
      orders.remove(order);
    }
  }
}
