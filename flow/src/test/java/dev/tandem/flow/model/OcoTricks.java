package dev.tandem.flow.model;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import java.util.SplittableRandom;

/** Second legs of orders that have come to rest or to sleep, and now and then of others. */
final class OcoTricks {

  private static final int[] TRIGGERED = {3, 4, 4, 5, 6, 6, 7};

  private final HostileFlow flow;
  private final Mix mix;
  private final int share;
  private final SplittableRandom random;

  /** Draws numbers of its own, so that what else a flow does stays much as it is. */
  OcoTricks(HostileFlow flow) {
    this.flow = flow;
    this.mix = flow.mix();
    this.share = (mix.icebergs + mix.edge) % 2 * 20;
    this.random = new SplittableRandom(mix.icebergs + 1000L * mix.edge);
  }

  /** After a command: perhaps a second leg of its order, and what ends the pair. */
  void follow(Input first) {
    NaiveBook book = flow.state().books.get(first.symbol());
    boolean may = first.type() == CommandType.PLACE && first.linkedOrder() == 0 && book != null;
    // What waits for its turn is left to what the flow does next.
    if (!may || random.nextInt(100) >= share || !book.waiting.isEmpty()) {
      return;
    }
    NaiveBook.Order live = book.find(first.orderId(), first.userId());
    if (live == null && random.nextInt(100) >= 5) {
      return;
    }
    Input leg = leg(first, live == null || book.orders.contains(live), book);
    flow.add(random.nextInt(100) < 12 ? odd(leg) : leg);
    if (live != null && live.linked != null) {
      end(first, leg, book.orders.contains(live) ? live : live.linked);
    }
  }

  private Input leg(Input first, boolean sleeps, NaiveBook book) {
    long id = book.live().stream().mapToLong(o -> o.id).max().orElse(0) + 1 + random.nextInt(3);
    long lots = random.nextInt(3) == 0 ? 1 + random.nextInt(mix.lots) : first.quantity();
    int type = sleeps ? TRIGGERED[random.nextInt(TRIGGERED.length)] : 0;
    int time = random.nextInt(4) == 0 ? 3 + random.nextInt(2) : TimeInForce.GTC.code();
    boolean buy = first.side() == Side.BUY_CODE;
    long last = book.lastPrice == 0 ? mix.price : book.lastPrice;
    long near = random.nextInt(mix.width + 1);
    Input order =
        Input.order(
            CommandType.PLACE,
            first.userId(),
            first.symbol(),
            id == 0 ? 1 : id,
            first.side(),
            (byte) (type << 4 | time),
            Math.max(1, sleeps || buy == random.nextInt(8) > 0 ? last - near : last + near),
            Math.max(1, lots));
    Input timed = time == TimeInForce.GTD.code() ? order.until(flow.time + 3 + near) : order;
    Input said = sleeps ? triggered(timed, type, buy, last, near) : posted(timed);
    return said.linkedTo(first.orderId());
  }

  private Input triggered(Input order, int type, boolean buy, long last, long near) {
    if (type == 7) {
      return order.trailing(1 + near, 0);
    }
    boolean rises = buy == type < 5;
    long away = random.nextInt(10) == 0 ? -near : 1 + near;
    return order.saying(1, Math.max(1, rises ? last + away : last - away));
  }

  private Input posted(Input order) {
    return switch (random.nextInt(6)) {
      case 0 -> order.postOnly(1 + random.nextInt(2));
      case 1 -> order.showing(Math.max(1, order.quantity() / 3));
      default -> order;
    };
  }

  /** One that does not fit, or names another order. */
  private Input odd(Input leg) {
    return switch (random.nextInt(7)) {
      case 0 -> leg.linkedTo(leg.orderId());
      case 1 -> leg.linkedTo(leg.linkedOrder() + 1 + random.nextInt(4));
      case 2 -> with(leg, mix.users.get(random.nextInt(mix.users.size())), leg.side(), leg.terms());
      case 3 -> with(leg, leg.userId(), (byte) (leg.side() ^ 1), leg.terms());
      case 4 -> with(leg, leg.userId(), leg.side(), TimeInForce.IOC.code());
      case 5 -> leg.atLeast(1);
      default -> leg.saying(1, 0).trailing(0, 0);
    };
  }

  private static Input with(Input leg, long user, byte side, byte terms) {
    Input other =
        Input.order(
            CommandType.PLACE,
            user,
            leg.symbol(),
            leg.orderId(),
            side,
            terms,
            leg.price(),
            leg.quantity());
    for (int i = 0; i < leg.instructions().size(); i++) {
      other = other.saying(i, leg.instructions().get(i));
    }
    return other;
  }

  /** Perhaps what ends the pair, or tries to change it. */
  private void end(Input first, Input leg, NaiveBook.Order resting) {
    long order = random.nextBoolean() ? first.orderId() : leg.orderId();
    long user = first.userId();
    int symbol = first.symbol();
    switch (random.nextInt(12)) {
      case 0 -> flow.add(Input.cancel(user, symbol, order));
      case 1 -> flow.add(Input.reduce(user, symbol, order, 1));
      case 2 -> flow.add(Input.move(user, symbol, order, mix.price, random.nextInt(3)));
      case 3 -> flow.add(Input.amend(user, symbol, order, mix.price, 1 + random.nextInt(mix.lots)));
      case 4 -> flow.add(leg.linkedTo(order));
      case 5, 6 -> take(resting, symbol, user);
      case 7 -> flow.add(Input.massCancel(user, symbol, Side.BOTH_CODE));
      default -> {
        // It lives on.
      }
    }
  }

  /** Trades with the limit order, most often with a part of it. */
  private void take(NaiveBook.Order resting, int symbol, long user) {
    Side side = resting.side == Side.BUY_CODE ? Side.SELL : Side.BUY;
    long lots = 1 + random.nextLong(resting.open);
    long taker = random.nextInt(4) == 0 ? user : mix.users.get(random.nextInt(mix.users.size()));
    Input in =
        Input.place(taker, symbol, resting.id + 1000, side, TimeInForce.IOC, resting.price, lots);
    flow.add(random.nextInt(4) == 0 ? in.selfTrade(1 + random.nextInt(4)) : in);
  }
}
