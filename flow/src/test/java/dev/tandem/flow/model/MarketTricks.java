package dev.tandem.flow.model;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import java.util.SplittableRandom;

/** Orders that take what is there, and do not name a price, or name money instead of lots. */
final class MarketTricks {

  private final HostileFlow flow;
  private final OrderTricks orders;
  private final Mix mix;
  private final SplittableRandom random;

  MarketTricks(HostileFlow flow, OrderTricks orders) {
    this.flow = flow;
    this.orders = orders;
    this.mix = flow.mix();
    this.random = flow.random();
  }

  /** An order that takes what is there, most often further than the protection points let it. */
  void place() {
    SymbolSpec spec = flow.spec();
    Side side = flow.chance(50) ? Side.BUY : Side.SELL;
    long user = flow.user();
    if (orders.payable(user, spec, side) == 0) {
      side = OrderTricks.other(side);
    }
    long away = random.nextInt(2 * mix.width);
    long limit = Math.max(1, orders.price() + (side == Side.BUY ? away : -away));
    boolean bare = flow.chance(side == Side.BUY ? 8 : 50);
    if (flow.chance(mix.budget)) {
      spendAtMarket(user, spec, side, flow.chance(50) ? 0 : limit);
      return;
    }
    long lots =
        orders.within(spec, orders.quantity(spec, side, limit, orders.payable(user, spec, side)));
    boolean rests = flow.chance(40);
    OrderType type = rests ? OrderType.MARKET_TO_LIMIT : OrderType.MARKET;
    int time = rests != flow.chance(5) ? orders.resting().code() : flow.chance(70) ? 1 : 2;
    flow.send(
        orders.timed(
            Input.order(
                CommandType.PLACE,
                user,
                spec.symbol(),
                orders.freeId(spec),
                side.code(),
                (byte) (type.code() << 4 | time),
                bare ? 0 : limit,
                lots)));
  }

  /** A market order with a budget: little, all that its user has, or more; seldom for a sell. */
  private void spendAtMarket(long user, SymbolSpec spec, Side side, long limit) {
    long money = orders.payable(user, spec, Side.BUY);
    long lots = 1L + random.nextInt(mix.lots);
    long some = lots * mix.price * spec.tickScale() + random.nextInt(3) - 1;
    long budget = flow.chance(40) ? Math.min(some, Math.max(1, money / 3)) : money;
    budget = flow.chance(10) ? Long.MAX_VALUE - random.nextInt(2) : budget;
    budget = flow.chance(4) ? -budget : budget;
    Side taker = flow.chance(95) ? Side.BUY : side;
    flow.send(
        Input.order(
                CommandType.PLACE,
                user,
                spec.symbol(),
                orders.freeId(spec),
                taker.code(),
                (byte) (OrderType.MARKET.code() << 4 | (flow.chance(95) ? 1 : 2)),
                limit,
                flow.chance(96) ? 0 : 1)
            .spending(Math.max(budget, Long.MIN_VALUE)));
  }
}
