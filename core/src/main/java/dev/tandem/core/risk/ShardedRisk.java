package dev.tandem.core.risk;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;

/**
 * A risk shard that holds for commands before earlier ones are settled. It has an index of its own
 * of the orders that it holds for, because the books are behind or ahead of it.
 *
 * <p>While a move is in flight its order may come to have what it had or what the move names, and
 * trade in between: so each move reserves on top of what is held, and what was too much is released
 * when the last of them is settled.
 */
public final class ShardedRisk extends RiskEngine {

  /**
   * @param shard number of this shard, from 0
   * @param shardCount number of risk shards of the kernel
   * @param expectedUsers users of this shard it has room for before it grows
   * @param expectedOrders live orders of this shard it has room for before it grows
   */
  public ShardedRisk(int shard, int shardCount, int expectedUsers, int expectedOrders) {
    super(shard, shardCount, expectedUsers, new HeldOrders(expectedOrders, true));
  }

  @Override
  int find(long userId, int symbol, long orderId) {
    return orders.find(userId, symbol, orderId);
  }

  @Override
  boolean holdMove(Command c, int order, boolean settled) {
    boolean held =
        addsNoLots(c, order, settled)
            ? holdPrice(c, order, settled)
            : holdResize(c, order, settled);
    if (held && !c.isRejected()) {
      orders.startMove(order);
      c.holdTag = order;
    }
    return held;
  }

  /**
   * Whether a move leaves at most as many lots open as there are, by any order of what is in
   * flight: what is filled of a total by then only makes it less. What is settled is judged exactly
   * by the other way, too.
   */
  private boolean addsNoLots(Command c, int order, boolean settled) {
    if (orders.isResized(order)) {
      return false;
    }
    long mostOpen = orders.mostOpen(order);
    boolean isTotal = c.type == CommandType.AMEND;
    return isTotal
        ? !settled && settlement.lotsOf(c, order, mostOpen) <= mostOpen
        : c.quantity == 0;
  }

  /**
   * Reserves for a move that keeps the quantity, or makes it less. What is held covers all open
   * lots at any price that a move before it named, also after some of them have traded: so the
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
   * Reserves for a move that names a quantity, or follows a move that is not settled. Trades before
   * it do not count towards its quantity and are paid out of what is held already, so it needs its
   * whole amount beside that. Only when everything is settled nothing trades before it, and the
   * difference is enough. Trades before an AMEND count, so that needs no more than what is not
   * filled as last settled.
   */
  private boolean holdResize(Command c, int order, boolean settled) {
    long mostOpen = orders.mostOpen(order);
    long quantity = settlement.lotsOf(c, order, mostOpen);
    long need = settlement.requirement(order, c.price, quantity);
    long held = orders.held(order);
    long more = settled ? Math.max(need, held) - held : need;
    int account = orders.holdAccount(order);
    if (need == Money.OVERFLOW || accounts.available(account) < more) {
      return refuseOrWaitWithMove(c, need, settled);
    }
    accounts.hold(account, more);
    orders.held(order, held + more);
    // If matching refuses it, the order keeps its lots, and a later move is of them.
    orders.resize(order, Math.max(mostOpen, quantity));
    return true;
  }

  @Override
  void settleMove(Command c) {
    int own = owns(c.userId) ? c.holdTag : HeldOrders.NONE;
    // It may have expired by its own command: as long as it moves it is not given up.
    settlement.beforeOwn(c, own);
    if (own != HeldOrders.NONE) {
      orders.endMove(own);
      if (!c.isRejected()) {
        orders.price(own, c.orderPrice);
        orders.open(own, c.openQuantity);
        orders.addFilled(own, c.filledQuantity);
      }
      settlement.release(own);
    }
    settlement.afterOwn(c);
  }
}
