package dev.tandem.core.risk;

import dev.tandem.core.command.Command;

/**
 * The only risk shard of a driver that settles each command before the next one is held. The books
 * then have exactly the orders that it holds for, and find them: there is no second index. A move
 * reserves nothing until it is settled, and is written once.
 */
public final class OnePassRisk extends RiskEngine {

  private final OrderFinder books;

  /** From the hold of a move that was granted to its settlement: what the order needs. */
  private long moveNeed;

  /**
   * @param expectedUsers users it has room for before it grows
   * @param expectedOrders live orders it has room for before it grows
   */
  public OnePassRisk(int expectedUsers, int expectedOrders, OrderFinder books) {
    super(0, 1, expectedUsers, new HeldOrders(expectedOrders, false));
    this.books = books;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if earlier commands are not settled
   */
  @Override
  public boolean hold(Command c, boolean settled) {
    if (!settled) {
      throw new IllegalStateException("this shard is for commands that are settled one by one");
    }
    return super.hold(c, true);
  }

  @Override
  int find(long userId, int symbol, long orderId) {
    return books.tagOf(userId, symbol, orderId);
  }

  /** Whose order the books have is a user. */
  @Override
  void judgeLess(Command c) {
    if (find(c) == HeldOrders.NONE) {
      super.judgeLess(c);
    }
  }

  @Override
  boolean holdMove(Command c, int order, boolean settled) {
    long quantity = settlement.lotsOf(c, order, orders.open(order));
    long need = settlement.requirement(order, c.price, quantity);
    long available = accounts.available(orders.holdAccount(order));
    if (need == Money.OVERFLOW || available < need - orders.held(order)) {
      return refuseOrWaitWithMove(c, need, true);
    }
    moveNeed = need;
    c.holdTag = order;
    return true;
  }

  @Override
  void settleMove(Command c) {
    if (c.isRejected()) {
      settleOutcomes(c);
      return;
    }
    int own = c.holdTag;
    orders.price(own, c.orderPrice);
    // Without a trade the need is exact, unless it slid to another price, or nothing is left of it.
    if (c.outcomes.count() == 0 && c.orderPrice == c.price && c.openQuantity != 0) {
      orders.open(own, c.openQuantity);
      settlement.reserve(own, moveNeed);
      return;
    }
    settlement.reserve(own, Math.max(moveNeed, orders.held(own)));
    settlement.beforeOwn(c, own);
    orders.open(own, c.openQuantity);
    orders.addFilled(own, c.filledQuantity);
    settlement.release(own);
    settlement.afterOwn(c);
  }
}
