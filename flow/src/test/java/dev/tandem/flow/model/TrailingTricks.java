package dev.tandem.flow.model;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.SplittableRandom;

/**
 * Orders whose trigger trails the price: by few ticks, by about as many ppm, or by far too much.
 */
final class TrailingTricks {

  private final HostileFlow flow;
  private final OrderTricks orders;
  private final Mix mix;
  private final SplittableRandom random;

  TrailingTricks(HostileFlow flow, OrderTricks orders) {
    this.flow = flow;
    this.orders = orders;
    this.mix = flow.mix();
    this.random = flow.random();
  }

  /** An order that the next trades move or trigger. */
  void place() {
    SymbolSpec spec = flow.spec();
    long user = flow.user();
    Side side = flow.chance(50) ? Side.BUY : Side.SELL;
    if (orders.payable(user, spec, side) == 0) {
      side = OrderTricks.other(side);
    }
    long limit = orders.price();
    boolean bare = flow.chance(side == Side.BUY ? 8 : 50);
    long lots =
        orders.within(spec, orders.quantity(spec, side, limit, orders.payable(user, spec, side)));
    place(user, spec, side, bare ? 0 : limit, lots);
  }

  private void place(long user, SymbolSpec spec, Side side, long limit, long lots) {
    int time = flow.chance(80) ? orders.resting().code() : flow.chance(50) ? 1 : 2;
    boolean inPpm = flow.chance(50);
    Input order =
        orders
            .timed(
                Input.order(
                    CommandType.PLACE,
                    user,
                    spec.symbol(),
                    orders.freeId(spec),
                    side.code(),
                    (byte) (OrderType.TRAILING_STOP.code() << 4 | time),
                    limit,
                    lots))
            .trailing(offset(inPpm), flow.chance(1) ? 2 : inPpm ? 1 : 0);
    flow.send(flow.chance(2) ? order.saying(1, orders.price()) : order);
  }

  /** Some ticks or about as many ppm, so that triggers meet; seldom none, or no offset at all. */
  private long offset(boolean inPpm) {
    if (flow.chance(6)) {
      return flow.chance(50) ? Long.MAX_VALUE - random.nextInt(3) : random.nextInt(3) - 2L;
    }
    long ticks = 1L + random.nextInt(mix.width + 1);
    long ppm = ticks * 1_000_000 / mix.price + (flow.chance(50) ? 0 : random.nextInt(3) - 1);
    return inPpm ? (flow.chance(3) ? 999_999 + random.nextInt(2) : Math.max(1, ppm)) : ticks;
  }

  /** Many of one symbol that entered at different prices, a new best price, and a fall or rise. */
  void fan() {
    SymbolSpec spec = flow.spec();
    long user = flow.user();
    long price = orders.price();
    int steps = 3 + random.nextInt(4);
    int way = flow.chance(50) ? 1 : -1;
    Side trailing = way > 0 ? Side.BUY : Side.SELL;
    flow.money().fund(user, spec.quoteCurrency(), 100L * steps * price * spec.tickScale());
    flow.money().fund(user, spec.baseCurrency(), 100L * steps * spec.lotScale());
    for (int i = 0; i < steps; i++) {
      trade(user, spec, price + (long) way * i);
      for (int n = random.nextInt(3); n > 0; n--) {
        place(user, spec, flow.chance(80) ? trailing : OrderTricks.other(trailing), price * 2, 1);
      }
      if (flow.chance(30)) {
        orders.touchLiveOrder();
      }
    }
    // Behind, so that groups of several best prices become one; then so far that most wake.
    trade(user, spec, price + (long) way * random.nextInt(steps));
    trade(user, spec, price - way);
    trade(user, spec, price + (long) way * (steps + mix.width));
  }

  private void trade(long user, SymbolSpec spec, long at) {
    long price = Math.max(1, at);
    flow.send(
        Input.place(
            user, spec.symbol(), orders.freeId(spec), Side.SELL, TimeInForce.GTC, price, 1));
    flow.send(
        Input.place(user, spec.symbol(), orders.freeId(spec), Side.BUY, TimeInForce.IOC, price, 1));
  }
}
